import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from '../support/api';
import settings from '../support/environment.json';
import {
  EVM_RECIPIENT,
  expectError,
  failedPayment,
  fundedWallet,
  NEVER_SCREENED,
  paymentIdOf,
  settledPayment,
  untilEnded,
} from '../support/payments';
import { useService } from '../support/service';
import { times, treasuryOn, walletOf } from '../support/volleys';

const SCREENING_DEADLINE_MS = Number(settings.SCREENING_DEADLINE_MS);

const service = useService();
let api: Api;

beforeAll(() => {
  api = service.api.as('races_decisions');
});

describe('Decisions that race have one outcome', () => {
  it('approve, reject and cancel at once: one wins, and payment, approval and balance agree on which', async () => {
    const { id: from } = await fundedWallet(api, { usdc: '1000.00', spend_limit: '0.50' });
    const outcomes = await times(24, async (i) => {
      const created = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00', from });
      const approval = String(created.body['approval_id']);
      const decisions = [
        `/approvals/${approval}/approve`,
        `/approvals/${approval}/reject`,
        `/payments/${paymentIdOf(created)}/cancel`,
      ];
      // Each of them is the first to be sent in a third of the races.
      const answers = await times(3, (n) => api.post(String(decisions[(n + i) % 3])));
      const [approved, rejected, canceled] = [0, 1, 2].map((n) => answers[(n + 3 - (i % 3)) % 3]);
      const payment = await untilEnded(api, paymentIdOf(created));
      const closed = await eventually(async () => {
        const { body } = await api.get(`/approvals/${approval}`);
        return body['status'] !== 'pending' && String(body['status']);
      });
      return { payment, closed, answers: { approved, rejected, canceled } };
    });

    for (const { payment, closed, answers } of outcomes) {
      const end = String(payment.body['error_code'] ?? payment.body['status']);
      for (const answer of Object.values(answers)) expect([200, 409]).toContain(answer?.status);
      // On a busy machine the deadline of the approval may come before all three: it wins then.
      if (end === 'approval_expired') {
        expect([closed, ...Object.values(answers).map((answer) => answer?.status)]).toEqual(['expired', 409, 409, 409]);
        continue;
      }
      // Whoever was told that it worked was told the truth, and somebody was.
      expect(Object.values(answers).some((answer) => answer?.status === 200)).toBe(true);
      expect(answers.canceled?.status === 200).toBe(end === 'canceled');
      if (answers.rejected?.status === 200) {
        expect(answers.rejected.body['status']).toBe('rejected');
        expect(['approval_rejected', 'canceled']).toContain(end);
      }
      if (answers.approved?.status === 200) {
        expect(answers.approved.body['status']).toBe('approved');
        expect(['settled', 'canceled']).toContain(end);
      }
      expect([answers.approved, answers.rejected].filter((answer) => answer?.status === 200).length).toBeLessThan(2);
      const expected = {
        settled: ['approved'],
        approval_rejected: ['rejected'],
        // A cancel may come to the payment while the decision, or the deadline, is on its way there: then it is the cancel that counts.
        canceled: ['canceled', 'approved', 'rejected', 'expired'],
      }[end];
      expect(expected).toContain(closed);
    }
    expect(outcomes.filter(({ closed }) => closed !== 'expired').length).toBeGreaterThan(0);
    const settled = outcomes.filter(({ payment }) => payment.body['status'] === 'settled').length;
    await eventually(async () => expect(await walletOf(api, from)).toEqual({ usdc: 1000 - settled, spent: 0 }));
  });

  it('cancel against settlement: either 200 and nothing was paid, or 409 and it was', async () => {
    const before = await treasuryOn(api, 'ethereum');
    const outcomes = await times(80, async (i) => {
      const order = { to: EVM_RECIPIENT, amount: '1.00', chain: 'ethereum' };
      const created = await api.post('/payments', order, { prefer: 'respond-async' });
      // From immediately to rather late: a number of reads, not of milliseconds.
      for (let reads = 0; reads < i % 5; reads++) await api.get(`/payments/${paymentIdOf(created)}`);
      const answer = await api.post(`/payments/${paymentIdOf(created)}/cancel`);
      return { answer, payment: await untilEnded(api, paymentIdOf(created)) };
    });

    for (const { answer, payment } of outcomes) {
      if (answer.status === 200) {
        expect(answer.body).toEqual(
          failedPayment('canceled', {
            amount: '1.00',
            chain: 'ethereum',
            compliance_ref: answer.body['compliance_ref'],
          }),
        );
        expect(payment.body).toEqual(answer.body);
      } else {
        expectError(answer, 409, 'invalid_state');
        expect(payment.body).toEqual(settledPayment({ amount: '1.00', chain: 'ethereum' }));
      }
    }
    const settled = outcomes.filter(({ payment }) => payment.body['status'] === 'settled').length;
    await eventually(async () => {
      const after = await treasuryOn(api, 'ethereum');
      expect(after.reserved.usdc).toBe(0);
      expect(after.available.usdc).toBeCloseTo(before.available.usdc - settled, 6);
    });
  });

  it('cancel against the deadline of a screening: the payment fails once, with one of the two', async () => {
    const outcomes = await times(40, async (i) => {
      const order = { to: NEVER_SCREENED, amount: '1.00' };
      const created = await api.post('/payments', order, { prefer: 'respond-async' });
      // From a little before the deadline to a little after it.
      const cancelAt = Date.parse(String(created.body['created_at'])) + SCREENING_DEADLINE_MS + 10 * (i - 30);
      await eventually(() => Date.now() >= cancelAt);
      const answer = await api.post(`/payments/${paymentIdOf(created)}/cancel`);
      return { answer, payment: await untilEnded(api, paymentIdOf(created)) };
    });

    for (const { answer, payment } of outcomes) {
      if (answer.status === 200) expect(payment.body).toEqual(answer.body);
      else expectError(answer, 409, 'invalid_state');
      const code = answer.status === 200 ? 'canceled' : 'internal_error';
      expect(payment.body).toEqual(failedPayment(code, { to: NEVER_SCREENED, amount: '1.00' }));
    }
  });
});
