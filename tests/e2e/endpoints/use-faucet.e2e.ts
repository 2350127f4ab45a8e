import { randomUUID } from 'node:crypto';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from '../support/api';
import { EVM_HASH, expectError, fundedWallet, idOf, SOLANA_HASH, TIME } from '../support/payments';
import { useService } from '../support/service';
import { hasValidSignature, WebhookSink } from '../support/webhook-sink';

const service = useService();
let api: Api;

beforeAll(() => {
  api = service.api.as('faucet');
});

const CHAINS = [
  { chain: 'base', txHash: EVM_HASH },
  { chain: 'ethereum', txHash: EVM_HASH },
  { chain: 'solana', txHash: SOLANA_HASH },
];
const available = async (chain: string, currency: 'usdc' | 'eurc') => {
  const { body } = await api.get('/treasury/balance');
  return Number((body['available'] as Record<string, Record<string, string>>)[chain]?.[currency]);
};

describe('POST /v1/sandbox/faucet', () => {
  it.each(CHAINS)('credits the treasury on $chain, which GET /treasury/balance shows right after', async (where) => {
    const before = await available(where.chain, 'usdc');
    const response = await api.post('/sandbox/faucet', { chain: where.chain, amount: '12.5' });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ ...where, currency: 'USDC', amount: '12.50', wallet: null });
    expect(await available(where.chain, 'usdc')).toBe(before + 12.5);
  });

  it('credits EURC as well', async () => {
    const before = await available('base', 'eurc');
    await api.post('/sandbox/faucet', { chain: 'base', amount: '1.00', currency: 'EURC' });
    expect(await available('base', 'eurc')).toBe(before + 1);
  });

  it.each(CHAINS)('credits a wallet on $chain and raises wallet.funded with amount, from and txHash', async (where) => {
    const sink = await WebhookSink.open();
    const endpoint = await api.post('/webhook_endpoints', { url: sink.url, events: ['wallet.funded'] });
    try {
      const { id, address } = await fundedWallet(api, { chain: where.chain });

      const response = await api.post('/sandbox/faucet', { chain: where.chain, amount: '3.000001', wallet: id });

      expect(response.status).toBe(200);
      expect(response.body).toEqual({ ...where, currency: 'USDC', amount: '3.000001', wallet: id });
      const wallet = (await api.get(`/wallets/${id}`)).body;
      expect(wallet).toMatchObject({ id, address, balances: { usdc: '3.000001', eurc: '0.00' } });
      const [delivery, ...others] = await eventually(() => sink.received.length > 0 && sink.received);
      expect(others).toEqual([]);
      expect(delivery?.event).toEqual({
        id: idOf('evt'),
        type: 'wallet.funded',
        created_at: TIME,
        sequence: expect.any(Number),
        livemode: false,
        data: {
          ...wallet,
          amount: '3.000001',
          currency: 'USDC',
          from: expect.stringMatching(
            where.chain === 'solana' ? /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ : /^0x[0-9a-fA-F]{40}$/,
          ),
          txHash: response.body['txHash'],
        },
      });
      expect(delivery !== undefined && hasValidSignature(delivery, String(endpoint.body['secret']))).toBe(true);
    } finally {
      await api.delete(`/webhook_endpoints/${String(endpoint.body['id'])}`);
      await sink.close();
    }
  });

  it('makes a new transfer for each call', async () => {
    const { id: wallet } = await fundedWallet(api);
    const calls = await Promise.all(
      Array.from({ length: 20 }, () => api.post('/sandbox/faucet', { chain: 'base', amount: '1.00', wallet })),
    );
    expect(new Set(calls.map(({ body }) => body['txHash'])).size).toBe(20);
    expect((await api.get(`/wallets/${wallet}`)).body).toMatchObject({ balances: { usdc: '20.00' } });
  });

  it('credits once for an idempotency key and answers the same', async () => {
    const { id: wallet } = await fundedWallet(api);
    const body = { chain: 'base', amount: '1.00', wallet, idempotency_key: randomUUID() };
    const calls = await Promise.all(Array.from({ length: 10 }, () => api.post('/sandbox/faucet', body)));
    expect(new Set(calls.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(calls.filter(({ headers }) => headers.get('svc-idempotent-replayed') === 'true')).toHaveLength(9);
    expect((await api.get(`/wallets/${wallet}`)).body).toMatchObject({ balances: { usdc: '1.00' } });
  });

  it.each([
    [{ amount: '1.00' }, 'chain'],
    [{ chain: 'auto', amount: '1.00' }, 'chain'],
    [{ chain: 'base' }, 'amount'],
    [{ chain: 'base', amount: 1 }, 'amount'],
    [{ chain: 'base', amount: '0' }, 'amount'],
    [{ chain: 'base', amount: '-1' }, 'amount'],
    [{ chain: 'base', amount: '999999999999999' }, 'amount'],
    [{ chain: 'base', amount: '1.00', currency: 'EUR' }, 'currency'],
    [{ chain: 'base', amount: '1.00', to: 'me' }, 'to'],
    // What is not an address is refused before a wallet is looked for.
    [{ chain: 'base', amount: '1.00', wallet: 'wal_00000000000000000000000000', from: 'me' }, 'from'],
    [{ chain: 'solana', amount: '1.00', from: '0x000000000000000000000000000000000000d001' }, 'from'],
  ])('answers 400 for %j', async (body, param) => {
    expectError(await api.post('/sandbox/faucet', body), 400, 'invalid_request', { param });
  });

  it('answers 400 for a wallet on another chain, and 404 for one that is unknown or of another account', async () => {
    const { id: wallet } = await fundedWallet(api, { chain: 'base' });
    const body = { chain: 'solana', amount: '1.00', wallet };
    expectError(await api.post('/sandbox/faucet', body), 400, 'invalid_request', { param: 'chain' });
    const unknown = { chain: 'base', amount: '1.00', wallet: 'wal_00000000000000000000000000' };
    expectError(await api.post('/sandbox/faucet', unknown), 404, 'not_found', { param: 'wallet' });
    const foreign = service.api.as('prefer');
    expectError(await foreign.post('/sandbox/faucet', { ...body, chain: 'base' }), 404, 'not_found', {
      param: 'wallet',
    });
    expect((await api.get(`/wallets/${wallet}`)).body).toMatchObject({ balances: { usdc: '0.00' } });
  });

  it('answers 404 to a live key, whatever the body is', async () => {
    const live = service.api.as('faucet', 'live');
    expectError(await live.post('/sandbox/faucet', { chain: 'base', amount: '1.00' }), 404, 'not_found');
  });
});
