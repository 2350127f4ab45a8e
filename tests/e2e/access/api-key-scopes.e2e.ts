import { SCOPES } from '@stablecoin/contracts';
import { EVM_RECIPIENT, expectError } from '../support/payments';
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

const ROUTES: readonly (readonly [method: string, path: string, scope: string])[] = [
  ['POST', '/payments', 'payments:write'],
  ['POST', '/payments/simulate', 'payments:read'],
  ['GET', '/payments', 'payments:read'],
  ['GET', '/payments/pay_1', 'payments:read'],
  ['GET', '/payments/pay_1/timeline', 'payments:read'],
  ['POST', '/payments/pay_1/cancel', 'payments:write'],
  ['POST', '/wallets', 'wallets:write'],
  ['POST', '/wallets/bulk', 'wallets:write'],
  ['GET', '/wallets', 'wallets:read'],
  ['GET', '/wallets/wal_1', 'wallets:read'],
  ['GET', '/approvals', 'wallets:read'],
  ['GET', '/approvals/apr_1', 'wallets:read'],
  ['POST', '/approvals/apr_1/approve', 'approvals:write'],
  ['POST', '/approvals/apr_1/reject', 'approvals:write'],
  ['POST', '/compliance/check', 'screenings:write'],
  ['GET', '/compliance/checks', 'compliance:read'],
  ['GET', '/compliance/checks/cpl_1', 'compliance:read'],
  ['POST', '/compliance/checks/cpl_1/decision', 'compliance:write'],
  ['POST', '/compliance/attestations', 'compliance:write'],
  ['GET', '/compliance/attestations', 'compliance:read'],
  ['GET', '/compliance/attestations/att_1', 'compliance:read'],
  ['DELETE', '/compliance/attestations/att_1', 'compliance:write'],
  ['GET', '/deposits', 'compliance:read'],
  ['GET', '/deposits/dep_1', 'compliance:read'],
  ['POST', '/deposits/dep_1/decision', 'compliance:write'],
  ['GET', '/stats', 'payments:read'],
  ['GET', '/treasury/balance', 'treasury:read'],
  ['GET', '/treasury/balance/history', 'treasury:read'],
  ['GET', '/treasury/reconciliation', 'treasury:read'],
  ['GET', '/treasury/settings', 'treasury:read'],
  ['PATCH', '/treasury/settings', 'treasury:write'],
  ['GET', '/treasury/ledger', 'treasury:read'],
  ['GET', '/wallets/wal_1/ledger', 'wallets:read'],
  ['POST', '/sandbox/faucet', 'treasury:write'],
  ['POST', '/webhook_endpoints', 'webhooks:write'],
  ['GET', '/webhook_endpoints', 'webhooks:read'],
  ['GET', '/webhook_endpoints/whe_1', 'webhooks:read'],
  ['PATCH', '/webhook_endpoints/whe_1', 'webhooks:write'],
  ['DELETE', '/webhook_endpoints/whe_1', 'webhooks:write'],
  ['POST', '/webhook_endpoints/whe_1/rotate_secret', 'webhooks:write'],
  ['POST', '/webhook_endpoints/whe_1/test', 'webhooks:write'],
  ['GET', '/webhook_endpoints/whe_1/deliveries', 'webhooks:read'],
  ['GET', '/webhook_deliveries/whd_1', 'webhooks:read'],
  ['POST', '/webhook_endpoints/whe_1/replay', 'webhooks:write'],
  ['GET', '/events', 'events:read'],
  ['GET', '/events/evt_1', 'events:read'],
  ['GET', '/events/stream?starting_after=evt_1', 'events:read'],
  ['POST', '/api_keys', 'keys:write'],
  ['GET', '/api_keys', 'keys:read'],
  ['GET', '/policies', 'policies:read'],
  ['PATCH', '/policies', 'policies:write'],
  ['GET', '/api_keys/key_1', 'keys:read'],
  ['PATCH', '/api_keys/key_1', 'keys:write'],
  ['DELETE', '/api_keys/key_1', 'keys:write'],
  ['POST', '/api_keys/key_1/rotate', 'keys:write'],
  ['GET', '/members', 'members:read'],
  ['PUT', '/members/usr_1', 'members:write'],
  ['GET', '/audit_log', 'audit:read'],
  ['GET', '/system', 'system:read'],
  ['GET', '/dead_letters', 'system:read'],
  ['POST', '/dead_letters/dlt_1/redrive', 'system:write'],
];

/** What any key may do: they are about the key itself. */
const WITHOUT_SCOPE = [
  'DELETE /v1/sessions',
  'DELETE /v1/sessions/current',
  'GET /v1/sessions/current',
  'POST /v1/sessions',
];
/** What needs no key. */
const WITHOUT_KEY = ['GET /v1/sessions/methods', 'GET /v1/sessions/oidc', 'GET /v1/sessions/oidc/callback'];

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

  it('every documented operation is in the table', async () => {
    const { body } = await service.api.get('//openapi.json');
    const paths = Object.entries((body as unknown as Document).paths).filter(([path]) => path.startsWith('/v1/'));
    const documented = paths.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { security }]) => {
        const scopes = security.length === 0 ? ['no key'] : (security[0]?.bearerAuth ?? []);
        return [`${method.toUpperCase()} ${path.replace(/\{\w+\}/, '{}')}`, ...scopes].join(' ');
      }),
    );
    const templateOf = (path: string) => path.replace(/\?.*/, '').replace(/[a-z]+_1\b/, '{}');
    const tested = ROUTES.map(([method, path, scope]) => `${method} /v1${templateOf(path)} ${scope}`);
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
