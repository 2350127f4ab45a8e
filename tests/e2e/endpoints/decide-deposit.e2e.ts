import type { WebhookEvent } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { depositOf, heldDeposit, LISTED } from '../support/deposits';
import { expectError, fundedWallet, idOf, TIME } from '../support/payments';
import { expectReplay } from '../support/replays';
import { useService } from '../support/service';

describe('POST /v1/deposits/:id/decision', () => {
  const service = useService();
  const api = () => service.api.as('decide_deposit');
  const decide = (id: string, body: object) => api().post(`/deposits/${id}/decision`, body);
  const decidedNow = (note: string | null) => ({ decided_by: idOf('key'), decided_at: TIME, decision_note: note });
  const eventsOf = async (type: string, id: string): Promise<readonly WebhookEvent[]> => {
    const { body } = await api().get(`/events?limit=100&type=${type}`);
    return (body['data'] as WebhookEvent[]).filter(({ data }) => data['id'] === id);
  };
  const onBase = async () => {
    const { body } = await api().get('/treasury/balance');
    const of = (kind: string) => (body[kind] as Record<string, Record<string, string>>)['base']?.['usdc'];
    return { available: Number(of('available')), held: Number(of('held')) };
  };

  it('clear makes the money of the treasury available, once', async () => {
    const before = await onBase();
    const { id } = await heldDeposit(api(), '5.00');
    expect(await onBase()).toEqual({ ...before, held: before.held + 5 });
    const { status, body } = await decide(id, { decision: 'clear', note: 'A namesake' });
    expect([status, body]).toEqual([200, depositOf({ id, status: 'released', ...decidedNow('A namesake') })]);
    expect((await api().get(`/deposits/${id}`)).body).toEqual(body);
    expect(await onBase()).toEqual({ ...before, available: before.available + 5 });
    expectError(await decide(id, { decision: 'clear' }), 409, 'invalid_state');
    expectError(await decide(id, { decision: 'keep' }), 409, 'invalid_state');

    await eventually(async () => expect(await eventsOf('deposit.released', id)).toHaveLength(1));
    const [held, released] = [await eventsOf('deposit.held', id), await eventsOf('deposit.released', id)];
    const { decision_note: _, ...shown } = body;
    expect(held).toHaveLength(1);
    expect(held[0]?.data).toMatchObject({ id, status: 'held', decided_by: null });
    // Whoever receives events must not learn what the reviewer knows.
    expect(released[0]?.data).toEqual(shown);
    await eventually(async () => {
      const { body: log } = await api().get('/audit_log?action=deposit.cleared');
      expect(log['data']).toMatchObject([{ action: 'deposit.cleared', actor: { type: 'key' } }]);
    });
  });

  it('clear makes the money of a wallet available, which raises wallet.funded', async () => {
    const { id: wallet } = await fundedWallet(api(), {});
    const { id } = await heldDeposit(api(), '6.00', wallet);
    expect(await eventsOf('wallet.funded', wallet)).toEqual([]);
    expect((await decide(id, { decision: 'clear' })).body).toMatchObject({ status: 'released', wallet_id: wallet });
    expect((await api().get(`/wallets/${wallet}`)).body).toMatchObject({
      balances: { usdc: '6.00' },
      held: { usdc: '0.00' },
    });
    await eventually(async () => expect(await eventsOf('wallet.funded', wallet)).toHaveLength(1));
    expect((await eventsOf('wallet.funded', wallet))[0]?.data).toMatchObject({ amount: '6.00' });
  });

  it('keep leaves the money held for good', async () => {
    const { id: wallet } = await fundedWallet(api(), {});
    const { id } = await heldDeposit(api(), '7.00', wallet);
    const { body } = await decide(id, { decision: 'keep', note: LISTED });
    expect(body).toEqual(depositOf({ id, wallet_id: wallet, amount: '7.00', status: 'kept', ...decidedNow(LISTED) }));
    expect((await api().get(`/wallets/${wallet}`)).body).toMatchObject({
      balances: { usdc: '0.00' },
      held: { usdc: '7.00' },
    });
    expectError(await decide(id, { decision: 'clear' }), 409, 'invalid_state');
    await eventually(async () => {
      const { body: log } = await api().get('/audit_log?action=deposit.kept');
      expect(log['data']).toMatchObject([{ action: 'deposit.kept' }]);
    });
  });

  it('accepts one of two simultaneous decisions', async () => {
    const { id } = await heldDeposit(api(), '8.00');
    const answers = await Promise.all([decide(id, { decision: 'clear' }), decide(id, { decision: 'keep' })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('replays an idempotency key', async () => {
    const { id } = await heldDeposit(api(), '9.00');
    const body = { decision: 'clear', idempotency_key: 'decided' };
    const [first, replay] = [await decide(id, body), await decide(id, body)];
    expect(first.status).toBe(200);
    expectReplay(replay, first.body);
    expectError(await decide(id, { ...body, decision: 'keep' }), 409, 'idempotency_conflict', {
      param: 'idempotency_key',
    });
  });

  it.each([
    ['decision', {}],
    ['decision', { decision: 'block' }],
    ['note', { decision: 'clear', note: 'x'.repeat(1_001) }],
    ['reason', { decision: 'clear', reason: 'no' }],
  ])('answers 400 for a malformed %s: %j', async (param, body) => {
    const { id } = await heldDeposit(api(), '1.00');
    expectError(await decide(id, body), 400, 'invalid_request', { param });
  });

  it('answers 404 for an unknown id', async () => {
    expectError(await decide('dep_00000000000000000000000000', { decision: 'clear' }), 404, 'not_found');
  });
});
