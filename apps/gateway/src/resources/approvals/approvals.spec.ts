import type { ApprovePayment } from '@stablecoin/contracts';
import { startGateway, type TestGateway } from '../../testing/gateway';

const APPROVAL = { id: 'apr_1', payment_id: 'pay_1', wallet_id: 'wal_1', status: 'pending' };
const APPROVER = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

let gateway: TestGateway;
beforeAll(async () => (gateway = await startGateway()));
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.fakes.commands.length = 0;
  gateway.fakes.refusals.clear();
  gateway.fakes.answers.set('wallet.approval', ({ id }: { readonly id: string }) => {
    const isDecided = gateway.fakes.commands.length > 0;
    return id === 'apr_1' ? { ...APPROVAL, status: isDecided ? 'approved' : 'pending' } : null;
  });
});

describe('More endpoints: approve and reject answer the approval', () => {
  it.each([
    ['approve', 'wallet.ApprovePayment'],
    ['reject', 'wallet.RejectPayment'],
  ])('%s', async (verb, type) => {
    const body = { approver: APPROVER.toLowerCase() };
    const { status, body: approval } = await gateway.send('POST', `/v1/approvals/apr_1/${verb}`, { body });
    expect([status, approval['id'], approval['status']]).toEqual([200, 'apr_1', 'approved']);
    expect(gateway.fakes.commands).toMatchObject([
      { type, key: 'wal_1', data: { walletId: 'wal_1', approvalId: 'apr_1', approver: APPROVER } },
    ]);
  });

  it('a signature is sealed before it goes anywhere', async () => {
    const signature = `0x${'5c'.repeat(64)}1b`;
    const body = { approver: APPROVER, signature };
    expect((await gateway.send('POST', '/v1/approvals/apr_1/approve', { body })).status).toBe(200);
    const [{ data }] = gateway.fakes.commands as unknown as readonly [ApprovePayment];
    expect(gateway.runtime.secrets.open(data.sealedSignature ?? '', 'approval signature')).toBe(signature);
    expect(JSON.stringify(gateway.fakes.commands)).not.toContain(signature);
  });

  it.each([
    [{ approver: APPROVER, signature: '0x1234' }, 'signature'],
    [{ approver: APPROVER, signature: 7 }, 'signature'],
    [{ approver: APPROVER, signature: 'zz'.repeat(66) }, 'signature'],
    [{ signature: `0x${'5c'.repeat(65)}` }, 'approver'],
  ])('%j is 400 for %s', async (body, param) => {
    const { status, body: error } = await gateway.send('POST', '/v1/approvals/apr_1/approve', { body });
    expect([status, error['param']]).toEqual([400, param]);
    expect(gateway.fakes.commands).toEqual([]);
  });

  it('a rejection takes no signature', async () => {
    const body = { approver: APPROVER, signature: `0x${'5c'.repeat(65)}` };
    const { status, body: error } = await gateway.send('POST', '/v1/approvals/apr_1/reject', { body });
    expect([status, error['param']]).toEqual([400, 'signature']);
  });

  it('takes no body at all', async () => {
    expect((await gateway.send('POST', '/v1/approvals/apr_1/approve')).status).toBe(200);
    expect(gateway.fakes.commands).toMatchObject([{ data: { approver: null } }]);
  });

  it('409 invalid_state when it comes too late', async () => {
    gateway.fakes.refusals.set('wallet.ApprovePayment', {
      code: 'invalid_state',
      message: 'It was rejected.',
      param: null,
    });
    const { status, body } = await gateway.send('POST', '/v1/approvals/apr_1/approve');
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'invalid_state', message: 'It was rejected.' });
    expect(body).not.toHaveProperty('param');
  });

  it('400 for somebody who is not an approver', async () => {
    gateway.fakes.refusals.set('wallet.ApprovePayment', {
      code: 'invalid_request',
      message: 'Not listed.',
      param: 'approver',
    });
    const { status, body } = await gateway.send('POST', '/v1/approvals/apr_1/approve', {
      body: { approver: APPROVER },
    });
    expect([status, body['param']]).toEqual([400, 'approver']);
    const malformed = await gateway.send('POST', '/v1/approvals/apr_1/approve', { body: { approver: '0x1' } });
    expect([malformed.status, malformed.body['param']]).toEqual([400, 'approver']);
  });

  it('with a key: a repetition does not take an approval that is not decided for one that is', async () => {
    const impatient = await startGateway({ WAIT_MS: '50' });
    const { fakes } = impatient;
    let decided: object = {};
    fakes.answers.set('wallet.approval', () => ({ ...APPROVAL, approved_by: [], ...decided }));
    fakes.answers.set('wallet.outcome', () => ({ applied: false, refusal: null }));
    const body = { approver: APPROVER, idempotency_key: 'undecided' };
    const send = () => impatient.send('POST', '/v1/approvals/apr_1/approve', { body });
    try {
      expect([(await send()).status, (await send()).status]).toEqual([500, 500]);
      // One of two who have to approve it has.
      decided = { approved_by: [APPROVER] };
      expect((await send()).status).toBe(200);
      decided = { status: 'approved' };
      expect((await send()).status).toBe(200);
    } finally {
      await impatient.stop();
    }
  });

  it('an unknown approval is 404', async () => {
    expect((await gateway.send('POST', '/v1/approvals/apr_2/approve')).status).toBe(404);
    expect(gateway.fakes.commands).toEqual([]);
  });
});

