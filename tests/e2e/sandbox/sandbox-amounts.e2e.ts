/**
 * @once
 * @slow 34
 */
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api, ApiResponse } from '../support/api';
import {
  EVM_HASH,
  EVM_RECIPIENT,
  expectError,
  failedPayment,
  fundedWallet,
  idOf,
  paymentIdOf,
  settledPayment,
  SOLANA_HASH,
  SOLANA_RECIPIENT,
  type PaymentFields,
} from '../support/payments';
import { useService } from '../support/service';
import { WebhookSink } from '../support/webhook-sink';

type Source = 'base' | 'ethereum' | 'solana' | 'a wallet';

const service = useService();
let api: Api;
let sink: WebhookSink;
let wallet: string;

const SOURCES: readonly Source[] = ['base', 'ethereum', 'solana', 'a wallet'];
const chainOf = (source: Source) => (source === 'a wallet' ? 'ethereum' : source);
const recipientOf = (source: Source) => (source === 'solana' ? SOLANA_RECIPIENT : EVM_RECIPIENT);
const hashOf = (source: Source) => (source === 'solana' ? SOLANA_HASH : EVM_HASH);

/** The answers to all payments of the table: they are made together, because some take their time. */
const answers = new Map<string, Promise<ApiResponse>>();
const answerTo = (amount: string, source: Source) => answers.get(`${amount} ${source}`) ?? Promise.reject(new Error());

const ENDINGS = [
  ...['0000', '0100', '0101', '0102', '0201', '0202', '0203', '0204', '0205', '0206', '0208'],
  ...['0301', '0302', '0401', '0402'],
];
const amountOf = (ending: string) => `2.00${ending}`;

let before: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  api = service.api.as('sandbox');
  sink = await WebhookSink.open();
  await api.post('/webhook_endpoints', { url: sink.url });
  ({ id: wallet } = await fundedWallet(api, { chain: 'ethereum', usdc: '1000.00' }));
  before = (await api.get('/treasury/balance')).body;
  for (const ending of ENDINGS) {
    for (const source of SOURCES) {
      const from = source === 'a wallet' ? { from: wallet } : { chain: source };
      const order = { to: recipientOf(source), amount: amountOf(ending), ...from };
      answers.set(`${ending} ${source}`, api.post('/payments', order, { prefer: 'wait=30' }));
    }
  }
  await Promise.all(answers.values());
});

afterAll(async () => {
  await sink.close();
});

const fieldsOf = (ending: string, source: Source): PaymentFields => ({
  to: recipientOf(source),
  amount: amountOf(ending)
    .replace(/^2\.000000$/, '2.00')
    .replace(/^2\.000100$/, '2.0001'),
  chain: chainOf(source),
  from: source === 'a wallet' ? wallet : null,
  compliance_ref: idOf('cpl'),
});

/** The webhooks about one payment, when there are any: one that is sent again, at least once, has its id and content. */
const webhooksOf = (id: string) =>
  eventually(() => {
    const about = sink.received.filter(({ event }) => event.data['id'] === id);
    const firstOf = new Map(about.map((delivery) => [delivery.event.id, delivery]));
    expect(about.map(({ event }) => event)).toEqual(about.map(({ event }) => firstOf.get(event.id)?.event));
    return firstOf.size > 0 && [...firstOf.values()];
  });

/** The transfers of a payment in the ledger, where it was the treasury that paid. */
const ledgerOf = async (id: string) => {
  const { data } = (await api.get('/treasury/ledger?limit=100')).body as {
    data: { payment_id: string | null; kind: string }[];
  };
  return data.filter(({ payment_id }) => payment_id === id).map(({ kind }) => kind);
};

