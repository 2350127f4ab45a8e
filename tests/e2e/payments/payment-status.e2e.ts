/** @once */
import { PAYMENT_ERROR_CODES, PAYMENT_STAGES, type PaymentErrorCode } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api, ApiResponse } from '../support/api';
import {
  EVM_RECIPIENT,
  fundedWallet,
  NEVER_SCREENED,
  paymentIdOf,
  paymentInReview,
  SANCTIONED,
  untilEnded,
} from '../support/payments';
import { RuleBook } from '../support/rules';
import { useService } from '../support/service';
import { listedEvent } from '../support/webhooks';

const service = useService();
let api: Api;

beforeAll(() => {
  api = service.api.as('payment_status');
});

const pay = (fields: object) =>
  api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00', ...fields }, { prefer: 'respond-async' });

/** A payment that waits for an approval. */
async function awaitingApproval(): Promise<ApiResponse> {
  const { id: from } = await fundedWallet(api, { usdc: '10.00', spend_limit: '1.00' });
  return api.post('/payments', { to: EVM_RECIPIENT, amount: '2.00', from });
}

const nothing = () => Promise.resolve();
const clear = (payment: ApiResponse) => review(payment, 'clear');
const decide = ({ body }: ApiResponse, decision: 'approve' | 'reject') =>
  api.post(`/approvals/${String(body['approval_id'])}/${decision}`);
const cancel = (payment: ApiResponse) => api.post(`/payments/${paymentIdOf(payment)}/cancel`);
const review = (payment: ApiResponse, decision: 'clear' | 'block') =>
  api.post(`/compliance/checks/${String(payment.body['compliance_ref'])}/decision`, { decision });

describe('Payment status is only pending, settled or failed, and never moves back', () => {
  it.each<[what: string, begin: () => Promise<ApiResponse>, goOn: (payment: ApiResponse) => Promise<unknown>]>([
    ['settles at once', () => pay({}), nothing],
    ['settles after three seconds', () => pay({ amount: '1.000101' }), nothing],
    ['is reorganised away and included again', () => pay({ amount: '1.000402' }), nothing],
    ['reverts', () => pay({ amount: '1.000201' }), nothing],
    ['expires', () => pay({ amount: '1.000202' }), nothing],
    ['is blocked', () => pay({ to: SANCTIONED }), nothing],
    ['is cleared by a person', async () => (await paymentInReview(api, { amount: '1.00' })).created, clear],
    ['is approved', awaitingApproval, (payment) => decide(payment, 'approve')],
    ['is rejected', awaitingApproval, (payment) => decide(payment, 'reject')],
    ['is canceled', awaitingApproval, cancel],
  ])('a payment that %s, whatever is asked of it afterwards', async (_, begin, goOn) => {
    const created = await begin();
    const seen: { readonly status: unknown; readonly stage: unknown }[] = [];
    const look = async () => {
      const { body } = await api.get(`/payments/${paymentIdOf(created)}`);
      seen.push({ status: body['status'], stage: body['stage'] });
      return body;
    };

    await look();
    await goOn(created);
    const ended = await eventually(async () => {
      const body = await look();
      return body['status'] !== 'pending' && body;
    });
    const late = [cancel(created), decide(created, 'approve'), decide(created, 'reject'), review(created, 'block')];
    await Promise.all(late);
    await pay({});
    expect(await look()).toMatchObject({ status: ended['status'], error_code: ended['error_code'] });

    const end = seen.findIndex(({ status }) => status !== 'pending');
    expect(['settled', 'failed']).toContain(ended['status']);
    expect(new Set(seen.slice(end).map(({ status }) => status))).toEqual(new Set([ended['status']]));
    expect(new Set(seen.slice(end).map(({ stage }) => stage))).toEqual(new Set(['done']));
    for (const { stage } of seen.slice(0, end)) expect(PAYMENT_STAGES.slice(0, -1)).toContain(stage);
  });
});

describe('Error_code, on a failed payment and in the event that ends it', () => {
  const failures: Readonly<Record<PaymentErrorCode, () => Promise<ApiResponse>>> = {
    insufficient_balance: async () => pay({ from: (await fundedWallet(api)).id }),
    insufficient_gas: () => pay({ amount: '1.000204' }),
    compliance_blocked: () => pay({ to: SANCTIONED }),
    rule_denied: async () => {
      const denied = { name: 'no', effect: 'deny', when: { metadata: { wanted: 'no' } } };
      await new RuleBook(api).enforce([denied]);
      return pay({ metadata: { wanted: 'no' } });
    },
    chain_unavailable: () => pay({ amount: '1.000302' }),
    recipient_blocklisted: () => pay({ amount: '1.000203' }),
    transaction_reverted: () => pay({ amount: '1.000201' }),
    transaction_expired: () => pay({ amount: '1.000202' }),
    spend_limit_onchain: () => pay({ amount: '1.000205' }),
    wallet_policy_changed: () => pay({ amount: '1.000206' }),
    wallet_blocklisted: () => pay({ amount: '1.000208' }),
    approval_rejected: async () => {
      const waiting = await awaitingApproval();
      await decide(waiting, 'reject');
      return waiting;
    },
    approval_expired: awaitingApproval,
    canceled: async () => {
      const waiting = await awaitingApproval();
      await cancel(waiting);
      return waiting;
    },
    idempotency_conflict: () => pay({ amount: '1.000207', idempotency_key: 'payment-status-conflict' }),
    internal_error: () => pay({ to: NEVER_SCREENED }),
  };

  it.each(PAYMENT_ERROR_CODES)('%s', async (code) => {
    const id = paymentIdOf(await failures[code]());
    const { body: payment } = await untilEnded(api, id);
    expect(payment).toMatchObject({
      status: 'failed',
      stage: 'done',
      error_code: code,
      error_message: expect.stringMatching(/./),
      settled_at: null,
    });
    const type = code === 'compliance_blocked' ? 'payment.compliance_blocked' : 'payment.failed';
    expect((await listedEvent(api, type, id)).data).toEqual(payment);
  });

  type Words = { readonly 'x-extensible-enum'?: readonly string[] };

  it('the documentation has no other error code and no other stage', async () => {
    const { body } = await api.get('//openapi.json');
    const document = body as {
      components: {
        schemas: { Payment: { properties: Record<string, Words & { readonly anyOf?: readonly Words[] }> } };
      };
    };
    const { error_code: code, stage, status } = document.components.schemas.Payment.properties;
    expect(code?.anyOf?.[0]?.['x-extensible-enum']).toEqual(Object.keys(failures));
    expect(stage?.['x-extensible-enum']).toEqual([...PAYMENT_STAGES]);
    expect(status?.['x-extensible-enum']).toEqual(['pending', 'settled', 'failed']);
  });
});
