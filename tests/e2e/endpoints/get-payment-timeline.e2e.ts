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

const service = useService();
let api: Api;

beforeAll(() => {
  api = service.api.as('timeline');
});

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

describe('GET /v1/payments/:id/timeline', () => {
  it('answers the events of the payment with text and time, oldest first', async () => {
    const created = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00' });
    const timeline = await timelineOf(created);

    expect(timeline).toEqual([
      { type: 'initiated', ...words, chain: 'auto', from: null },
      { type: 'screened', ...words, compliance_ref: created.body['compliance_ref'] },
      {
        type: 'routed',
        ...words,
        attempt: 1,
        candidates: [candidateOn('base'), candidateOn('ethereum')],
      },
      { type: 'authorized', ...words, chain: 'base', valid_until: TIME },
      { type: 'broadcast', ...words, txHash: created.body['txHash'], explorer_url: null },
      {
        type: 'settled',
        ...words,
        txHash: created.body['txHash'],
        block: expect.any(Number),
        settled_at: created.body['settled_at'],
        settlement_ms: created.body['settlement_ms'],
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
      { type: 'initiated', ...words, chain: 'auto', from },
      { type: 'screened', ...words, compliance_ref: idOf('cpl') },
      { type: 'routed', ...words, attempt: 1, candidates: [candidateOn('base')] },
      { type: 'awaiting_approval', ...words, approval_id: limited.body['approval_id'] },
    ]);
    expect(await timelineOf(reviewed)).toEqual([
      { type: 'initiated', ...words, chain: 'auto', from: null },
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
    expect(timeline[5]).toEqual({ type: 'included', ...words, txHash, block: expect.any(Number) });
    const times = timeline.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    expect(timeline[6]?.at).toBe(settled['settled_at']);
  });

  it('shows a chain reorganization after settlement, and nothing else changes', async () => {
    // A service that is too busy to look in between sees the second inclusion only, so there may have to be another.
    const seen = await eventually(
      async () => {
        const created = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.000402' });
        return eventually(
          async () => {
            const entry = (await timelineOf(created)).find(({ type }) => type === 'reincluded');
            return entry !== undefined && { created, entry };
          },
          { withinMs: 2_000 },
        );
      },
      { withinMs: 20_000 },
    );
    const { created, entry } = seen;
    expect(entry).toEqual({ type: 'reincluded', ...words, txHash: EVM_HASH, block: expect.any(Number) });
    const { body } = await api.get(`/payments/${paymentIdOf(created)}`);
    expect(body).toEqual({ ...created.body, txHash: entry.txHash });
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
