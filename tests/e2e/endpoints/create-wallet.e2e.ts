import type { Wallet } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { errorBody, EVM_RECIPIENT, expectError, idOf, SOLANA_RECIPIENT } from '../support/payments';
import { checkResult, complianceResult } from '../support/screenings';
import { useService } from '../support/service';
import type { Api } from '../support/api';
import { newWallet } from '../support/wallets';

const APPROVERS = [EVM_RECIPIENT, '0x8617E340B3D01FA5F11F306F4090FD50E238070D', SOLANA_RECIPIENT];

describe('POST /v1/wallets', () => {
  const service = useService();
  const enterprise = () => service.api.as('wallets');
  const scale = () => service.api.as('wallets', 'scale');

  it('answers 201 with the whole wallet, with every key present', async () => {
    const created = await scale().post('/wallets', { owner: 'agent:treasurer', chain: 'base' });

    expect(created.status).toBe(201);
    expect(created.body).toEqual(newWallet({ owner: 'agent:treasurer' }));
    expect(created.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(created.headers.get('svc-request-id')).toEqual(idOf('req'));
    expect(created.headers.get('svc-idempotent-replayed')).toBeNull();
    expect(created.headers.get('ratelimit-policy')).toBe('"wallets";q=20;w=1');
  });

  it('accepts every optional field, and normalizes amounts and addresses', async () => {
    const [evm, ...others] = APPROVERS;
    const created = await enterprise().post('/wallets', {
      owner: 'user:42',
      chain: 'ethereum',
      spend_limit: '0500.5',
      compliance: 'auto',
      label: 'Paris office 🥐',
      approvers: [evm?.toLowerCase(), ...others],
      approval_threshold: 2,
      metadata: { office: 'Paris' },
    });

    expect(created.status).toBe(201);
    expect(created.body).toEqual(
      newWallet({
        owner: 'user:42',
        chain: 'ethereum',
        spend_limit: '500.50',
        label: 'Paris office 🥐',
        approvers: APPROVERS,
        approval_threshold: 2,
        metadata: { office: 'Paris' },
      }),
    );
    expect((await enterprise().get(`/wallets/${String(created.body['id'])}`)).body).toEqual(created.body);
  });

  it.each([
    ['base', /^0x[0-9a-fA-F]{40}$/],
    ['ethereum', /^0x[0-9a-fA-F]{40}$/],
    ['solana', /^[1-9A-HJ-NP-Za-km-z]{32,44}$/],
  ])('gives each wallet on %s its own address of that chain', async (chain, form) => {
    const [one, other] = await Promise.all(
      ['agent:twin', 'agent:twin'].map((owner) => enterprise().post('/wallets', { owner, chain })),
    );

    expect(one?.body['address']).toMatch(form);
    expect(other?.body['address']).toMatch(form);
    expect(one?.body['address']).not.toBe(other?.body['address']);
    expect(one?.body['id']).not.toBe(other?.body['id']);
  });

  it('creates a wallet that can receive and send immediately', async () => {
    const api = enterprise();
    const { body: wallet } = await api.post('/wallets', { owner: 'agent:courier', chain: 'base' });

    const received = await api.post('/payments', { to: wallet['address'], amount: '20.00', chain: 'base' });
    expect(received.body).toMatchObject({ status: 'settled' });
    await eventually(async () => {
      const { body } = await api.get(`/wallets/${String(wallet['id'])}`);
      expect(body).toEqual({ ...wallet, balances: { usdc: '20.00', eurc: '0.00' } });
    });
    const sent = await api.post('/payments', { to: EVM_RECIPIENT, amount: '7.50', from: wallet['id'] });

    expect(sent.body).toMatchObject({ status: 'settled', from: wallet['id'], chain: 'base' });
    const { body: after } = await api.get(`/wallets/${String(wallet['id'])}`);
    expect(after).toEqual({ ...wallet, balances: { usdc: '12.50', eurc: '0.00' }, spent_24h: '7.50' });
  });

  it('verifies the identity of the owner by default, and refers to the result', async () => {
    const { body: wallet } = await enterprise().post('/wallets', { owner: 'user:verified', chain: 'base' });
    const result = await enterprise().get(`/compliance/checks/${String(wallet['compliance_ref'])}`);

    const ref = wallet['compliance_ref'];
    const checks = [checkResult('kyc')];
    expect(result.body).toEqual(complianceResult('cleared', {}, { ref, address: 'user:verified', checks }));
  });

  it.each(['user:blocked', 'agent:blocked'])(
    'answers 403 and creates no wallet when the sandbox owner %s fails identity verification',
    async (owner) => {
      const refused = await enterprise().post('/wallets', { owner, chain: 'base' });

      expectError(refused, 403, 'compliance_blocked', {
        param: 'owner',
        message: `The identity of ${owner} could not be verified.`,
      });
      const { body } = await enterprise().get('/wallets?limit=100');
      expect((body['data'] as Wallet[]).filter((wallet) => wallet.owner === owner)).toEqual([]);
    },
  );

  it.each([
    ['user:review', 'clear', 'active'],
    ['agent:review', 'block', 'rejected'],
  ])('answers 202 for %s, whose owner is in review; to %s makes it %s', async (owner, decision, status) => {
    const api = service.api.as('wallets_in_review');
    const order = { owner, chain: 'base', idempotency_key: `review-${decision}` };
    const waiting = newWallet({ owner, status: 'in_review', address: null });
    const created = await api.post('/wallets', order);
    expect({ status: created.status, body: created.body }).toEqual({ status: 202, body: waiting });
    const { id, compliance_ref: ref } = created.body;
    expect((await api.get(`/wallets/${String(id)}`)).body).toEqual(created.body);
    const payment = { to: EVM_RECIPIENT, amount: '1.00', from: id };
    expectError(await api.post('/payments', payment), 409, 'invalid_state');
    const credit = { chain: 'base', amount: '5.00', wallet: id };
    expectError(await api.post('/sandbox/faucet', credit), 409, 'invalid_state');

    expect((await api.post(`/compliance/checks/${String(ref)}/decision`, { decision })).status).toBe(200);
    const address: unknown = status === 'active' ? expect.any(String) : null;
    await eventually(async () => {
      expect((await api.get(`/wallets/${String(id)}`)).body).toEqual({ ...created.body, status, address });
    });
    const again = await api.post('/wallets', order);
    expect({ status: again.status, body: again.body }).toMatchObject({ status: 200, body: { id, status } });
    expect((await api.get('/wallets?limit=100')).body['data']).toContainEqual({ ...created.body, status, address });
    if (status === 'active') await eventually(async () => expect(await activated(api)).toContain(id));
    else expect(await activated(api)).not.toContain(id);
  });

  const activated = async (api: Api): Promise<readonly string[]> => {
    const { body } = await api.get('/events?type=wallet.activated');
    return (body['data'] as { data: { id: string } }[]).map(({ data }) => data.id);
  };

  it('requires the Enterprise plan for compliance: skip', async () => {
    const order = { owner: 'user:blocked', chain: 'base', compliance: 'skip' };

    const skipped = await enterprise().post('/wallets', order);
    expect(skipped.status).toBe(201);
    expect(skipped.body).toEqual(newWallet({ owner: 'user:blocked', compliance_ref: null }));
    expectError(await scale().post('/wallets', order), 403, 'plan_required', { param: 'compliance' });
  });

  it.each([
    ['agent:a', 201],
    [`user:${'x'.repeat(128)}`, 201],
    ['agent:!~:@/.-_', 201],
    [`user:${'x'.repeat(129)}`, 400],
    ['agent:', 400],
    ['user', 400],
    ['admin:1', 400],
    ['Agent:a', 400],
    [' agent:a', 400],
    ['agent:a ', 400],
    ['agent:a b', 400],
    ['agent:é', 400],
    ['agent:a\n', 400],
    ['', 400],
    [42, 400],
    [['agent:a'], 400],
    [null, 400],
    [undefined, 400],
  ])('accepts agent:<name> or user:<id> as owner: %j is answered %i', async (owner, status) => {
    const response = await enterprise().post('/wallets', { owner, chain: 'base' });

    if (status === 201) expect(response.body).toEqual(newWallet({ owner }));
    else expectError(response, 400, 'invalid_request', { param: 'owner' });
  });

  it.each(['auto', 'Base', 'BASE', 'polygon', '', ' base', null, undefined, 1, ['base'], {}])(
    'answers 400 for the chain %j, which is not base, solana or ethereum',
    async (chain) => {
      const response = await enterprise().post('/wallets', { owner: 'agent:a', chain });
      expectError(response, 400, 'invalid_request', { param: 'chain' });
    },
  );

  it.each([
    ['spend_limit', '0'],
    ['spend_limit', '0.00'],
    ['spend_limit', '-1'],
    ['spend_limit', '1.0000001'],
    ['spend_limit', '1,000.00'],
    ['spend_limit', '1e3'],
    ['spend_limit', 500],
    ['compliance', 'none'],
    ['compliance', true],
    ['label', 'x'.repeat(129)],
    ['label', 7],
    ['approvers', EVM_RECIPIENT],
    ['approvers', []],
    ['approvers[0]', ['0x1234']],
    ['approvers[0]', ['0x52908400098527886e0F7030069857D2E4169EE7']],
    ['approvers[0]', ['0x0000000000000000000000000000000000000000']],
    ['approvers[0]', [7]],
    ['approvers[1]', [EVM_RECIPIENT, EVM_RECIPIENT]],
    ['approvers[1]', [EVM_RECIPIENT, EVM_RECIPIENT.toLowerCase()]],
    ['approvers', Array.from({ length: 21 }, (_, n) => `0x${String(n + 1).padStart(40, '1')}`)],
    ['approval_threshold', 0],
    ['approval_threshold', 2],
    ['approval_threshold', 1.5],
    ['approval_threshold', '1'],
    ['approval_threshold', 21],
    ['idempotency_key', ''],
    ['idempotency_key', 'k'.repeat(256)],
    ['balance', '5.00'],
    ['id', 'wal_1'],
  ])('answers 400 and names a missing or malformed field: %s %j', async (param, value) => {
    const field = param.replace(/\[.*/, '');
    const response = await enterprise().post('/wallets/bulk', {
      wallets: [{ owner: 'agent:a', chain: 'base', [field]: value }],
    });
    expectError(response, 400, 'invalid_request', { param: `wallets[0].${param}` });
  });

  it('answers 400 for an approval threshold above the number of approvers', async () => {
    const response = await enterprise().post('/wallets', {
      owner: 'agent:a',
      chain: 'base',
      approvers: APPROVERS,
      approval_threshold: 4,
    });
    expectError(response, 400, 'invalid_request', { param: 'approval_threshold' });
  });

  it('treats null in an optional field as absent, and accepts a label of 128 characters of any kind', async () => {
    const label = '🏦'.repeat(128);
    const absent = { spend_limit: null, compliance: null, approvers: null, approval_threshold: null };
    const created = await enterprise().post('/wallets', { owner: 'agent:a', chain: 'base', label, ...absent });

    expect(created.status).toBe(201);
    expect(created.body).toEqual(newWallet({ owner: 'agent:a', label }));
  });

  it('has no operation that changes or deletes a wallet', async () => {
    const api = enterprise();
    const { body: wallet } = await api.post('/wallets', { owner: 'agent:fixed', chain: 'base', spend_limit: '5.00' });
    const path = `/wallets/${String(wallet['id'])}`;

    const answers = await Promise.all([
      api.patch(path, { spend_limit: '500.00' }),
      api.request('PUT', path, { body: { spend_limit: '500.00' } }),
      api.post(path, { spend_limit: '500.00' }),
      api.delete(path),
    ]);
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 404, body: errorBody('not_found') });
    expect((await api.get(path)).body).toEqual(wallet);
  });
});
