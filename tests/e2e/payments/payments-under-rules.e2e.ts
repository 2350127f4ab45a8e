import type { ApiResponse } from '../support/api';
import { Approvals } from '../support/approvals';
import {
  EVM_RECIPIENT,
  expectError,
  fundedWallet,
  idOf,
  SANCTIONED,
  SOLANA_RECIPIENT,
  untilEnded,
} from '../support/payments';
import { RuleBook } from '../support/rules';
import { useService } from '../support/service';

const FIRST = 'svc_test_8888888888888888888888';
const SECOND = 'svc_test_9999999999999999999999';

describe('a payment under rules', () => {
  const service = useService({ BOOTSTRAP_API_KEYS: `${FIRST}:acme:enterprise,${SECOND}:acme:enterprise` });
  const api = () => service.api.withKey(FIRST);
  const second = () => service.api.withKey(SECOND);
  const pay = (order: object = {}) => api().post('/payments', { to: EVM_RECIPIENT, amount: '2.00', ...order });
  const enforce = (rules: readonly object[], more: object = {}) => new RuleBook(api()).enforce(rules, more);
  const timeline = async (id: unknown) => (await api().get(`/payments/${String(id)}/timeline`)).body['data'];

  afterEach(async () => {
    await enforce([]);
  });

  it('that is denied fails with 403, names the rule, and nobody is screened and nothing reserved', async () => {
    await enforce([{ name: 'no-berlin', effect: 'deny', when: { countries: ['DE'] } }]);
    const key = { idempotency_key: 'denied-1' };
    const refused = await pay({ to: SANCTIONED, country_code: 'DE', ...key });
    expectError(refused, 403, 'rule_denied', {
      message: expect.stringContaining('no-berlin'),
      payment_id: idOf('pay'),
    });
    expectError(await pay({ to: SANCTIONED, country_code: 'DE', ...key }), 403, 'rule_denied', {
      payment_id: idOf('pay'),
    });
    const id = String(refused.body['payment_id']);
    expect((await api().get(`/payments/${id}`)).body).toMatchObject({
      status: 'failed',
      error_code: 'rule_denied',
      compliance_ref: null,
    });
    expect(await timeline(id)).toMatchObject([
      { type: 'initiated', text: expect.stringContaining('The rule no-berlin denies it: country is DE.') },
      { type: 'failed' },
    ]);
    expect((await pay({ country_code: 'AT' })).body).toMatchObject({ status: 'settled' });
  });

  it('of more than a limit is denied, and one of exactly the limit is not', async () => {
    await enforce([{ name: 'most', effect: 'limit', when: { currency: 'USDC' }, max: '2.00' }]);
    expectError(await pay({ amount: '2.000001' }), 403, 'rule_denied', { payment_id: idOf('pay') });
    expect((await pay()).body).toMatchObject({ status: 'settled' });
    expect((await pay({ amount: '9.00', currency: 'EURC' })).body).toMatchObject({ status: 'settled' });
  });

  it('that no rule allows is denied where the default is to deny', async () => {
    await enforce([{ name: 'ours', effect: 'allow', when: { to: [EVM_RECIPIENT] } }], { otherwise: 'deny' });
    expect((await pay()).body).toMatchObject({ status: 'settled' });
    expectError(await pay({ to: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' }), 403, 'rule_denied', {
      payment_id: idOf('pay'),
    });
  });

  it('waits for approvals from the treasury, and from a wallet within its limit', async () => {
    await enforce([
      {
        name: 'two',
        effect: 'require',
        when: { above: '1.00', currency: 'USDC' },
        approvals: 2,
        exclude_creator: true,
      },
    ]);
    const third = service.api.withKey(String((await second().post('/api_keys', {})).body['key']));
    const { id: wallet } = await fundedWallet(api(), { usdc: '10.00', spend_limit: '5.00' });
    for (const from of [null, wallet]) {
      const approvals = new Approvals(api());
      const { answer, approval, payment } = await approvals.payFrom(from, '2.00');
      expect(answer.body).toMatchObject({ status: 'pending', stage: 'awaiting_approval' });
      expectError(await approvals.approve(approval), 403, 'insufficient_scope');
      expect((await new Approvals(second()).approve(approval)).body).toMatchObject({ status: 'pending', threshold: 2 });
      expectError(await new Approvals(third).approve(approval), 403, 'insufficient_scope');
      // Rules of later do not release what waits.
      expect((await api().get(`/payments/${payment}`)).body).toMatchObject({ stage: 'awaiting_approval' });
      await approvals.reject(approval);
      expect((await untilEnded(api(), payment)).body).toMatchObject({ error_code: 'approval_rejected' });
    }
    expect((await api().get('/events?type=wallet.spend_limit_reached')).body['data']).toEqual([]);
  });

  it('is settled once it is approved as a rule requires', async () => {
    await enforce([{ name: 'one', effect: 'require', when: { payers: ['treasury'] } }]);
    const { approval, payment } = await new Approvals(api()).payFrom(null, '2.00');
    await enforce([]);
    expect((await api().get(`/payments/${payment}`)).body).toMatchObject({ stage: 'awaiting_approval' });
    expect((await new Approvals(api()).approve(approval)).body).toMatchObject({ status: 'approved' });
    expect((await untilEnded(api(), payment)).body).toMatchObject({ status: 'settled' });
    const [initiated] = (await timeline(payment)) as unknown[];
    expect(initiated).toMatchObject({ rules: { matches: [{ rule: 'one', effect: 'require' }] } });
  });

  it('500 at once under 1000.00 in an hour: settled up to it and never above, and each of the others names the sum', async () => {
    await enforce([
      { name: 'velocity', effect: 'limit', when: { currency: 'USDC' }, max: '1000.00', within_hours: 1 },
      { name: 'slow', effect: 'limit', when: { to: [SOLANA_RECIPIENT] }, max_payments: 1, within_hours: 744 },
    ]);
    // A busy machine may put a request off, or answer before the payment has ended: then it is sent again.
    const end = async (n: number): Promise<ApiResponse> => {
      const answer = await pay({ amount: '3.00', idempotency_key: `velocity-${n}` });
      return answer.status === 429 || answer.body['status'] === 'pending' ? end(n) : answer;
    };
    const ended = await Promise.all(Array.from({ length: 500 }, (_, n) => end(n)));
    const settled = ended.filter(({ body }) => body['status'] === 'settled');
    expect(settled).toHaveLength(333);
    for (const refused of ended.filter((each) => !settled.includes(each))) {
      expectError(refused, 403, 'rule_denied', {
        message: expect.stringMatching(
          /^The rule velocity of version \d+ limits payments to 1000\.00 USDC within an hour, per payer: \d+\.00 USDC count already, and the payment is of 3\.00 USDC\. Nothing was paid\.$/,
        ),
        payment_id: idOf('pay'),
      });
    }
    const [initiated] = (await timeline(settled[0]?.body['id'])) as unknown[];
    expect(initiated).toMatchObject({
      text: expect.stringContaining('The rule velocity limits payments to 1000.00 USDC within an hour, per payer'),
    });
    // Another currency is not limited, and what is left is paid.
    expect((await pay({ amount: '9.00', currency: 'EURC' })).body).toMatchObject({ status: 'settled' });
    expect((await pay({ amount: '1.00' })).body).toMatchObject({ status: 'settled' });
    expectError(await pay({ amount: '0.01' }), 403, 'rule_denied', { payment_id: idOf('pay') });
  }, 300_000);

  it('over a number of payments in a time is denied, for each recipient and each payer separately', async () => {
    await enforce([{ name: 'once', effect: 'limit', max_payments: 1, within_hours: 24, per: 'recipient' }]);
    const { id: wallet } = await fundedWallet(api(), { usdc: '10.00' });
    const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
    for (const order of [{}, { to: other }, { from: wallet }, { from: wallet, to: other }]) {
      expect((await pay(order)).body).toMatchObject({ status: 'settled' });
      expectError(await pay({ ...order, amount: '1.00' }), 403, 'rule_denied', { payment_id: idOf('pay') });
    }
    const simulated = (await api().post('/payments/simulate', { to: other, amount: '1.00' })).body;
    expect(simulated).toMatchObject({
      rules: {
        denied: null,
        matches: [{ text: 'The rule once limits payments to 1 within 24 hours, per payer and recipient.' }],
      },
    });
  });

  it('is simulated with what the rules say', async () => {
    await enforce([{ name: 'no', effect: 'deny', when: { countries: ['DE'] } }]);
    const simulate = async (order: object) =>
      (await api().post('/payments/simulate', { to: EVM_RECIPIENT, amount: '2.00', ...order })).body;
    const denied = await simulate({ country_code: 'DE' });
    expect(denied).toMatchObject({
      chosen: null,
      rules: {
        denied: expect.stringContaining('The rule no'),
        approvals: 0,
        matches: [{ rule: 'no', effect: 'deny' }],
      },
    });
    expect(denied['candidates']).toMatchObject([{ verdict: 'rule_denied' }, { verdict: 'rule_denied' }, {}]);
    expect(await simulate({})).toMatchObject({ chosen: 'base', rules: { denied: null, matches: [] } });
  });
});
