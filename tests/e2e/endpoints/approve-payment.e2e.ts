import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { PrivateKeyAccount } from 'viem/accounts';
import { ALICE, Approvals, BOB, CAROL } from '../support/approvals';
import {
  EVM_RECIPIENT,
  expectError,
  failedPayment,
  fundedWallet,
  idOf,
  settledPayment,
  untilEnded,
} from '../support/payments';
import { useService } from '../support/service';

describe('POST /v1/approvals/:id/approve', () => {
  const service = useService();
  const api = () => service.api.as('approve_payment');
  const approvals = () => new Approvals(api());

  it('answers the approval, and the payment continues', async () => {
    const { approval, payment, wallet } = await approvals().waiting();
    const before = await approvals().read(approval);
    const answer = await approvals().approve(approval);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, status: 'approved', approved_by: [idOf('key')] });
    expect((await untilEnded(api(), payment)).body).toEqual(
      settledPayment({ amount: '100.01', from: wallet, approval_id: approval }),
    );
    expect(await approvals().read(approval)).toEqual(answer.body);
    expect((await api().get(`/wallets/${wallet}`)).body).toMatchObject({ spent_24h: '0.00' });
  });

  it('records the approver by name when the wallet lists no approvers', async () => {
    const { approval } = await approvals().waiting();
    expect((await approvals().approve(approval, { approver: ALICE.toLowerCase() })).body).toMatchObject({
      status: 'approved',
      approved_by: [ALICE],
    });
  });

  it('approves a payment from the treasury: the key stands for it, and an approver is not taken', async () => {
    await api().patch('/policies', { treasury_approval_above: '50.00' });
    const { approval, payment } = await approvals().payFrom(null, '50.01');
    const before = await approvals().read(approval);
    expectError(await approvals().approve(approval, { approver: ALICE }), 400, 'invalid_request', {
      param: 'approver',
    });
    const answer = await approvals().approve(approval, { idempotency_key: 'of the treasury' });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: { ...before, status: 'approved', approved_by: [idOf('key')] },
    });
    const replay = await approvals().approve(approval, { idempotency_key: 'of the treasury' });
    expect([replay.headers.get('svc-idempotent-replayed'), replay.body]).toEqual(['true', answer.body]);
    expect((await untilEnded(api(), payment)).body).toEqual(settledPayment({ amount: '50.01', approval_id: approval }));
    expectError(await approvals().reject(approval), 409, 'invalid_state');
  });

  it('checks a signature that is given, and refuses one of somebody else with whose it is', async () => {
    const [signer, stranger] = [1, 2].map(() => privateKeyToAccount(generatePrivateKey())) as [
      PrivateKeyAccount,
      PrivateKeyAccount,
    ];
    const { approval, payment } = await approvals().waiting({ approvers: [signer.address] });
    const { typed_data } = await approvals().read(approval);
    const approve = async (by: PrivateKeyAccount) =>
      approvals().approve(approval, {
        approver: signer.address,
        signature: await by.signTypedData(typed_data as never),
      });
    expectError(await approve(stranger), 400, 'invalid_request', {
      param: 'signature',
      message: expect.stringContaining(stranger.address),
    });
    for (const signature of ['0x12', `0x${'00'.repeat(65)}`]) {
      const answer = await approvals().approve(approval, { approver: signer.address, signature });
      expectError(answer, 400, 'invalid_request', { param: 'signature' });
    }
    expect((await approve(signer)).body).toMatchObject({ status: 'approved', approved_by: [signer.address] });
    expect((await untilEnded(api(), payment)).body).toMatchObject({ status: 'settled' });
  });

  it('checks the balance again, and fails the payment with insufficient_balance when it is too low by then', async () => {
    const { id } = await fundedWallet(api(), { usdc: '150.00', spend_limit: '100.00' });
    const { approval, payment } = await approvals().payFrom(id, '120.00');
    const spent = await api().post('/payments', { to: EVM_RECIPIENT, amount: '40.00', from: id });
    expect(spent.body).toMatchObject({ status: 'settled' });

    expect((await approvals().approve(approval)).body).toMatchObject({ status: 'approved' });
    expect((await untilEnded(api(), payment)).body).toEqual(
      failedPayment('insufficient_balance', {
        amount: '120.00',
        from: id,
        approval_id: approval,
        compliance_ref: idOf('cpl'),
      }),
    );
  });

  it('counts each listed approver once until the threshold is reached', async () => {
    const { approval, payment } = await approvals().waiting({ approvers: [ALICE, BOB, CAROL], approval_threshold: 2 });
    const before = await approvals().read(approval);
    expect(before).toMatchObject({ threshold: 2, approved_by: [] });

    const first = await approvals().approve(approval, { approver: ALICE });
    expect(first.body).toEqual({ ...before, approved_by: [ALICE] });
    const again = await approvals().approve(approval, { approver: ALICE.toLowerCase() });
    expect(again.body).toEqual({ ...before, approved_by: [ALICE] });
    expect((await api().get(`/payments/${payment}`)).body).toMatchObject({ stage: 'awaiting_approval' });

    const second = await approvals().approve(approval, { approver: CAROL });
    expect(second.body).toEqual({ ...before, approved_by: [ALICE, CAROL], status: 'approved' });
    expect((await untilEnded(api(), payment)).body).toMatchObject({ status: 'settled' });
  });

  it('counts both of two approvers that approve at the same time', async () => {
    const { approval, payment } = await approvals().waiting({ approvers: [ALICE, BOB], approval_threshold: 2 });
    const answers = await Promise.all([ALICE, BOB].map((approver) => approvals().approve(approval, { approver })));

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await untilEnded(api(), payment)).body).toMatchObject({ status: 'settled' });
    expect(await approvals().read(approval)).toMatchObject({
      status: 'approved',
      approved_by: expect.arrayContaining([ALICE]),
    });
  });

  it('requires one of the listed approvers when the wallet lists some', async () => {
    const { approval, payment } = await approvals().waiting({ approvers: [ALICE] });

    expectError(await approvals().approve(approval), 400, 'invalid_request', { param: 'approver' });
    expectError(await approvals().approve(approval, { approver: BOB }), 400, 'invalid_request', { param: 'approver' });
    expect(await approvals().read(approval)).toMatchObject({ status: 'pending', approved_by: [] });
    expect((await api().get(`/payments/${payment}`)).body).toMatchObject({ status: 'pending' });
  });

  it('answers 409 invalid_state when the approval was already decided', async () => {
    const { approval, payment } = await approvals().waiting();
    await approvals().approve(approval);
    expectError(await approvals().approve(approval), 409, 'invalid_state');
    expectError(await approvals().reject(approval), 409, 'invalid_state');
    expect((await untilEnded(api(), payment)).body).toMatchObject({ status: 'settled' });
  });

  it('does not count the replay of an idempotency key as a second decision', async () => {
    const { approval } = await approvals().waiting({ approvers: [ALICE, BOB], approval_threshold: 2 });
    const body = { approver: ALICE, idempotency_key: 'first voice' };
    const [first, replay, conflict] = [
      await approvals().approve(approval, body),
      await approvals().approve(approval, body),
      await approvals().approve(approval, { ...body, approver: BOB }),
    ];

    expect(first.body).toMatchObject({ approved_by: [ALICE], status: 'pending' });
    expect([replay.status, replay.headers.get('svc-idempotent-replayed')]).toEqual([200, 'true']);
    expect(replay.body).toEqual(first.body);
    expectError(conflict, 409, 'idempotency_conflict', { param: 'idempotency_key' });
  });

  it('answers 404 for an unknown approval and 400 for a malformed body', async () => {
    await approvals().expectMalformedRefused('approve');
  });
});
