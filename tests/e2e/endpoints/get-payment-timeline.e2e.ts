import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api, ApiResponse } from '../support/api';
import {
  EVM_HASH,
  EVM_RECIPIENT,
  expectError,
  fundedWallet,
  idOf,
  paymentIdOf,
  paymentInReview,
  REVIEWED,
  SANCTIONED,
  SOLANA_RECIPIENT,
  TIME,
  untilEnded,
} from '../support/payments';
import { useService } from '../support/service';
import { endedDeliveries, useSubscriptions } from '../support/webhooks';

const ONCHAIN_ID: unknown = expect.stringMatching(/^0x[0-9a-f]{64}$/);
const service = useService();
let api: Api;

beforeAll(() => {
  api = service.api.as('timeline');
});

/** A payment without a second inclusion by then gets none. */
const NEXT_AFTER_MS = 2_000;
const subscribe = useSubscriptions(() => api);
const timelineOf = async (created: ApiResponse) => {
  const response = await api.get(`/payments/${paymentIdOf(created)}/timeline`);
  expect(response.status).toBe(200);
  expect(Object.keys(response.body)).toEqual(['data']);
  return response.body['data'] as { type: string; at: string; text: string; txHash?: string }[];
};
const words = { at: TIME, text: expect.stringMatching(/^[A-Z].*\.$/) };
const candidateOn = (chain: string, verdict = 'ok') => ({
  chain,
  verdict,
  reason: expect.stringMatching(/./),
  fee: '0.00',
  settlement_ms: expect.any(Number),
});
const leftOut = (chain: string, reason: string) => ({
  ...{ chain, verdict: 'not_considered', reason, fee: null, settlement_ms: null },
});
const OTHER_FAMILY = 'The recipient has an address of another kind of chain.';