describe('approvals of the treasury', () => {
  const OF_TREASURY = { ...APPROVAL, id: 'apr_2', wallet_id: null };
  beforeEach(() => {
    gateway.fakes.answers.set('treasury.approval', ({ id }: { readonly id: string }) => {
      const isDecided = gateway.fakes.commands.length > 0;
      return id === 'apr_2' ? { ...OF_TREASURY, status: isDecided ? 'approved' : 'pending' } : null;
    });
  });
  afterEach(() => gateway.fakes.answers.delete('treasury.approval'));

  it.each([
    ['approve', 'treasury.ApprovePayment', { approvalId: 'apr_2', by: [expect.stringMatching(/^key_/)] }],
    ['reject', 'treasury.RejectPayment', { approvalId: 'apr_2' }],
  ])('%s goes to the treasury', async (verb, type, data) => {
    const { status, body } = await gateway.send('POST', `/v1/approvals/apr_2/${verb}`);
    expect([status, body['id'], body['status']]).toEqual([200, 'apr_2', 'approved']);
    expect(gateway.fakes.commands).toMatchObject([{ type, key: 'acme.test', data }]);
  });

  it.each(['approve', 'reject'])('%s takes no approver: 400', async (verb) => {
    const { status, body } = await gateway.send('POST', `/v1/approvals/apr_2/${verb}`, {
      body: { approver: APPROVER },
    });
    expect([status, body['param']]).toEqual([400, 'approver']);
    expect(gateway.fakes.commands).toEqual([]);
  });

  it('are listed between those of wallets, the newest first; not where a wallet is named', async () => {
    const pages = (...ids: readonly string[]) => ({ data: ids.map((id) => ({ id })), has_more: false });
    gateway.fakes.answers.set('wallet.approvals', () => pages('apr_9', 'apr_4'));
    gateway.fakes.answers.set('treasury.approvals', () => pages('apr_6', 'apr_3'));
    expect((await gateway.send('GET', '/v1/approvals?limit=3')).body).toEqual({
      data: [{ id: 'apr_9' }, { id: 'apr_6' }, { id: 'apr_4' }],
      has_more: true,
      next_cursor: 'apr_4',
    });
    const ofWallet = await gateway.send('GET', '/v1/approvals?wallet=wal_1');
    expect(ofWallet.body['data']).toEqual([{ id: 'apr_9' }, { id: 'apr_4' }]);
  });
});

describe('GET /approvals', () => {
  it('filters by status and wallet', async () => {
    let asked: unknown;
    gateway.fakes.answers.set('wallet.approvals', (params) => {
      asked = params;
      return { data: [], has_more: false, next_cursor: null };
    });
    expect((await gateway.send('GET', '/v1/approvals?status=pending&wallet=wal_1')).status).toBe(200);
    expect(asked).toEqual({
      account: 'acme',
      livemode: false,
      limit: 20,
      startingAfter: null,
      wallets: null,
      status: 'pending',
      wallet: 'wal_1',
    });
    expect((await gateway.send('GET', '/v1/approvals?status=open')).status).toBe(400);
  });
});
