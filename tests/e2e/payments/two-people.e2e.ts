import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { Api } from '../support/api';
import { clientOf, issueKey } from '../support/api-keys';
import { ALICE, Approvals, BOB } from '../support/approvals';
import { expectError, untilEnded } from '../support/payments';
import { MAGIC } from '../support/screenings';
import { useService } from '../support/service';

const FIRST = 'svc_test_5555555555555555555555';
const SECOND = 'svc_test_6666666666666666666666';

describe('a payment that takes two people', () => {
  const service = useService({ BOOTSTRAP_API_KEYS: `${FIRST}:acme:enterprise,${SECOND}:acme:enterprise` });
  const first = () => service.api.withKey(FIRST);
  const second = () => service.api.withKey(SECOND);
  const approve = (api: Api, approval: string, body: object = {}) => new Approvals(api).approve(approval, body);
  const waiting = (wallet: object = {}) => new Approvals(first()).waiting(wallet as Record<string, unknown>);

  beforeAll(async () => {
    await first().patch('/policies', {
      ...{ separate_creator: false, two_approvers_above: '50.00', treasury_approval_above: '50.00' },
    });
  });
  afterEach(async () => {
    await first().patch('/policies', { separate_creator: false });
  });

  it('goes on with the approvals of two keys that the operator has made', async () => {
    const { approval, payment } = await waiting();
    expect((await approve(first(), approval)).body).toMatchObject({ status: 'pending' });
    const { body } = await approve(second(), approval);
    const key = expect.stringMatching(/^key_/) as unknown;
    expect(body).toMatchObject({ status: 'approved', approved_by: [key, key] });
    expect((await untilEnded(first(), payment)).body).toMatchObject({ status: 'settled' });
  });

  it('does not go on with one key, its children, or a key whose secret it has rotated', async () => {
    const child = clientOf(first(), await issueKey(first()));
    const grandchild = clientOf(first(), await issueKey(child));
    const other = await issueKey(second());
    const rotated = clientOf(first(), (await first().post(`/api_keys/${String(other['id'])}/rotate`, {})).body);
    const { approval } = await waiting();
    expect((await approve(child, approval, { approver: ALICE })).body).toMatchObject({ status: 'pending' });
    for (const api of [first(), grandchild, rotated]) {
      expectError(await approve(api, approval, { approver: BOB }), 403, 'insufficient_scope');
    }
    expect((await approve(second(), approval)).body).toMatchObject({ status: 'approved' });
  });

  it('from the treasury takes two as well, of whom neither has created it', async () => {
    await first().patch('/policies', { separate_creator: true });
    const third = clientOf(second(), await issueKey(second()));
    const { approval, payment } = await new Approvals(first()).payFrom(null, '50.01');
    expect(await new Approvals(first()).read(approval)).toMatchObject({ threshold: 2, wallet_id: null });
    expectError(await approve(first(), approval), 403, 'insufficient_scope');
    expect((await approve(second(), approval)).body).toMatchObject({ status: 'pending' });
    expectError(await approve(third, approval), 403, 'insufficient_scope');
    expect((await first().get(`/payments/${payment}`)).body).toMatchObject({ stage: 'awaiting_approval' });

    await first().patch('/policies', { separate_creator: false });
    const another = await new Approvals(first()).payFrom(null, '50.01');
    for (const api of [first(), second()]) await approve(api, another.approval);
    expect((await untilEnded(first(), another.payment)).body).toMatchObject({ status: 'settled' });
  });

  it('counts one key once, whatever approvers it names', async () => {
    const { approval, payment } = await waiting({ approvers: [ALICE, BOB], approval_threshold: 2 });
    expect((await approve(first(), approval, { approver: ALICE })).body).toMatchObject({ approved_by: [ALICE] });
    expectError(await approve(first(), approval, { approver: BOB }), 403, 'insufficient_scope');
    expect((await approve(second(), approval, { approver: BOB })).body).toMatchObject({
      status: 'approved',
      approved_by: [ALICE, BOB],
    });
    expect((await untilEnded(first(), payment)).body).toMatchObject({ status: 'settled' });
  });

  it('goes on with the signatures of two listed approvers, whoever sends them', async () => {
    const [alice, bob] = [1, 2].map(() => privateKeyToAccount(generatePrivateKey())) as [
      PrivateKeyAccount,
      PrivateKeyAccount,
    ];
    const { approval } = await waiting({ approvers: [alice.address, bob.address], approval_threshold: 2 });
    const { typed_data } = await new Approvals(first()).read(approval);
    const sign = async (by: PrivateKeyAccount) =>
      approve(first(), approval, {
        approver: by.address,
        signature: await by.signTypedData(typed_data as never),
      });
    expect((await sign(alice)).body).toMatchObject({ status: 'pending' });
    expect((await sign(bob)).body).toMatchObject({ status: 'approved', approved_by: [alice.address, bob.address] });
  });

  it('and that neither of them may have created, takes a third', async () => {
    await first().patch('/policies', { separate_creator: true });
    const { approval } = await waiting();
    for (const api of [first(), clientOf(first(), await issueKey(first()))]) {
      expectError(await approve(api, approval), 403, 'insufficient_scope');
    }
    expect((await approve(second(), approval)).body).toMatchObject({ status: 'pending' });
  });

  it('a review by who created the payment is refused, also of a check made before, and by another taken', async () => {
    await first().patch('/policies', { separate_creator: true });
    const to = MAGIC.evm('d005');
    const checked = await first().post('/compliance/check', { address: to, country_code: 'BE' });
    const cleared = await first().post(`/compliance/checks/${String(checked.body['ref'])}/decision`, {
      decision: 'clear',
    });
    expect(cleared.body).toMatchObject({ status: 'cleared' });

    const { body } = await first().post('/payments', { to, amount: '2.00', country_code: 'BE' });
    expect(body).toMatchObject({ status: 'pending', stage: 'screening' });
    const decision = `/compliance/checks/${String(body['compliance_ref'])}/decision`;
    expectError(await first().post(decision, { decision: 'clear' }), 403, 'insufficient_scope');
    expect((await second().post(decision, { decision: 'clear' })).body).toMatchObject({ status: 'cleared' });
    expect((await untilEnded(first(), String(body['id']))).body).toMatchObject({ status: 'settled' });
  });
});
