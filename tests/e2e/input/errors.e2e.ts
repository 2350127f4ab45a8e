import { eventually } from '@stablecoin/event-sourcing/testing';
import type { ApiResponse } from '../support/api';
import { errorBody, EVM_RECIPIENT, expectError, fundedWallet, idOf } from '../support/payments';
import { useService } from '../support/service';

const UNKNOWN = 'pay_01JD8Z5M3V7T9G2K4XQW6N0B1C';

describe('Errors', () => {
  const service = useService();
  const api = () => service.api.as('errors');
  const pay = (fields: object) => api().post('/payments', { to: EVM_RECIPIENT, amount: '1.00', ...fields });

  /** One way to each error, and what its body says beside code, message, request_id and retryable. */
  const CASES: readonly (readonly [status: number, code: string, fields: object, () => Promise<ApiResponse>])[] = [
    [400, 'invalid_request', { param: 'amount' }, () => pay({ amount: 'ten' })],
    [401, 'unauthorized', {}, () => service.api.withKey('svc_test_nobody').get('/payments')],
    [
      402,
      'insufficient_balance',
      { payment_id: idOf('pay') },
      () => fundedWallet(api()).then(({ id }) => pay({ from: id })),
    ],
    [
      403,
      'compliance_blocked',
      { payment_id: idOf('pay') },
      () => pay({ to: '0x000000000000000000000000000000000000d001' }),
    ],
    [
      403,
      'plan_required',
      { param: 'compliance' },
      () =>
        service.api.as('errors', 'scale').post('/payments', { to: EVM_RECIPIENT, amount: '1.00', compliance: 'skip' }),
    ],
    [
      403,
      'insufficient_scope',
      {},
      async () => {
        const { body } = await api().post('/api_keys', { scopes: ['payments:read'] });
        return service.api.withKey(String(body['key'])).get('/wallets');
      },
    ],
    [404, 'not_found', {}, () => api().get(`/payments/${UNKNOWN}`)],
    [
      409,
      'idempotency_conflict',
      { param: 'idempotency_key' },
      () => pay({ idempotency_key: 'errors' }).then(() => pay({ idempotency_key: 'errors', amount: '2.00' })),
    ],
    [
      409,
      'possible_duplicate',
      { payment_id: idOf('pay') },
      async () => {
        const compared = service.api.as('errors_compared');
        await compared.patch('/policies', { duplicate_guard: 'all' });
        const order = { to: EVM_RECIPIENT, amount: '6.00' };
        await compared.post('/payments', order);
        return compared.post('/payments', order);
      },
    ],
    [409, 'invalid_state', {}, () => pay({}).then(({ body }) => api().post(`/payments/${String(body['id'])}/cancel`))],
    [422, 'chain_unavailable', { payment_id: idOf('pay') }, () => pay({ amount: '1.000301', chain: 'base' })],
    [
      429,
      'rate_limited',
      {},
      () =>
        eventually(async () => {
          const scale = service.api.as('errors', 'scale');
          const answers = await Promise.all(Array.from({ length: 60 }, () => scale.post('/wallets', {})));
          return answers.find(({ status }) => status === 429) ?? false;
        }),
    ],
    [
      500,
      'internal_error',
      // There is no provider for live mode, and asking again does not make one.
      { retryable: false },
      () => service.api.as('errors', 'live').post('/compliance/check', { address: EVM_RECIPIENT, country_code: 'DE' }),
    ],
  ];

  it.each(CASES)('%i %s has code and message, request_id, retryable and what else is documented', async (...row) => {
    const [status, code, fields, provoke] = row;
    const response = await provoke();
    expectError(response, status, code, fields);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.body['message']).toMatch(/^[A-Za-z].*\.$/s);
  });

  it('an error body says nothing of what is inside', async () => {
    const answers = await Promise.all(CASES.map(([, , , provoke]) => provoke()));
    for (const { text } of answers) expect(text).not.toMatch(/node_modules|\.ts\b|sqlite|stack|Error:|at \//i);
  });

  it('every answer carries svc-request-id, and each its own', async () => {
    const answers = await Promise.all([
      api().get('/payments'),
      api().post('/payments', {}),
      api().get('/nothing'),
      service.api.get('/payments'),
      service.api.get('//health/live'),
      service.api.get('//openapi.json'),
      api().request('POST', '/payments', { rawBody: '{' }),
    ]);
    const ids = answers.map(({ headers }) => headers.get('svc-request-id'));
    for (const id of ids) expect(id).toEqual(idOf('req'));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("a client's own request id is not taken over", async () => {
    const { headers } = await api().get('/payments', {
      'svc-request-id': 'mine',
      'request-id': 'mine',
      'x-request-id': 'mine',
    });
    expect(headers.get('svc-request-id')).toEqual(idOf('req'));
  });

  it('an invalid request stores nothing and takes no idempotency key', async () => {
    const key = { idempotency_key: 'after an error' };
    expectError(await pay({ ...key, amount: '0' }), 400, 'invalid_request', { param: 'amount' });
    expect((await pay(key)).status).toBe(201);
    const { status, body } = await pay({ ...key, amount: '3.00' });
    expect({ status, body }).toEqual({
      status: 409,
      body: errorBody('idempotency_conflict', { param: 'idempotency_key' }),
    });
  });
});
