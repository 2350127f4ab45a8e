import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandalone, type Standalone } from '@stablecoin/standalone';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { IdentityProvider, type KnownPeople } from '../../../../apps/gateway/src/testing/identity-provider';
import { freePort } from '../../../../infra/local/ports';
import { Api } from '../../support/api';
import { ensureBuilt } from '../../support/ensure-built';
import { launchChromium } from './chromium';
import { WatchedBrowser } from './watched-browser';

/** An administrator's key of the account in which people sign in. */
export const KEY = 'svc_test_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
/** Of another account. */
export const OTHER_KEY = 'svc_test_abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG';
const KEYS = `${KEY}:default:enterprise,${OTHER_KEY}:other:enterprise`;
const STARTED_WITHIN_MS = 180_000;

/** Each has the role of their name. */
export const PEOPLE: KnownPeople = {
  ada: { name: 'Ada Lovelace', email: 'ada@example.com', roles: 'administrator' },
  rosa: { name: 'Rosa Reviewer', email: 'rosa@example.com', roles: 'reviewer' },
  vera: { name: 'Vera Viewer', email: 'vera@example.com', roles: 'viewer' },
};

/** A service with its console, an identity provider, and a Chromium. One of each for all tests of a file. */
export class ConsoleUnderTest {
  private constructor(
    private readonly folder: string,
    readonly provider: IdentityProvider,
    private readonly service: Standalone,
    private readonly chromium: Browser,
    readonly api: Api,
  ) {}

  static async start(environment: Readonly<Record<string, string>> = {}): Promise<ConsoleUnderTest> {
    ensureBuilt();
    const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-console-'));
    const port = await freePort();
    const provider = await IdentityProvider.start(PEOPLE, `http://127.0.0.1:${port}`);
    const service = await startStandalone({
      ...{ LOG_LEVEL: 'error', SIGN_IN_RATE: '1000', BOOTSTRAP_API_KEYS: KEYS },
      ...{ ...provider.environment, OIDC_ROLE_CLAIM: 'roles', PORT: String(port), DATA_DIR: folder },
      ...environment,
    });
    return new ConsoleUnderTest(folder, provider, service, await launchChromium(), new Api(service.url, KEY));
  }

  get url(): string {
    return `${this.service.url}/console`;
  }

  /** The inside of the service, for what no client can bring about. */
  get runtime(): Standalone['runtime'] {
    return this.service.runtime;
  }

  /** A browser in which nobody has signed in. */
  visit(options: BrowserContextOptions = {}): Promise<WatchedBrowser> {
    return WatchedBrowser.open(this.chromium, [this.service.url, this.provider.issuer], {
      baseURL: this.service.url,
      ...options,
    });
  }

  /** A browser that has exchanged an API key for a session. */
  async visitWithKey(options: BrowserContextOptions = {}, key = KEY): Promise<WatchedBrowser> {
    const visitor = await this.visit(options);
    await visitor.signInWithKey(key);
    return visitor;
  }

  /** A browser in which a person of {@link PEOPLE} has signed in. */
  async visitAs(person: string, options: BrowserContextOptions = {}): Promise<WatchedBrowser> {
    await this.provider.person(person);
    const visitor = await this.visit(options);
    await visitor.page.goto('/v1/sessions/oidc?return_to=/console/');
    await visitor.page.waitForURL('**/console/**');
    return visitor;
  }

  async stop(): Promise<void> {
    await this.chromium.close();
    await this.service.stop();
    await this.provider.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The same for all tests of a `describe`. */
export function useConsole(environment: Readonly<Record<string, string>> = {}): () => ConsoleUnderTest {
  let under: ConsoleUnderTest | undefined;
  beforeAll(async () => {
    under = await ConsoleUnderTest.start(environment);
  }, STARTED_WITHIN_MS);
  afterAll(() => under?.stop());
  return () => {
    if (under === undefined) throw new Error('the console is up from beforeAll on');
    return under;
  };
}
