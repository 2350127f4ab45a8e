import { randomUUID } from 'node:crypto';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api, ApiResponse } from '../support/api';
import {
  EVM_RECIPIENT,
  expectError,
  fundedWallet,
  paymentIdOf,
  settledPayment,
  SOLANA_RECIPIENT,
  untilEnded,
} from '../support/payments';
import { useService } from '../support/service';
import { countBy, tally, times, treasuryOn, walletOf } from '../support/volleys';

const service = useService();
let api: Api;

beforeAll(() => {
  api = service.api.as('races');
});

/** Volleys are about money, and the deadline of a screening is short here. */
const UNSCREENED = { compliance: 'skip' };

const isReplay = ({ headers }: ApiResponse) => headers.get('svc-idempotent-replayed') === 'true';

describe('One key, many requests', () => {
  it('100 at once make one payment: one is answered 201 and 99 are answered 200, all with the same body', async () => {
    const to = '0x27b1fdb04752bbc536007a920d24acb045561c26';
    const before = await treasuryOn(api, 'base');
    const body = { to, amount: '2.50', idempotency_key: randomUUID(), chain: 'base' };

    const all = await times(100, () => api.post('/payments', body));

    expect(countBy(all.map(({ status }) => status))).toEqual({ 201: 1, 200: 99 });
    expect(all.filter(isReplay).every(({ status }) => status === 200)).toBe(true);
    expect(all.filter(isReplay)).toHaveLength(99);
    const [text] = [...new Set(all.map((response) => response.text))];
    expect(all.every((response) => response.text === text)).toBe(true);
    expect(all[0]?.body).toEqual(
      settledPayment({
        to: '0x27b1fdb04752bbc536007a920d24acb045561c26',
        amount: '2.50',
        idempotency_key: body.idempotency_key,
      }),
    );
    const after = await treasuryOn(api, 'base');
    expect(after.available.usdc).toBeCloseTo(before.available.usdc - 2.5, 6);
    const { data } = (await api.get('/treasury/ledger?limit=100')).body as {
      data: { payment_id: string; kind: string }[];
    };
    const entries = data.filter(({ payment_id }) => payment_id === all[0]?.body['id']);
    expect(entries.map(({ kind }) => kind)).toEqual(['posted', 'reserved']);
  });

  it('two orders that share a key: one of them is made, and everybody who sent the other is told so', async () => {
    const idempotency_key = randomUUID();
    const all = await times(60, async (i) => {
      const amount = i % 2 === 0 ? '1.00' : '2.00';
      return { amount, response: await api.post('/payments', { to: EVM_RECIPIENT, amount, idempotency_key }) };
    });
    const winner = all.find(({ response }) => response.status === 201);
    expect(winner).toBeDefined();
    for (const { amount, response } of all) {
      if (amount === winner?.amount) expect(response.body).toEqual(winner.response.body);
      else expectError(response, 409, 'idempotency_conflict', { param: 'idempotency_key' });
    }
    expect(countBy(all.map(({ response }) => response.status))).toEqual({ 201: 1, 200: 29, 409: 30 });
  });

  it('many keys, each sent five times at once and mixed: one payment each', async () => {
    const before = await treasuryOn(api, 'ethereum');
    const keys = Array.from({ length: 30 }, () => randomUUID());
    const sent = await times(150, async (i) => {
      const idempotency_key = String(keys[i % keys.length]);
      const order = { to: EVM_RECIPIENT, amount: '1.00', chain: 'ethereum', idempotency_key, ...UNSCREENED };
      return api.post('/payments', order, i % 3 === 0 ? { prefer: 'respond-async' } : {});
    });
    const ids = new Set(sent.map(paymentIdOf));
    expect(ids.size).toBe(keys.length);
    const ended = await Promise.all([...ids].map((id) => untilEnded(api, id)));
    expect(countBy(ended.map(({ body }) => body['status']))).toEqual({ settled: keys.length });
    await eventually(async () => {
      const after = await treasuryOn(api, 'ethereum');
      expect(after.reserved.usdc).toBe(0);
      expect(after.available.usdc).toBeCloseTo(before.available.usdc - keys.length, 6);
    });
  });

  it('15 at once make one wallet', async () => {
    const body = { owner: 'agent:one', chain: 'base', idempotency_key: randomUUID() };
    const all = await times(15, () => api.post('/wallets', body));
    expect(countBy(all.map(({ status }) => status))).toEqual({ 201: 1, 200: 14 });
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
  });
});