describe.each(SOURCES)('Sandbox: by amount, from %s', (source) => {
  it.each([
    ['0000', 'an ordinary transfer'],
    ['0100', 'any other ending is an ordinary transfer'],
    ['0101', 'settles after 3 s', 3_000],
    ['0102', 'settles after 20 s', 20_000],
    ['0401', "the node's answer to the broadcast is lost, the transfer is included: settled, one transfer"],
    ['0402', 'included, reorganised away, included again: settled once, one transfer, one event'],
  ])('%s: %s', async (ending, _, settlementMs = 0) => {
    const answer = await answerTo(ending, source);

    expect(answer.status).toBe(201);
    expect(answer.body).toEqual(settledPayment({ ...fieldsOf(ending, source), txHash: hashOf(source) }));
    expect(Number(answer.body['settlement_ms'])).toBeGreaterThanOrEqual(settlementMs);
    const webhooks = await webhooksOf(paymentIdOf(answer));
    expect(webhooks.map(({ event }) => [event.type, event.data])).toEqual([['payment.settled', answer.body]]);
    expect(await ledgerOf(paymentIdOf(answer))).toEqual(source === 'a wallet' ? [] : ['posted', 'reserved']);
  });

  it.each([
    ['0201', 'broadcast, then reverts: failed, transaction_reverted', 'transaction_reverted', true],
    ['0202', 'never included, its validity runs out: failed, transaction_expired', 'transaction_expired', true],
    ['0203', 'the recipient is on a blocklist, seen before broadcast: failed', 'recipient_blocklisted', false],
    ['0204', 'the relayer has no gas: failed, insufficient_gas', 'insufficient_gas', false],
    ['0205', "the chain's limit does not allow it: failed, spend_limit_onchain", 'spend_limit_onchain', false],
    ['0206', 'the owners have changed the wallet: failed', 'wallet_policy_changed', false],
    ['0208', 'the issuer has blocked the wallet: failed', 'wallet_blocklisted', false],
  ])('%s: %s', async (ending, _, code, isBroadcast) => {
    const answer = await answerTo(ending, source);

    expect(answer.status).toBe(201);
    expect(answer.body).toEqual(
      failedPayment(code, { ...fieldsOf(ending, source), txHash: isBroadcast ? hashOf(source) : null }),
    );
    const webhooks = await webhooksOf(paymentIdOf(answer));
    expect(webhooks.map(({ event }) => [event.type, event.data])).toEqual([['payment.failed', answer.body]]);
    expect(await ledgerOf(paymentIdOf(answer))).toEqual(source === 'a wallet' ? [] : ['voided', 'reserved']);
  });

  it.each([
    ['0301', 'the chain that is asked for is down: 422 chain_unavailable'],
    ['0302', 'every chain is down: 422 chain_unavailable'],
  ])('%s: %s', async (ending) => {
    const answer = await answerTo(ending, source);

    expectError(answer, 422, 'chain_unavailable', { payment_id: idOf('pay') });
    const payment = await api.get(`/payments/${paymentIdOf(answer)}`);
    const chain = source === 'a wallet' ? null : source;
    expect(payment.body).toEqual(
      failedPayment('chain_unavailable', {
        ...fieldsOf(ending, source),
        id: paymentIdOf(answer),
        chain,
        error_message: answer.body['message'],
      }),
    );
    const webhooks = await webhooksOf(paymentIdOf(answer));
    expect(webhooks.map(({ event }) => [event.type, event.data])).toEqual([['payment.failed', payment.body]]);
    expect(await ledgerOf(paymentIdOf(answer))).toEqual([]);
  });
});

describe('Sandbox: by amount, with auto', () => {
  it('0301: the first candidate is down and the payment settles on the next one', async () => {
    const answer = await api.post('/payments', { to: EVM_RECIPIENT, amount: '2.000301' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual(settledPayment({ amount: '2.000301', chain: 'ethereum' }));
  });

  it('0301: or is 422 where there is none', async () => {
    const answers = await Promise.all([
      api.post('/payments', { to: SOLANA_RECIPIENT, amount: '2.000301' }),
      api.post('/payments', { to: EVM_RECIPIENT, amount: '2.000301', from: wallet, chain: 'auto' }),
    ]);
    for (const answer of answers) expectError(answer, 422, 'chain_unavailable', { payment_id: idOf('pay') });
  });

  it('0302: every chain is down: 422 chain_unavailable, with auto too', async () => {
    const answers = await Promise.all(
      [EVM_RECIPIENT, SOLANA_RECIPIENT].map((to) => api.post('/payments', { to, amount: '2.000302' })),
    );
    for (const answer of answers) expectError(answer, 422, 'chain_unavailable', { payment_id: idOf('pay') });
  });
});

describe('Sandbox: what comes back', () => {
  it('a revert, an expiry, a blocklisted recipient and missing gas leave the treasury exactly where it was', async () => {
    const settled = ['0000', '0100', '0101', '0102', '0401', '0402'].map((ending) => Number(amountOf(ending)));
    const spent = (chain: string) => settled.reduce((sum, amount) => sum + amount, chain === 'ethereum' ? 2.000301 : 0);
    const { available, reserved } = (await api.get('/treasury/balance')).body as Record<
      'available' | 'reserved',
      Record<string, { usdc: string; eurc: string }>
    >;
    const held = before['available'] as Record<string, { usdc: string }>;
    for (const chain of ['base', 'ethereum', 'solana']) {
      const expected = Number(held[chain]?.usdc) - spent(chain);
      expect(Number(available[chain]?.usdc)).toBeCloseTo(expected, 6);
      expect(reserved[chain]).toEqual({ usdc: '0.00', eurc: '0.00' });
    }
  });

  it('a revert, an expiry, a blocklisted recipient and missing gas leave the wallet exactly where it was', async () => {
    const settled = ['0000', '0100', '0101', '0102', '0401', '0402'].map((ending) => Number(amountOf(ending)));
    const { balances, spent_24h } = (await api.get(`/wallets/${wallet}`)).body as {
      balances: { usdc: string };
      spent_24h: string;
    };
    const spent = settled.reduce((sum, amount) => sum + amount, 0);
    expect(Number(balances.usdc)).toBeCloseTo(1000 - spent, 6);
    expect(Number(spent_24h)).toBeCloseTo(spent, 6);
  });
});
