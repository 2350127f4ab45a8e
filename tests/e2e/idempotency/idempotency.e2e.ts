import { randomUUID } from 'node:crypto';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from '../support/api';
import { EVM_RECIPIENT, expectError, fundedWallet, paymentIdOf, settledPayment } from '../support/payments';
import { expectReplay, isReplay } from '../support/replays';
import { useService } from '../support/service';

const service = useService();
let api: Api;

beforeAll(() => {
  api = service.api.as('idempotency');
});

const order = { to: EVM_RECIPIENT, amount: '10.00' };

/** Listed payments to one recipient: what was stored. */
async function storedTo(to: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return ((await api.get(`/payments?to=${to}&limit=100`)).body as { data: Record<string, unknown>[] }).data;
}

describe('Idempotency_key', () => {
  it('the same key with the same parameters returns the original payment', async () => {
    const idempotency_key = randomUUID();
    const first = await api.post('/payments', { ...order, idempotency_key });
    const second = await api.post('/payments', { ...order, idempotency_key });

    expect(first.status).toBe(201);
    expect(first.body).toEqual(settledPayment({ amount: '10.00', idempotency_key }));
    expect(first.headers.get('svc-idempotent-replayed')).toBeNull();
    expectReplay(second, first.body);
  });

  it.each([
    ['to', { to: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' }],
    ['amount', { amount: '10.000001' }],
    ['currency', { currency: 'EURC' }],
    ['chain', { chain: 'base' }],
    ['compliance', { compliance: 'skip' }],
    ['memo', { memo: 'other' }],
    ['an empty memo', { memo: '' }],
    ['country_code', { country_code: 'DE' }],
    ['compliance_ref', { compliance_ref: 'cpl_00000000000000000000000000' }],
  ])('the same key with another %s gives 409 idempotency_conflict', async (_, other) => {
    const idempotency_key = randomUUID();
    const first = await api.post('/payments', { ...order, idempotency_key });
    const conflict = await api.post('/payments', { ...order, ...other, idempotency_key });
    expectError(conflict, 409, 'idempotency_conflict', { param: 'idempotency_key' });
    expect(conflict.headers.get('svc-idempotent-replayed')).toBeNull();
    expectReplay(await api.post('/payments', { ...order, idempotency_key }), first.body);
  });

  it('from is a parameter too', async () => {
    const idempotency_key = randomUUID();
    const [one, two] = [await fundedWallet(api, { usdc: '20.00' }), await fundedWallet(api, { usdc: '20.00' })];
    const first = await api.post('/payments', { ...order, from: one.id, idempotency_key });
    expect(first.status).toBe(201);
    for (const from of [two.id, undefined]) {
      const conflict = await api.post('/payments', { ...order, from, idempotency_key });
      expectError(conflict, 409, 'idempotency_conflict', { param: 'idempotency_key' });
    }
  });
});

describe('Idempotency, where the key is', () => {
  it('a key in the body equals a key in the Idempotency-Key header', async () => {
    const key = randomUUID();
    const inHeader = await api.post('/payments', order, { 'idempotency-key': key });
    expect(inHeader.body).toEqual(settledPayment({ amount: '10.00', idempotency_key: key }));
    expectReplay(await api.post('/payments', { ...order, idempotency_key: key }), inHeader.body);
    expectReplay(
      await api.post('/payments', { ...order, idempotency_key: key }, { 'Idempotency-Key': key }),
      inHeader.body,
    );
  });

  it('two different keys are answered 400, and nothing is stored', async () => {
    const [inBody, inHeader] = [randomUUID(), randomUUID()];
    const response = await api.post(
      '/payments',
      { ...order, idempotency_key: inBody },
      { 'idempotency-key': inHeader },
    );
    expectError(response, 400, 'invalid_request', { param: 'idempotency_key' });
    for (const idempotency_key of [inBody, inHeader]) {
      expect((await api.post('/payments', { ...order, amount: '1.00', idempotency_key })).status).toBe(201);
    }
  });

  it('has 1 to 255 characters', async () => {
    const prefix = randomUUID();
    const longest = prefix.padEnd(255, 'k');
    const inBody = await api.post('/payments', { ...order, idempotency_key: longest });
    expect(inBody).toMatchObject({ status: 201, body: { idempotency_key: longest } });
    expectReplay(await api.post('/payments', order, { 'idempotency-key': longest }), inBody.body);
    for (const idempotency_key of ['', `${longest}k`, 7, ['k']]) {
      const refused = await api.post('/payments', { ...order, idempotency_key });
      expectError(refused, 400, 'invalid_request', { param: 'idempotency_key' });
    }
    const tooLong = await api.post('/payments', order, { 'idempotency-key': `${longest}k` });
    expectError(tooLong, 400, 'invalid_request', { param: 'idempotency_key' });
  });

  it('may hold any character, and every character counts', async () => {
    const id = randomUUID();
    const keys = [
      `${id} `,
      `${id}"`,
      `${id}\\`,
      `${id}/../`,
      `${id}ü`,
      `${id}ü`.normalize('NFD'),
      `${id}💶`,
      `${id}\n`,
    ];
    const made = await Promise.all(keys.map((key) => api.post('/payments', { ...order, idempotency_key: key })));
    expect(made.map(({ status }) => status)).toEqual(keys.map(() => 201));
    expect(new Set(made.map(paymentIdOf)).size).toBe(keys.length);
    await Promise.all(
      keys.map(async (key, i) => {
        expectReplay(await api.post('/payments', { ...order, idempotency_key: key }), made[i]?.body);
      }),
    );
  });
});

describe('Idempotency, its scope', () => {
  it('account: another account has keys of its own', async () => {
    const idempotency_key = randomUUID();
    const own = await api.post('/payments', { ...order, idempotency_key });
    const foreign = await service.api.as('prefer').post('/payments', { ...order, idempotency_key });
    expect(foreign.status).toBe(201);
    expect(paymentIdOf(foreign)).not.toBe(paymentIdOf(own));
  });

  it('account: every API key of the account shares them', async () => {
    const idempotency_key = randomUUID();
    const own = await api.post('/payments', { ...order, idempotency_key });
    const scale = service.api.as('idempotency', 'scale');
    expectReplay(await scale.post('/payments', { ...order, idempotency_key }), own.body);
  });

  it('mode: the sandbox and live mode have keys of their own', async () => {
    const idempotency_key = randomUUID();
    const endpoint = { url: 'https://example.com/hooks', idempotency_key };
    const sandbox = await api.post('/webhook_endpoints', endpoint);
    const live = await service.api.as('idempotency', 'live').post('/webhook_endpoints', endpoint);
    expect([sandbox.status, live.status]).toEqual([200, 200]);
    expect([isReplay(sandbox), isReplay(live)]).toEqual([false, false]);
    expect(live.body['id']).not.toBe(sandbox.body['id']);
    await api.delete(`/webhook_endpoints/${String(sandbox.body['id'])}`);
    await service.api.as('idempotency', 'live').delete(`/webhook_endpoints/${String(live.body['id'])}`);
  });

  it('operation: each has keys of its own', async () => {
    const idempotency_key = randomUUID();
    const responses = [
      await api.post('/payments', { ...order, idempotency_key }),
      await api.post('/wallets', { owner: 'user:1', chain: 'base', idempotency_key }),
      await api.post('/sandbox/faucet', { chain: 'base', amount: '1.00', idempotency_key }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 200]);
    expect(responses.map(isReplay)).toEqual([false, false, false]);
  });
});

describe('Idempotency, parameters are compared after normalisation', () => {
  it.each([
    ['10 equals 10.00', { amount: '10' }],
    ['and 10.000000, and 0010.0', { amount: '0010.000000' }],
    ['an address equals its checksummed form', { to: EVM_RECIPIENT.toLowerCase() }],
    ['an omitted default equals the stated one', { currency: 'USDC', chain: 'auto', compliance: 'auto' }],
    ['null equals absent', { memo: null, from: null, currency: null, compliance_ref: null, country_code: null }],
  ])('%s', async (_, spelling) => {
    const idempotency_key = randomUUID();
    const first = await api.post('/payments', { ...order, idempotency_key });
    expectReplay(await api.post('/payments', { ...order, ...spelling, idempotency_key }), first.body);
  });

  it('the order of fields does not count', async () => {
    const idempotency_key = randomUUID();
    const first = await api.post('/payments', { to: order.to, amount: order.amount, memo: 'm', idempotency_key });
    expectReplay(
      await api.post('/payments', { idempotency_key, memo: 'm', amount: order.amount, to: order.to }),
      first.body,
    );
  });

  it('the list of checks is a set', async () => {
    const idempotency_key = randomUUID();
    const check = { address: EVM_RECIPIENT, country_code: 'DE', idempotency_key };
    const first = await api.post('/compliance/check', check);
    expectReplay(
      await api.post('/compliance/check', { ...check, checks: ['travel_rule', 'sanctions', 'kyc', 'aml'] }),
      first.body,
    );
  });
});

describe('Idempotency, replays', () => {
  it('answer with the object as it is now', async () => {
    const idempotency_key = randomUUID();
    const body = { ...order, amount: '1.000101', idempotency_key };
    const first = await api.post('/payments', body, { prefer: 'respond-async' });
    expect(first).toMatchObject({ status: 202, body: { status: 'pending' } });
    const second = await api.post('/payments', body);
    expectReplay(second, settledPayment({ id: paymentIdOf(first), amount: '1.000101', idempotency_key }));
  });

  it('a duplicate that comes while the first is under way waits as that does, and answers 200', async () => {
    const body = { ...order, amount: '1.000101', idempotency_key: randomUUID() };
    const all = await Promise.all(Array.from({ length: 5 }, () => api.post('/payments', body)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    for (const each of all) {
      expect(each.body).toEqual(settledPayment({ amount: '1.000101', idempotency_key: body.idempotency_key }));
    }
    expect(all.filter(isReplay).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(all.map(paymentIdOf)).size).toBe(1);
  });

  it('a payment that waits for a person is answered at once, again', async () => {
    const { id: from } = await fundedWallet(api, { usdc: '20.00', spend_limit: '1.00' });
    const body = { ...order, from, idempotency_key: randomUUID() };
    const first = await api.post('/payments', body);
    const second = await api.post('/payments', body);
    expect(first).toMatchObject({ status: 202, body: { stage: 'awaiting_approval' } });
    expectReplay(second, first.body);
    await api.post(`/payments/${paymentIdOf(first)}/cancel`);
    const third = await api.post('/payments', body);
    expect(third).toMatchObject({ status: 200, body: { id: paymentIdOf(first), error_code: 'canceled' } });
  });
});

describe('Idempotency, one object per key', () => {
  it('a key makes one payment, however often and in whichever way it is sent', async () => {
    const idempotency_key = randomUUID();
    const to = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb';
    const earlier = (await storedTo(to)).length;
    for (let i = 0; i < 3; i++) {
      await Promise.all([
        api.post('/payments', { ...order, to, idempotency_key }),
        api.post('/payments', { ...order, to }, { 'idempotency-key': idempotency_key }),
        api.post('/payments', { ...order, to, idempotency_key, amount: '10' }, { prefer: 'respond-async' }),
        api.post('/payments', { ...order, to, idempotency_key, amount: '11' }),
      ]);
    }
    const stored = await eventually(async () => {
      const found = await storedTo(to);
      return found.length > earlier && found;
    });
    expect(stored).toHaveLength(earlier + 1);
  });
});
