import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandalone, type Standalone } from '@stablecoin/standalone';
import { IdentityProvider, type KnownPeople } from '../../../apps/gateway/src/testing/identity-provider';
import { Api, type ApiResponse } from './api';
import { testEnvironment } from './test-environment';

/** A cookie that an answer sets, as a browser sends it back; a removed one is empty. */
export function cookieOf({ headers }: ApiResponse, name: string): string | undefined {
  const found = headers.getSetCookie().find((each) => each.startsWith(`${name}=`));
  return found?.split(';')[0];
}

/** A browser that has signed in with an API key. */
export async function signInWithKey(api: Api): Promise<Browser> {
  const answer = await api.post('/sessions');
  expect(answer.status).toBe(200);
  return new Browser(api.withKey(null), cookieOf(answer, 'svc_session') ?? '', String(answer.body['csrf_token']));
}

/** Sends what a browser with a session sends. */
export class Browser {
  constructor(
    private readonly api: Api,
    readonly cookie: string,
    private readonly csrfToken: string,
  ) {}

  get(path: string): Promise<ApiResponse> {
    return this.api.get(path, { cookie: this.cookie });
  }

  /** With the CSRF token, unless another is given; null: without. */
  send(method: string, path: string, body?: unknown, csrfToken: string | null = this.csrfToken): Promise<ApiResponse> {
    const headers = { cookie: this.cookie, ...(csrfToken === null ? {} : { 'svc-csrf-token': csrfToken }) };
    return this.api.request(method, path, { headers, ...(body === undefined ? {} : { body }) });
  }
}

/** A service whose people sign in at a real provider. */
export function usePeople(people: KnownPeople, environment: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-e2e-'));
  let provider: IdentityProvider | undefined;
  let service: Standalone | undefined;

  beforeAll(async () => {
    provider = await IdentityProvider.start(people);
    const settings = { ...testEnvironment(), ...provider.environment, ...environment };
    service = await startStandalone({ ...settings, PORT: '0', DATA_DIR: folder });
  });
  afterAll(async () => {
    await service?.stop();
    await provider?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const api = (): Api => {
    if (service === undefined) throw new Error('the service is up from beforeAll on');
    return new Api(service.url, null);
  };
  return {
    api,
    provider: () => {
      if (provider === undefined) throw new Error('the provider is up from beforeAll on');
      return provider;
    },
    /** Goes to the provider as somebody, and comes back. */
    async signIn(person: string, query = ''): Promise<ApiResponse> {
      await provider?.person(person);
      const response = await fetch(`${api().baseUrl}/v1/sessions/oidc${query}`, { redirect: 'manual' });
      const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const back = await provider?.visit(response.headers.get('location') ?? '');
      return api().get(`//${back?.pathname.slice(1)}${back?.search}`, { cookie });
    },
    /** The browser that a sign-in leaves. */
    async browserOf(answer: ApiResponse): Promise<Browser> {
      const cookie = cookieOf(answer, 'svc_session') ?? '';
      const { body } = await api().get('/sessions/current', { cookie });
      return new Browser(api(), cookie, String(body['csrf_token']));
    },
  };
}
