import { Approvals } from '../support/approvals';
import { EVM_RECIPIENT, expectError, fundedWallet, idOf, untilEnded } from '../support/payments';
import { MAGIC } from '../support/screenings';
import { useService } from '../support/service';

const OFF = {
  separate_creator: false,
  two_approvers_above: null,
  treasury_approval_above: null,
  always_screen: false,
  duplicate_guard: 'bound_keys',
  duplicate_window_hours: 24,
};

describe('PATCH /v1/policies', () => {
  const service = useService();
  const api = () => service.api.as('update_policies');
  const patch = (body: unknown) => api().patch('/policies', body);
  const read = async () => (await api().get('/policies')).body;
  const approvals = () => new Approvals(api());

  afterEach(async () => {
    await patch(OFF);
  });

  it('answers the policies, and leaves those that are not named unchanged', async () => {
    const all = {
      ...{ separate_creator: true, two_approvers_above: '1000.5', treasury_approval_above: '5000' },
      ...{ always_screen: true, duplicate_guard: 'all', duplicate_window_hours: 720 },
    };
    const set = await patch(all);
    expect({ status: set.status, body: set.body }).toEqual({
      status: 200,
      body: { ...all, two_approvers_above: '1000.50', treasury_approval_above: '5000.00' },
    });
    expect(await read()).toEqual(set.body);
    expect((await patch({})).body).toEqual(set.body);
    expect((await patch({ separate_creator: false })).body).toEqual({ ...set.body, separate_creator: false });
    const { separate_creator: _, ...off } = OFF;
    expect((await patch(off)).body).toEqual(OFF);
    expect(await read()).toEqual(OFF);
  });

  it('keeps accounts apart', async () => {
    await patch({ separate_creator: true });
    expect((await service.api.as('get_policies').get('/policies')).body).toEqual(OFF);
  });

  it.each<[string | undefined, unknown]>([
    ['separate_creator', { separate_creator: 'true' }],
    ['separate_creator', { separate_creator: 1 }],
    ['always_screen', { always_screen: 'never' }],
    ['two_approvers_above', { two_approvers_above: 100 }],
    ['two_approvers_above', { two_approvers_above: '0' }],
    ['two_approvers_above', { two_approvers_above: '-5' }],
    ['two_approvers_above', { two_approvers_above: '1.0000001' }],
    ['treasury_approval_above', { treasury_approval_above: 5000 }],
    ['treasury_approval_above', { treasury_approval_above: '0.00' }],
    ['duplicate_guard', { duplicate_guard: 'some' }],
    ['duplicate_window_hours', { duplicate_window_hours: 0 }],
    ['duplicate_window_hours', { duplicate_window_hours: 721 }],
    ['duplicate_window_hours', { duplicate_window_hours: '24' }],
    ['two_approvers_below', { two_approvers_below: '1.00' }],
    [undefined, []],
  ])('answers 400 and changes nothing for a malformed %s: %j', async (param, body) => {
    expectError(await patch(body), 400, 'invalid_request', param === undefined ? {} : { param });
    expect(await read()).toEqual(OFF);
  });

  it('separate_creator: 403 for an approval and a review by who created the payment', async () => {
    await patch({ separate_creator: true });
    const { approval, payment } = await approvals().waiting();
    expectError(await approvals().approve(approval), 403, 'insufficient_scope');
    expect(await approvals().read(approval)).toMatchObject({ status: 'pending', approved_by: [] });
    expect((await approvals().reject(approval)).body).toMatchObject({ status: 'rejected' });
    expect((await untilEnded(api(), payment)).body).toMatchObject({ error_code: 'approval_rejected' });

    const order = { to: MAGIC.evm('d005'), amount: '2.00', country_code: 'AT' };
    const { body } = await api().post('/payments', order);
    const decision = `/compliance/checks/${String(body['compliance_ref'])}/decision`;
    for (const verdict of ['clear', 'block']) {
      expectError(await api().post(decision, { decision: verdict }), 403, 'insufficient_scope');
    }
    expect((await api().get(`/payments/${String(body['id'])}`)).body).toMatchObject({ status: 'pending' });
  });

  it('two_approvers_above: a payment above it takes two people, one of exactly that amount does not', async () => {
    await patch({ two_approvers_above: '100.01' });
    const exact = await approvals().waiting();
    expect(await approvals().read(exact.approval)).toMatchObject({ threshold: 1 });
    expect((await approvals().approve(exact.approval)).body).toMatchObject({ status: 'approved' });

    const { approval } = await approvals().waiting({ amount: '100.02' });
    const first = await approvals().approve(approval);
    expect(first.body).toMatchObject({
      status: 'pending',
      threshold: 2,
      approved_by: [expect.stringMatching(/^key_/)],
    });
    expect((await approvals().approve(approval)).body).toEqual(first.body);
  });

  it('treasury_approval_above: a payment from the treasury above it waits, and holds nothing; no other does', async () => {
    await patch({ treasury_approval_above: '20.00' });
    const pay = (amount: string, from: object = {}) => api().post('/payments', { to: EVM_RECIPIENT, amount, ...from });
    expect((await pay('20.00')).body).toMatchObject({ status: 'settled', approval_id: null });
    const { id } = await fundedWallet(api(), { usdc: '100.00' });
    expect((await pay('20.01', { from: id })).body).toMatchObject({ status: 'settled', approval_id: null });

    const { answer, approval, payment } = await approvals().payFrom(null, '20.01');
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ status: 'pending', stage: 'awaiting_approval', approval_id: idOf('apr') });
    const reserved = { base: { usdc: '0.00', eurc: '0.00' }, ethereum: { usdc: '0.00', eurc: '0.00' } };
    expect((await api().get('/treasury/balance')).body).toMatchObject({ reserved });

    // A policy that is switched off later lets nothing through that waits.
    await patch(OFF);
    expect((await api().get(`/payments/${payment}`)).body).toMatchObject({ stage: 'awaiting_approval' });
    expect((await api().post(`/payments/${payment}/cancel`)).body).toMatchObject({ error_code: 'canceled' });
    expect(await approvals().read(approval)).toMatchObject({ status: 'canceled', wallet_id: null });
    expectError(await approvals().approve(approval), 409, 'invalid_state');
  });

  it('what waits is decided by the policies of its order, whatever they are by then', async () => {
    await patch({ separate_creator: true, two_approvers_above: '1.00' });
    const strict = await approvals().waiting();
    await patch(OFF);
    expectError(await approvals().approve(strict.approval), 403, 'insufficient_scope');
    expect(await approvals().read(strict.approval)).toMatchObject({ threshold: 2 });

    const loose = await approvals().waiting();
    await patch({ separate_creator: true, two_approvers_above: '1.00' });
    expect((await approvals().approve(loose.approval)).body).toMatchObject({ status: 'approved' });
  });
});
