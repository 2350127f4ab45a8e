import { ALICE, Approvals, BOB } from '../support/approvals';
import { expectError, failedPayment, idOf, untilEnded } from '../support/payments';
import { useService } from '../support/service';

describe('POST /v1/approvals/:id/reject', () => {
  const service = useService();
  const api = () => service.api.as('reject_payment');
  const approvals = () => new Approvals(api());

  it('answers the approval, and the payment fails with approval_rejected', async () => {
    const { approval, payment, wallet } = await approvals().waiting();
    const before = await approvals().read(approval);
    const answer = await approvals().reject(approval);

    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: { ...before, status: 'rejected' },
    });
    expect((await untilEnded(api(), payment)).body).toEqual(
      failedPayment('approval_rejected', {
        amount: '100.01',
        from: wallet,
        approval_id: approval,
        compliance_ref: idOf('cpl'),
      }),
    );
    const { body } = await api().get(`/wallets/${wallet}`);
    expect(body).toMatchObject({ balances: { usdc: '1000.00', eurc: '0.00' }, spent_24h: '0.00' });
    expectError(await approvals().approve(approval), 409, 'invalid_state');
    expectError(await approvals().reject(approval), 409, 'invalid_state');
  });

  it('keeps the reason in the error of the payment and in its timeline', async () => {
    const { approval, payment } = await approvals().waiting({ approvers: [ALICE] });
    const body = { approver: ALICE, reason: 'The invoice was paid already.' };
    expect((await approvals().reject(approval, body)).body).toMatchObject({ status: 'rejected' });
    const message = `The payment was rejected by ${ALICE}: The invoice was paid already.`;
    expect((await untilEnded(api(), payment)).body).toMatchObject({ error_message: message });
    expect((await api().get(`/payments/${payment}/timeline`)).text).toContain(message);

    const { approval: other } = await approvals().waiting();
    for (const reason of ['', 'x'.repeat(201), 7]) {
      expectError(await approvals().reject(other, { reason }), 400, 'invalid_request', { param: 'reason' });
    }
  });

  it('answers 400 when the named approver is not listed', async () => {
    const { approval } = await approvals().waiting({ approvers: [ALICE] });
    expectError(await approvals().reject(approval, { approver: BOB }), 400, 'invalid_request', { param: 'approver' });
    expect((await approvals().reject(approval, { approver: ALICE })).body).toMatchObject({ status: 'rejected' });
  });

  it('answers 404 for an unknown approval and 400 for a malformed body', async () => {
    await approvals().expectMalformedRefused('reject');
  });
});