describe('GET /v1/payments/:id/timeline', () => {
  it('answers the events of the payment with text and time, oldest first', async () => {
    const created = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00' });
    const timeline = await timelineOf(created);

    expect(timeline).toEqual([
      { type: 'initiated', ...words, chain: 'auto', from: null, onchain_id: ONCHAIN_ID },
      { type: 'screened', ...words, compliance_ref: created.body['compliance_ref'] },
      {
        type: 'routed',
        ...words,
        attempt: 1,
        reservation_id: `${paymentIdOf(created)}#1`,
        candidates: [candidateOn('base'), candidateOn('ethereum'), leftOut('solana', OTHER_FAMILY)],
      },
      {
        ...{ type: 'authorized', ...words, chain: 'base', valid_until: TIME },
        ...{ reservation_id: `${paymentIdOf(created)}#1`, source: expect.stringMatching(/^0x/) },
        routes: [
          { chain: 'base', outcome: 'chosen', reason: expect.any(String) },
          { chain: 'ethereum', outcome: 'not_needed', reason: expect.any(String) },
          { chain: 'solana', outcome: 'not_considered', reason: OTHER_FAMILY },
        ],
      },
      { type: 'broadcast', ...words, txHash: created.body['txHash'], explorer_url: null },
      {
        type: 'settled',
        ...words,
        txHash: created.body['txHash'],
        block: expect.any(Number),
        settled_at: created.body['settled_at'],
        settlement_ms: created.body['settlement_ms'],
        other_hashes: [],
      },
    ]);
    expect(timeline[0]?.at).toBe(created.body['created_at']);
    expect(timeline[5]?.at).toBe(created.body['settled_at']);
    const times = timeline.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    expect(timeline[0]?.text).toContain(`1.00 USDC to ${EVM_RECIPIENT}`);
  });

  it.each([
    ['blocked', { to: SANCTIONED, amount: '1.00' }, ['initiated', 'failed'], 'compliance_blocked'],
    ['down', { to: EVM_RECIPIENT, amount: '1.000302' }, ['initiated', 'screened', 'failed'], 'chain_unavailable'],
    [
      'reverted',
      { to: EVM_RECIPIENT, amount: '1.000201' },
      ['initiated', 'screened', 'routed', 'authorized', 'broadcast', 'failed'],
      'transaction_reverted',
    ],
    [
      'blocklisted',
      { to: EVM_RECIPIENT, amount: '1.000203' },
      ['initiated', 'screened', 'routed', 'authorized', 'failed'],
      'recipient_blocklisted',
    ],
  ])('ends with the failure: %s', async (_, order, types, error_code) => {
    const created = await api.post('/payments', order);
    const timeline = await timelineOf(created);
    expect(timeline.map(({ type }) => type)).toEqual(types);
    expect(timeline.at(-1)).toEqual({ type: 'failed', ...words, error_code });
  });

  it('shows a review and an approval, and how they ended', async () => {
    const { id: from } = await fundedWallet(api, { usdc: '5.00', spend_limit: '1.00' });
    const [limited, { created: reviewed, ref }] = [
      await api.post('/payments', { to: EVM_RECIPIENT, amount: '2.00', from }),
      await paymentInReview(api, { amount: '1.00' }),
    ];
    expect(await timelineOf(limited)).toEqual([
      { type: 'initiated', ...words, chain: 'auto', from, onchain_id: ONCHAIN_ID },
      { type: 'screened', ...words, compliance_ref: idOf('cpl') },
      {
        ...{ type: 'routed', ...words, attempt: 1, reservation_id: `${paymentIdOf(limited)}#1` },
        candidates: [
          candidateOn('base'),
          leftOut('ethereum', 'The wallet is on another chain.'),
          leftOut('solana', OTHER_FAMILY),
        ],
      },
      { type: 'awaiting_approval', ...words, approval_id: limited.body['approval_id'] },
    ]);
    expect(await timelineOf(reviewed)).toEqual([
      { type: 'initiated', ...words, chain: 'auto', from: null, onchain_id: ONCHAIN_ID },
      { type: 'in_review', ...words, compliance_ref: ref },
    ]);

    await Promise.all([limited, reviewed].map((created) => api.post(`/payments/${paymentIdOf(created)}/cancel`)));

    for (const created of [limited, reviewed]) {
      expect((await timelineOf(created)).at(-1)).toEqual({ type: 'failed', ...words, error_code: 'canceled' });
    }
    expect(reviewed.body['to']).toBe(REVIEWED);
  });

  it.each([
    ['EVM', { to: EVM_RECIPIENT }],
    ['Solana', { to: SOLANA_RECIPIENT }],
  ])('shows a transfer that waits for confirmation, at times that never decrease: %s', async (_, order) => {
    const created = await api.post('/payments', { ...order, amount: '1.000101' }, { prefer: 'respond-async' });
    const id = paymentIdOf(created);
    await eventually(async () => (await api.get(`/payments/${id}`)).body['stage'] === 'confirming');
    const { body: settled } = await untilEnded(api, id);
    const timeline = await timelineOf(created);
    const types = ['initiated', 'screened', 'routed', 'authorized', 'broadcast', 'included', 'settled'];
    expect(timeline.map(({ type }) => type)).toEqual(types);
    const { txHash } = settled;
    expect(timeline[5]).toEqual({
      ...{ type: 'included', ...words, txHash, block: expect.any(Number) },
      other_hashes: [],
    });
    const times = timeline.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    expect(timeline[6]?.at).toBe(settled['settled_at']);
  });

  it('shows a chain reorganization after settlement, and nothing else changes', async () => {
    // A service that is too busy to look in between sees the second inclusion only, so there may have to be another.
    const seen = await eventually(async () => {
      const created = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.000402' });
      const look = async () => {
        const entry = (await timelineOf(created)).find(({ type }) => type === 'reincluded');
        return entry !== undefined && { created, entry };
      };
      return eventually(look, { withinMs: NEXT_AFTER_MS });
    });
    const { created, entry } = seen;
    expect(entry).toEqual({ type: 'reincluded', ...words, txHash: EVM_HASH, block: expect.any(Number) });
    const { body } = await api.get(`/payments/${paymentIdOf(created)}`);
    expect(body).toEqual({ ...created.body, txHash: entry.txHash });
  });

  it('says of every chain that it did not hold enough', async () => {
    const created = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1000000.00', currency: 'EURC' });
    const again = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1000000.00', currency: 'EURC' });
    const refused = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1000000.00', currency: 'EURC' });
    expect([created.status, again.status, refused.status]).toEqual([201, 201, 402]);
    expect((await timelineOf(refused)).at(-1)).toMatchObject({
      error_code: 'insufficient_balance',
      routes: [
        { chain: 'base', outcome: 'insufficient_balance' },
        { chain: 'ethereum', outcome: 'insufficient_balance' },
        { chain: 'solana', outcome: 'not_considered' },
      ],
    });
  });

  it('has the evidence of the screening and every attempt of the deliveries, if they are asked for', async () => {
    const subscription = await subscribe();
    const created = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00' });
    const blocked = await api.post('/payments', { to: SANCTIONED, amount: '1.00' });
    const deliveries = await endedDeliveries(api, subscription, 2);
    const of = async (payment: ApiResponse, expand: string) =>
      (await api.get(`/payments/${paymentIdOf(payment)}/timeline?expand=${expand}`)).body['data'] as {
        readonly type: string;
        readonly screening?: unknown;
        readonly delivery_id?: string;
      }[];
    const screening = async (ref: unknown) => (await api.get(`/compliance/checks/${String(ref)}`)).body;
    const entries = await of(created, 'screening,deliveries');
    expect(entries.find(({ type }) => type === 'screened')?.screening).toEqual(
      await screening(created.body['compliance_ref']),
    );
    const [delivery] = deliveries.filter(({ event_type: type }) => type === 'payment.settled');
    const ids = { delivery_id: delivery?.id, endpoint_id: subscription.id, event_id: delivery?.event_id };
    expect(entries.filter(({ delivery_id: id }) => id !== undefined)).toEqual([
      {
        type: 'delivery_scheduled',
        ...words,
        ...ids,
        event_type: 'payment.settled',
        status: 'delivered',
        next_attempt_at: null,
      },
      {
        ...{ type: 'delivery_attempted', ...words, ...ids, event_type: 'payment.settled', attempt: 1 },
        ...{ status_code: 200, duration_ms: expect.any(Number), error: null, url: subscription.sink.url },
      },
    ]);
    const [, failed] = await of(blocked, 'screening');
    expect(failed).toMatchObject({ type: 'failed', screening: { status: 'blocked', checks: expect.any(Array) } });
    expect((await timelineOf(created)).map(({ type }) => type)).not.toContain('delivery_scheduled');
  });

  it('answers 403 for an expansion whose scope is missing, and 400 for one that there is none of', async () => {
    const created = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00' });
    const { body: key } = await api.post('/api_keys', { scopes: ['payments:read', 'compliance:read'] });
    const limited = api.withKey(String(key['key']));
    const ask = (expand: string) => limited.get(`/payments/${paymentIdOf(created)}/timeline?expand=${expand}`);
    expect((await ask('screening')).status).toBe(200);
    expectError(await ask('deliveries'), 403, 'insufficient_scope', { param: 'expand' });
    expectError(await ask('screening,screening'), 400, 'invalid_request', { param: 'expand' });
  });

  it('answers 404 for a payment that is unknown or of another account or mode', async () => {
    const created = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00' });
    const path = `/payments/${paymentIdOf(created)}/timeline`;
    expectError(await api.get('/payments/pay_00000000000000000000000000/timeline'), 404, 'not_found');
    expectError(await api.get('/payments/nonsense/timeline'), 404, 'not_found');
    expectError(await service.api.as('prefer').get(path), 404, 'not_found');
    expectError(await service.api.as('timeline', 'live').get(path), 404, 'not_found');
  });

  it('is never older than an answer already given', async () => {
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const created = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1' }, { prefer: 'respond-async' });
        expect((await timelineOf(created))[0]?.type).toBe('initiated');
        await untilEnded(api, paymentIdOf(created));
        expect((await timelineOf(created)).at(-1)?.type).toBe('settled');
      }),
    );
  });
});