describe('Without a key', () => {
  it('identical checks at once share one screening, so they have one ref', async () => {
    const check = { address: EVM_RECIPIENT, checks: ['aml'] };
    const all = await times(20, () => api.post('/compliance/check', check));
    expect(countBy(all.map(({ status, body }) => `${status} ${String(body['status'])}`))).toEqual({
      '200 cleared': 20,
    });
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
  });

  it('payments at once to one recipient are payments of their own, and share one screening', async () => {
    const all = await times(20, () => api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00' }));
    expect(tally(all)).toEqual({ '201 done': 20 });
    expect(new Set(all.map(paymentIdOf)).size).toBe(20);
    expect(new Set(all.map(({ body }) => body['compliance_ref'])).size).toBe(1);
  });
});

describe('Nothing is spent twice', () => {
  it.each([
    { name: 'on one chain', to: SOLANA_RECIPIENT, chains: ['solana'] as const },
    { name: 'with auto, on both chains in turn', to: EVM_RECIPIENT, chains: ['base', 'ethereum'] as const },
  ])('a treasury that is drained by 200 payments at once is never below zero: $name', async ({ to, chains }) => {
    const balances = () => Promise.all(chains.map((chain) => treasuryOn(api, chain)));
    for (const [i, { available }] of (await balances()).entries()) {
      if (available.eurc >= 100_000) continue;
      await api.post('/sandbox/faucet', { chain: chains[i], currency: 'EURC', amount: '1000000' });
    }
    const start = (await balances()).map(({ available }) => available.eurc);
    const amount = Math.floor(Math.min(...start) / 40);
    const affordable = start.map((held) => Math.floor(held / amount));
    const settled = affordable.reduce((sum, count) => sum + count, 0);
    const volley = { isOver: false };
    const watching = (async () => {
      const seen: number[] = [];
      while (!volley.isOver) {
        for (const { available, reserved } of await balances()) seen.push(available.eurc, reserved.eurc);
      }
      return seen;
    })();

    const all = await times(200, () =>
      api.post('/payments', { to, amount: `${amount}`, currency: 'EURC', ...UNSCREENED }),
    );
    volley.isOver = true;

    expect(tally(all)).toEqual({ '201 done': settled, '402 insufficient_balance': 200 - settled });
    expect((await watching).every((balance) => balance >= 0)).toBe(true);
    expect((await balances()).map(({ available, reserved }) => [available.eurc, reserved.eurc])).toEqual(
      start.map((held, i) => [held - Number(affordable[i]) * amount, 0]),
    );
  });

  it('payments at once from one wallet spend no more than it has', async () => {
    const { id: from } = await fundedWallet(api, { usdc: '100.00' });
    const all = await times(200, () =>
      api.post('/payments', { to: EVM_RECIPIENT, amount: '2.00', from, ...UNSCREENED }),
    );
    expect(tally(all)).toEqual({ '201 done': 50, '402 insufficient_balance': 150 });
    expect(await walletOf(api, from)).toEqual({ usdc: 0, spent: 100 });
  });

  it('payments at once from one wallet stay within its spend limit: the rest waits for approval, and canceled it takes nothing', async () => {
    const { id: from } = await fundedWallet(api, { usdc: '1000.00', spend_limit: '100.00' });
    const volley = { isOver: false };
    const watching = (async () => {
      const seen: number[] = [];
      while (!volley.isOver) seen.push((await walletOf(api, from)).spent);
      return seen;
    })();

    const all = await times(200, () =>
      api.post('/payments', { to: EVM_RECIPIENT, amount: '2.00', from, ...UNSCREENED }),
    );
    volley.isOver = true;

    expect(tally(all)).toEqual({ '201 done': 50, '202 awaiting_approval': 150 });
    expect((await watching).every((spent) => spent <= 100)).toBe(true);
    expect(await walletOf(api, from)).toEqual({ usdc: 900, spent: 100 });
    const waiting = all.filter(({ status }) => status === 202).map(paymentIdOf);
    await Promise.all(waiting.map((id) => api.post(`/payments/${id}/cancel`)));
    const ended = await Promise.all(waiting.map((id) => untilEnded(api, id)));
    // Against a slow service some approvals run out before they are canceled.
    for (const { body } of ended) expect(['canceled', 'approval_expired']).toContain(body['error_code']);
    expect(await walletOf(api, from)).toEqual({ usdc: 900, spent: 100 });
  });

  it('what comes in while money goes out is neither lost nor counted twice', async () => {
    const { id: from } = await fundedWallet(api, { usdc: '10.00' });
    const [paid] = await Promise.all([
      times(60, () => api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00', from, ...UNSCREENED })),
      times(40, () => api.post('/sandbox/faucet', { chain: 'base', amount: '1.00', wallet: from })),
    ]);
    const settled = paid.filter(({ status }) => status === 201).length;
    expect(settled).toBeGreaterThanOrEqual(10);
    expect(paid.filter(({ body }) => body['code'] === 'insufficient_balance')).toHaveLength(60 - settled);
    expect((await walletOf(api, from)).usdc).toBe(50 - settled);
  });

  it('money that goes around between wallets stays the same in sum', async () => {
    const wallets = await times(4, () => fundedWallet(api, { usdc: '10.00' }));
    const paid = await times(80, (i) => {
      const [from, to] = [wallets[i % 4], wallets[(i + 1 + (i % 3)) % 4]];
      return api.post('/payments', { from: from?.id, to: to?.address, amount: '3.00', ...UNSCREENED });
    });
    const { '201 done': settled = 0, '402 insufficient_balance': refused = 0 } = tally(paid);
    expect(settled + refused).toBe(80);
    await eventually(async () => {
      const balances = await Promise.all(wallets.map(({ id }) => walletOf(api, id)));
      expect(balances.every(({ usdc }) => usdc >= 0)).toBe(true);
      expect(balances.reduce((sum, { usdc }) => sum + usdc, 0)).toBe(40);
    });
  });
});
