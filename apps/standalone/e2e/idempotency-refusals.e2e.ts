import { randomUUID } from 'node:crypto';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from './support/api';
import { EVM_RECIPIENT, expectError } from './support/payments';
import { isReplay } from './support/replays';
import { useService } from './support/service';

const service = useService();
let api: Api;

beforeAll(() => {
  api = service.api.as('idempotency');
});

const order = { to: EVM_RECIPIENT, amount: '10.00' };

describe('API decisions: Idempotency, what stores nothing', () => {
  it.each([
    ['400 for a malformed parameter', { amount: '-1' }, 400],
    ['400 for an address of the other family', { chain: 'solana' }, 400],
    ['400 for an amount out of bounds', { amount: '0.000001' }, 400],
    ['404 for an unknown wallet', { from: 'wal_00000000000000000000000000' }, 404],
  ])('%s: the key is free for something else', async (_, fields, status) => {
    const idempotency_key = randomUUID();
    expect((await api.post('/payments', { ...order, ...fields, idempotency_key })).status).toBe(status);
    const next = await api.post('/payments', { ...order, idempotency_key });
    expect(next.status).toBe(201);
    expect(isReplay(next)).toBe(false);
  });

  it('401', async () => {
    const idempotency_key = randomUUID();
    const nobody = api.withKey(`${String(api.key)}x`);
    expectError(await nobody.post('/payments', { ...order, idempotency_key }), 401, 'unauthorized');
    expect((await api.post('/payments', { ...order, amount: '1.00', idempotency_key })).status).toBe(201);
  });

  it('403 plan_required', async () => {
    const idempotency_key = randomUUID();
    const scale = service.api.as('idempotency', 'scale');
    const refused = await scale.post('/payments', { ...order, compliance: 'skip', idempotency_key });
    expectError(refused, 403, 'plan_required', { param: 'compliance' });
    expect((await scale.post('/payments', { ...order, idempotency_key })).status).toBe(201);
  });

  it('429', async () => {
    const scale = service.api.as('idempotency', 'scale');
    const body = { chain: 'base', amount: '1.00' };
    const limited = await eventually(
      async () => {
        const keys = Array.from({ length: 40 }, () => randomUUID());
        const calls = await Promise.all(
          keys.map(async (idempotency_key) => {
            return { idempotency_key, response: await scale.post('/sandbox/faucet', { ...body, idempotency_key }) };
          }),
        );
        const refused = calls.filter(({ response }) => response.status === 429);
        return refused.length > 0 && refused;
      },
      { withinMs: 30_000 },
    );
    for (const { idempotency_key } of limited) {
      const other = await api.post('/sandbox/faucet', { ...body, amount: '2.00', idempotency_key });
      expect(other.status).toBe(200);
      expect(isReplay(other)).toBe(false);
    }
  });

  it('a refusal that leaves no object behind is run again: a wallet whose owner is not verified', async () => {
    const idempotency_key = randomUUID();
    const refused = { owner: 'user:blocked', chain: 'base', idempotency_key };
    for (let i = 0; i < 3; i++) {
      const response = await api.post('/wallets', refused);
      expectError(response, 403, 'compliance_blocked', { param: 'owner' });
      expect(isReplay(response)).toBe(false);
    }
    const other = await api.post('/wallets', { owner: 'user:2', chain: 'base', idempotency_key });
    expect(other.status).toBe(201);
    expect(isReplay(other)).toBe(false);
  });

  it('also when several of them come at once', async () => {
    const refused = { owner: 'user:blocked', chain: 'base', idempotency_key: randomUUID() };
    const all = await Promise.all(Array.from({ length: 10 }, () => api.post('/wallets', refused)));
    for (const each of all) expectError(each, 403, 'compliance_blocked', { param: 'owner' });
  });
});
