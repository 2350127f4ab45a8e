import type { Approval } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { Approvals, type Waiting } from '../support/approvals';
import {
  EVM_RECIPIENT,
  expectError,
  fundedWallet,
  idOf,
  pendingPayment,
  settledPayment,
  TIME,
  untilEnded,
} from '../support/payments';
import { useService } from '../support/service';
import { pendingApproval } from '../support/wallets';

describe('A payment over the spend limit of its wallet', () => {
  const service = useService();
  const api = () => service.api.as('approvals');
  const approvals = () => new Approvals(api());

  it('answers 202 at once: pending, awaiting_approval, with its approval_id', async () => {
    const { wallet, approval, payment, answer } = await approvals().waiting();

    expect(answer.status).toBe(202);
    const expected = pendingPayment({
      stage: 'awaiting_approval',
      amount: '100.01',
      from: wallet,
      approval_id: idOf('apr'),
      compliance_ref: idOf('cpl'),
    });
    expect(answer.body).toEqual(expected);
    expect((await api().get(`/payments/${payment}`)).body).toEqual(answer.body);
    expect(await approvals().read(approval)).toEqual(
      pendingApproval({ id: approval, payment_id: payment, wallet_id: wallet, amount: '100.01' }),
    );
  });

  it('sends wallet.spend_limit_reached once', async () => {
    const first = await approvals().waiting();
    const second = await approvals().payFrom(first.wallet, '250.00');
    const { body: wallet } = await api().get(`/wallets/${first.wallet}`);

    const events = await eventually(async () => {
      const { body } = await api().get('/events?type=wallet.spend_limit_reached&limit=100');
      const own = (body['data'] as { data: { id: string } }[]).filter(({ data }) => data.id === first.wallet);
      return own.length >= 2 && own;
    });
    const event = ({ approval, payment }: Waiting, amount: string) => ({
      id: idOf('evt'),
      type: 'wallet.spend_limit_reached',
      created_at: TIME,
      sequence: expect.any(Number),
      livemode: false,
      data: { ...wallet, approval_id: approval, payment_id: payment, amount, currency: 'USDC' },
    });
    expect(events).toEqual([event(second, '250.00'), event(first, '100.01')]);
  });

  it('settles when it reaches the limit exactly, and waits when it is a cent more', async () => {
    const { id } = await fundedWallet(api(), { usdc: '1000.00', spend_limit: '100.00' });

    const exact = await api().post('/payments', { to: EVM_RECIPIENT, amount: '100.00', from: id });
    expect({ status: exact.status, body: exact.body }).toEqual({
      status: 201,
      body: settledPayment({ amount: '100.00', from: id }),
    });
    expect((await approvals().payFrom(id, '0.01')).answer.body).toMatchObject({ stage: 'awaiting_approval' });
  });

  it('reserves nothing while it waits, so smaller payments still settle', async () => {
    const { wallet } = await approvals().waiting({ amount: '1000.00' });
    const small = await api().post('/payments', { to: EVM_RECIPIENT, amount: '99.00', from: wallet });
    expect(small.body).toEqual(settledPayment({ amount: '99.00', from: wallet }));
  });

  it('is refused with 402 and gets no approval when the wallet does not hold the amount', async () => {
    const { id } = await fundedWallet(api(), { usdc: '50.00', spend_limit: '10.00' });
    const refused = await api().post('/payments', { to: EVM_RECIPIENT, amount: '50.01', from: id });

    expectError(refused, 402, 'insufficient_balance', { payment_id: idOf('pay') });
    expect((await api().get(`/approvals?wallet=${id}`)).body).toEqual({ data: [], has_more: false, next_cursor: null });
  });

  it('closes its approval when it is canceled', async () => {
    const { approval, payment } = await approvals().waiting();
    const canceled = await api().post(`/payments/${payment}/cancel`);
    expect(canceled.body).toMatchObject({ status: 'failed', error_code: 'canceled', approval_id: approval });

    await eventually(async () => expect(await approvals().read(approval)).toMatchObject({ status: 'canceled' }));
    expectError(await approvals().approve(approval), 409, 'invalid_state');
    expectError(await approvals().reject(approval), 409, 'invalid_state');
  });

  it('fails with approval_expired when nobody decides in time', async () => {
    const { approval, payment } = await approvals().waiting();
    const { expires_at: expiresAt, created_at: createdAt } = (await approvals().read(approval)) as unknown as Approval;
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.parse(createdAt));

    expect((await untilEnded(api(), payment)).body).toMatchObject({
      status: 'failed',
      stage: 'done',
      error_code: 'approval_expired',
      approval_id: approval,
    });
    await eventually(async () => expect(await approvals().read(approval)).toMatchObject({ status: 'expired' }));
    expectError(await approvals().approve(approval), 409, 'invalid_state');
    expectError(await approvals().reject(approval), 409, 'invalid_state');
  });
});
