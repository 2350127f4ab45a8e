import { SCOPES } from '@stablecoin/contracts';
import { EVM_RECIPIENT, expectError } from '../support/payments';
import { textOf } from '../support/repository';
import { useService } from '../support/service';

/** What is read of the document. */
interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly security: readonly { readonly bearerAuth: readonly string[] }[] }>>
    >
  >;
}

type Route = readonly [method: string, path: string, scope: string];

/**
 * The scopes of each part of the API: for what reads, and for what changes something. Operations of a part that is not here
 * require one scope that ends with `:read` and one that ends with `:write`.
 */
const PARTS: Readonly<Record<string, readonly [reads: string, writes: string]>> = {
  payments: ['payments:read', 'payments:write'],
  stats: ['payments:read', 'payments:write'],
  wallets: ['wallets:read', 'wallets:write'],
  approvals: ['wallets:read', 'approvals:write'],
  compliance: ['compliance:read', 'compliance:write'],
  deposits: ['compliance:read', 'compliance:write'],
  treasury: ['treasury:read', 'treasury:write'],
  sandbox: ['treasury:read', 'treasury:write'],
  webhook_endpoints: ['webhooks:read', 'webhooks:write'],
  webhook_deliveries: ['webhooks:read', 'webhooks:write'],
  events: ['events:read', 'events:write'],
  api_keys: ['keys:read', 'keys:write'],
  policies: ['policies:read', 'policies:write'],
  rules: ['policies:read', 'policies:write'],
  members: ['members:read', 'members:write'],
  audit_log: ['audit:read', 'audit:write'],
  system: ['system:read', 'system:write'],
  dead_letters: ['system:read', 'system:write'],
};

/** Operations whose scope is another one than that of their part. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'POST /payments/simulate': 'payments:read',
  'POST /compliance/check': 'screenings:write',
};

/** A stream without an end is refused for a parameter. */
const QUERIES: Readonly<Record<string, string>> = { '/events/stream': '?starting_after=evt_1' };

/** What any key may do: they are about the key itself. */
const WITHOUT_SCOPE = [
  'DELETE /v1/sessions',
  'DELETE /v1/sessions/current',
  'GET /v1/sessions/current',
  'POST /v1/sessions',
];
/** What needs no key. */
const WITHOUT_KEY = ['GET /v1/sessions/methods', 'GET /v1/sessions/oidc', 'GET /v1/sessions/oidc/callback'];

/** The scopes of a part that is not in the table, as its operations declare them. */
function declaredScopes(paths: Document['paths'], part: string): readonly [reads: string, writes: string] {
  const ofPart = Object.entries(paths).filter(([path]) => path.split('/')[2] === part);
  const scopes = ofPart.flatMap(([, methods]) =>
    Object.values(methods).flatMap(({ security }) => security[0]?.bearerAuth),
  );
  const ending = (suffix: string): string => scopes.find((scope) => scope?.endsWith(suffix)) ?? `no scope ${suffix}`;
  return [ending(':read'), ending(':write')];
}

/** Every operation that takes an API key and a scope, with the scope that it has to take by the tables above. */
function routesOf({ paths }: Document): readonly Route[] {
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.keys(methods).flatMap((verb): Route[] => {
      const method = verb.toUpperCase();
      const apart = WITHOUT_SCOPE.includes(`${method} ${template}`) || WITHOUT_KEY.includes(`${method} ${template}`);
      if (!template.startsWith('/v1/') || apart) return [];
      const path = template.slice('/v1'.length);
      const part = path.split('/')[1] ?? '';
      const [reads, writes] = PARTS[part] ?? declaredScopes(paths, part);
      const scope = EXCEPTIONS[`${method} ${path}`] ?? (method === 'GET' ? reads : writes);
      return [[method, `${path.replaceAll(/\{\w+\}/g, 'none_1')}${QUERIES[path] ?? ''}`, scope]];
    }),
  );
}

const ROUTES = routesOf(JSON.parse(textOf('apps/gateway/openapi.json')) as Document);

describe('Scopes of an API key', () => {
  const service = useService();
  const api = () => service.api.as('scopes');
  const issue = async (scopes: readonly string[]) => {
    const { body } = await api().post('/api_keys', { scopes });
    return service.api.withKey(String(body['key']));
  };

  it.each(ROUTES)('%s %s requires the scope %s', async (method, path, scope) => {
    const [lacking, having] = await Promise.all([issue(SCOPES.filter((each) => each !== scope)), issue([scope])]);
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: { nothing: 'valid' } };
    const refused = await lacking.request(method, path, body);
    expectError(refused, 403, 'insufficient_scope', { message: expect.stringContaining(scope) });
    expect(refused.headers.get('ratelimit')).not.toBeNull();
    expect([200, 400, 404]).toContain((await having.request(method, path, body)).status);
  });

  it.each(ROUTES)('%s %s checks the key before the request: 401, then 403', async (method, path, scope) => {
    const lacking = await issue(SCOPES.filter((each) => each !== scope));
    const nobody = service.api.withKey('svc_test_nobody');
    const malformed = { rawBody: '{', headers: { 'idempotency-key': 'k'.repeat(256) } };
    for (const options of method === 'GET' || method === 'DELETE' ? [{}] : [{}, malformed]) {
      expectError(await nobody.request(method, `${path}?nothing=known`, options), 401, 'unauthorized');
      expectError(await lacking.request(method, `${path}?nothing=known`, options), 403, 'insufficient_scope');
    }
  });

  it('every documented operation names the scope that it requires', async () => {
    const { body } = await service.api.get('//openapi.json');
    const paths = Object.entries((body as unknown as Document).paths).filter(([path]) => path.startsWith('/v1/'));
    const documented = paths.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { security }]) => {
        const scopes = security.length === 0 ? ['no key'] : (security[0]?.bearerAuth ?? []);
        return [`${method.toUpperCase()} ${path.replace(/\{\w+\}/, 'none_1')}`, ...scopes].join(' ');
      }),
    );
    const tested = ROUTES.map(([method, path, scope]) => `${method} /v1${path.replace(/\?.*/, '')} ${scope}`);
    const open = WITHOUT_KEY.map((each) => `${each} no key`);
    expect(documented.toSorted()).toEqual([...tested, ...WITHOUT_SCOPE, ...open].toSorted());
  });

  it('a key without payment scopes cannot replay the payment of another key', async () => {
    const order = { to: EVM_RECIPIENT, amount: '1.00', idempotency_key: 'shared' };
    expect((await api().post('/payments', order)).status).toBe(201);
    const reader = await issue(SCOPES.filter((scope) => scope.endsWith(':read')));
    expectError(await reader.post('/payments', order), 403, 'insufficient_scope');
  });
});
