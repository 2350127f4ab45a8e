import type { Approval, Page } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { ApiResponse } from '../support/api';
import {
  EVM_RECIPIENT,
  expectError,
  failedPayment,
  fundedWallet,
  idOf,
  pendingPayment,
  settledPayment,
  TIME,
  untilEnded,
} from '../support/payments';
import { useService } from '../support/service';
import { pendingApproval } from '../support/wallets';

const ALICE = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const BOB = '0xde709f2102306220921060314715629080e2fb77';
const CAROL = 'So11111111111111111111111111111111111111112';
const UNKNOWN = 'apr_01JD8Z5M3V7T9G2K4XQW6N0B1C';

interface Waiting {
  readonly wallet: string;
  readonly payment: string;
  readonly approval: string;
  readonly answer: ApiResponse;
}

describe('API decisions: Spend limit reached', () => {
  const service = useService();
  const api = () => service.api.as('approvals');
  const approve = (id: string, body: object = {}) => api().post(`/approvals/${id}/approve`, body);
  const reject = (id: string, body: object = {}) => api().post(`/approvals/${id}/reject`, body);
  const read = async (id: string) => (await api().get(`/approvals/${id}`)).body;

  /** A payment over the limit of a wallet with 1000.00, so that it waits. */
  async function waiting({ amount = '100.01', ...wallet }: Record<string, unknown> = {}): Promise<Waiting> {
    const { id } = await fundedWallet(api(), { usdc: '1000.00', spend_limit: '100.00', ...wallet });
    return over(id, String(amount));
  }

  async function over(wallet: string, amount: string): Promise<Waiting> {
    const answer = await api().post('/payments', { to: EVM_RECIPIENT, amount, from: wallet });
    return { wallet, payment: String(answer.body['id']), approval: String(answer.body['approval_id']), answer };
  }

  it('the payment answers 202 at once: pending, awaiting_approval, with its approval_id', async () => {
    const { wallet, approval, payment, answer } = await waiting();

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
    expect(await read(approval)).toEqual(
      pendingApproval({ id: approval, payment_id: payment, wallet_id: wallet, amount: '100.01' }),
    );
  });

  it('sends wallet.spend_limit_reached, once for each payment that waits', async () => {
    const first = await waiting();
    const second = await over(first.wallet, '250.00');
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

  it('paying exactly up to the limit passes, and a cent more waits', async () => {
    const { id } = await fundedWallet(api(), { usdc: '1000.00', spend_limit: '100.00' });

    const exact = await api().post('/payments', { to: EVM_RECIPIENT, amount: '100.00', from: id });
    expect({ status: exact.status, body: exact.body }).toEqual({
      status: 201,
      body: settledPayment({ amount: '100.00', from: id }),
    });
    expect((await over(id, '0.01')).answer.body).toMatchObject({ stage: 'awaiting_approval' });
  });

  it('a waiting payment holds nothing, so smaller ones still pass', async () => {
    const { wallet } = await waiting({ amount: '1000.00' });
    const small = await api().post('/payments', { to: EVM_RECIPIENT, amount: '99.00', from: wallet });
    expect(small.body).toEqual(settledPayment({ amount: '99.00', from: wallet }));
  });

  it('the balance is checked first: what the wallet does not hold is 402, and no approval', async () => {
    const { id } = await fundedWallet(api(), { usdc: '50.00', spend_limit: '10.00' });
    const refused = await api().post('/payments', { to: EVM_RECIPIENT, amount: '50.01', from: id });

    expectError(refused, 402, 'insufficient_balance', { payment_id: idOf('pay') });
    expect((await api().get(`/approvals?wallet=${id}`)).body).toEqual({ data: [], has_more: false, next_cursor: null });
  });

  describe('POST /approvals/:id/approve', () => {
    it('answers the approval, and the payment goes on', async () => {
      const { approval, payment, wallet } = await waiting();
      const before = await read(approval);
      const answer = await approve(approval);

      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ ...before, status: 'approved' });
      expect((await untilEnded(api(), payment)).body).toEqual(
        settledPayment({ amount: '100.01', from: wallet, approval_id: approval }),
      );
      expect(await read(approval)).toEqual(answer.body);
      expect((await api().get(`/wallets/${wallet}`)).body).toMatchObject({ spent_24h: '0.00' });
    });

    it('whoever approves may say who they are, where the wallet lists nobody', async () => {
      const { approval } = await waiting();
      expect((await approve(approval, { approver: ALICE.toLowerCase() })).body).toMatchObject({
        status: 'approved',
        approved_by: [ALICE],
      });
    });

    it('on approval the balance is checked again: too little by then fails the payment with insufficient_balance', async () => {
      const { id } = await fundedWallet(api(), { usdc: '150.00', spend_limit: '100.00' });
      const { approval, payment } = await over(id, '120.00');
      const spent = await api().post('/payments', { to: EVM_RECIPIENT, amount: '40.00', from: id });
      expect(spent.body).toMatchObject({ status: 'settled' });

      expect((await approve(approval)).body).toMatchObject({ status: 'approved' });
      expect((await untilEnded(api(), payment)).body).toEqual(
        failedPayment('insufficient_balance', {
          amount: '120.00',
          from: id,
          approval_id: approval,
          compliance_ref: idOf('cpl'),
        }),
      );
    });

    it('each listed approver counts once, until the threshold is reached', async () => {
      const { approval, payment } = await waiting({ approvers: [ALICE, BOB, CAROL], approval_threshold: 2 });
      const before = await read(approval);
      expect(before).toMatchObject({ threshold: 2, approved_by: [] });

      const first = await approve(approval, { approver: ALICE });
      expect(first.body).toEqual({ ...before, approved_by: [ALICE] });
      const again = await approve(approval, { approver: ALICE.toLowerCase() });
      expect(again.body).toEqual({ ...before, approved_by: [ALICE] });
      expect((await api().get(`/payments/${payment}`)).body).toMatchObject({ stage: 'awaiting_approval' });

      const second = await approve(approval, { approver: CAROL });
      expect(second.body).toEqual({ ...before, approved_by: [ALICE, CAROL], status: 'approved' });
      expect((await untilEnded(api(), payment)).body).toMatchObject({ status: 'settled' });
    });

    it('two approvers at once both count', async () => {
      const { approval, payment } = await waiting({ approvers: [ALICE, BOB], approval_threshold: 2 });
      const answers = await Promise.all([ALICE, BOB].map((approver) => approve(approval, { approver })));

      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect((await untilEnded(api(), payment)).body).toMatchObject({ status: 'settled' });
      expect(await read(approval)).toMatchObject({ status: 'approved', approved_by: expect.arrayContaining([ALICE]) });
    });

    it('where approvers are listed one of them has to be named', async () => {
      const { approval, payment } = await waiting({ approvers: [ALICE] });

      expectError(await approve(approval), 400, 'invalid_request', { param: 'approver' });
      expectError(await approve(approval, { approver: BOB }), 400, 'invalid_request', { param: 'approver' });
      expect(await read(approval)).toMatchObject({ status: 'pending', approved_by: [] });
      expect((await api().get(`/payments/${payment}`)).body).toMatchObject({ status: 'pending' });
    });

    it('an approval that comes too late is 409 invalid_state', async () => {
      const { approval, payment } = await waiting();
      await approve(approval);
      expectError(await approve(approval), 409, 'invalid_state');
      expectError(await reject(approval), 409, 'invalid_state');
      expect((await untilEnded(api(), payment)).body).toMatchObject({ status: 'settled' });
    });

    it('takes an idempotency key: the replay is no second decision', async () => {
      const { approval } = await waiting({ approvers: [ALICE, BOB], approval_threshold: 2 });
      const body = { approver: ALICE, idempotency_key: 'first voice' };
      const [first, replay, conflict] = [
        await approve(approval, body),
        await approve(approval, body),
        await approve(approval, { ...body, approver: BOB }),
      ];

      expect(first.body).toMatchObject({ approved_by: [ALICE], status: 'pending' });
      expect([replay.status, replay.headers.get('svc-idempotent-replayed')]).toEqual([200, 'true']);
      expect(replay.body).toEqual(first.body);
      expectError(conflict, 409, 'idempotency_conflict', { param: 'idempotency_key' });
    });
  });

  describe('POST /approvals/:id/reject', () => {
    it('answers the approval, and the payment fails with approval_rejected', async () => {
      const { approval, payment, wallet } = await waiting();
      const before = await read(approval);
      const answer = await reject(approval);

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
      expectError(await approve(approval), 409, 'invalid_state');
      expectError(await reject(approval), 409, 'invalid_state');
    });

    it('a rejection that names somebody who is no approver is 400', async () => {
      const { approval } = await waiting({ approvers: [ALICE] });
      expectError(await reject(approval, { approver: BOB }), 400, 'invalid_request', { param: 'approver' });
      expect((await reject(approval, { approver: ALICE })).body).toMatchObject({ status: 'rejected' });
    });
  });

  it('an approval closes with the payment that is canceled', async () => {
    const { approval, payment } = await waiting();
    const canceled = await api().post(`/payments/${payment}/cancel`);
    expect(canceled.body).toMatchObject({ status: 'failed', error_code: 'canceled', approval_id: approval });

    await eventually(async () => expect(await read(approval)).toMatchObject({ status: 'canceled' }));
    expectError(await approve(approval), 409, 'invalid_state');
    expectError(await reject(approval), 409, 'invalid_state');
  });

  it.each(['approve', 'reject'])(
    'POST /approvals/:id/%s refuses what is no approval and what is malformed',
    async (verb) => {
      const path = `/approvals/${(await waiting()).approval}/${verb}`;
      const [unknown, ...malformed] = await Promise.all([
        api().post(`/approvals/${UNKNOWN}/${verb}`),
        api().post(path, { approver: '0x1234' }),
        api().post(path, { approver: 7 }),
        api().post(path, { approver: ALICE.replace('8617E', '8617e') }),
        api().post(path, { approver: '0x0000000000000000000000000000000000000000' }),
      ]);

      expectError(unknown, 404, 'not_found');
      for (const each of malformed) expectError(each, 400, 'invalid_request', { param: 'approver' });
      expectError(await api().post(path, { note: 'fine' }), 400, 'invalid_request', { param: 'note' });
      expectError(await api().post(path, []), 400, 'invalid_request');
    },
  );

  describe('GET /approvals', () => {
    it('lists the newest first, filtered by wallet and status, page by page', async () => {
      const { id: wallet } = await fundedWallet(api(), { usdc: '1000.00', spend_limit: '1.00' });
      const made: Waiting[] = [];
      for (const amount of ['2.00', '3.00', '4.00']) made.push(await over(wallet, amount));
      await reject(made[1]?.approval ?? '');
      const list = async (query: string) =>
        (await api().get(`/approvals?wallet=${wallet}${query}`)).body as unknown as Page<Approval>;

      const all = await list('');
      expect(all).toEqual({
        data: [
          pendingApproval({ id: made[2]?.approval, payment_id: made[2]?.payment, wallet_id: wallet, amount: '4.00' }),
          pendingApproval({ id: made[1]?.approval, amount: '3.00', status: 'rejected', wallet_id: wallet }),
          pendingApproval({ id: made[0]?.approval, amount: '2.00', wallet_id: wallet }),
        ],
        has_more: false,
        next_cursor: null,
      });
      expect((await list('&status=pending')).data).toEqual([all.data[0], all.data[2]]);
      expect((await list('&status=rejected')).data).toEqual([all.data[1]]);
      expect((await list('&status=approved')).data).toEqual([]);
      const page = await list('&limit=2');
      expect(page).toEqual({ data: all.data.slice(0, 2), has_more: true, next_cursor: made[1]?.approval });
      expect(await list(`&limit=2&starting_after=${String(page.next_cursor)}`)).toEqual({
        data: all.data.slice(2),
        has_more: false,
        next_cursor: null,
      });
    });

    it.each([
      ['status', 'status=open'],
      ['status', 'status='],
      ['wallet', 'wallet='],
      ['limit', 'limit=0'],
      ['starting_after', 'starting_after=apr_1'],
      ['chain', 'chain=base'],
    ])('a bad %s is 400: %s', async (param, query) => {
      expectError(await api().get(`/approvals?${query}`), 400, 'invalid_request', { param });
    });

    it('GET /approvals/:id of what there is not is 404', async () => {
      expectError(await api().get(`/approvals/${UNKNOWN}`), 404, 'not_found');
    });
  });

  it('an approval that nobody gives expires with its payment', async () => {
    const { approval, payment } = await waiting();
    const { expires_at: expiresAt, created_at: createdAt } = (await read(approval)) as unknown as Approval;
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.parse(createdAt));

    expect((await untilEnded(api(), payment)).body).toMatchObject({
      status: 'failed',
      stage: 'done',
      error_code: 'approval_expired',
      approval_id: approval,
    });
    await eventually(async () => expect(await read(approval)).toMatchObject({ status: 'expired' }));
    expectError(await approve(approval), 409, 'invalid_state');
    expectError(await reject(approval), 409, 'invalid_state');
  });
});
