import { randomUUID } from 'node:crypto';
import type { Api } from '../support/api';
import { itReplays, operationsThatCall, templateOf, type Repeatable } from '../support/every-operation';
import { OPERATIONS } from '../support/openapi';
import { EVM_RECIPIENT, fundedWallet, NEVER_SCREENED, paymentIdOf, paymentInReview } from '../support/payments';
import { attestationOf } from '../support/attestations';
import { expectReplay, isReplay } from '../support/replays';
import { heldDeposit } from '../support/deposits';
import { useService } from '../support/service';

const service = useService();
let api: Api;

beforeAll(() => {
  api = service.api.as('idempotent_operations');
});

const order = { to: EVM_RECIPIENT, amount: '10.00' };

describe('Idempotency, on every POST', () => {
  const wallet = { owner: 'agent:idempotent', chain: 'base' };
  const approvalOf = async () => {
    const { id: from } = await fundedWallet(api, { usdc: '10.00', spend_limit: '1.00' });
    return String((await api.post('/payments', { ...order, from })).body['approval_id']);
  };
  const endpointOf = async () => {
    const { body } = await api.post('/webhook_endpoints', {
      url: 'http://127.0.0.1:9/hooks',
      events: ['payment.failed'],
    });
    return String(body['id']);
  };
  const draftOf = async () => String((await api.post('/rules/drafts', { rules: [] })).body['id']);
  const keyOf = async () => String((await api.post('/api_keys', { name: 'rotated' })).body['id']);
  const twice = async <T>(make: () => Promise<T>) => [await make(), await make()] as const;

  const cases: Readonly<Record<string, () => Promise<Repeatable>>> = {
    '/payments': () =>
      Promise.resolve({ path: '/payments', body: order, other: { body: { ...order, amount: '1' } }, status: 201 }),
    '/payments/:id/cancel': async () => {
      const [one, two] = await twice(async () =>
        paymentIdOf(await api.post('/payments', { ...order, to: NEVER_SCREENED }, { prefer: 'respond-async' })),
      );
      return { path: `/payments/${one}/cancel`, body: {}, other: { path: `/payments/${two}/cancel` } };
    },
    '/payments/simulate': () =>
      Promise.resolve({
        path: '/payments/simulate',
        body: order,
        other: { body: { ...order, amount: '1' } },
      }),
    '/wallets': () =>
      Promise.resolve({
        path: '/wallets',
        body: wallet,
        other: { body: { ...wallet, label: 'another' } },
        status: 201,
      }),
    '/wallets/bulk': () =>
      Promise.resolve({
        path: '/wallets/bulk',
        body: { wallets: [wallet, wallet] },
        other: { body: { wallets: [wallet] } },
      }),
    '/compliance/check': () => {
      const body = { address: EVM_RECIPIENT, checks: ['aml'] };
      return Promise.resolve({ path: '/compliance/check', body, other: { body: { ...body, checks: ['kyc'] } } });
    },
    '/compliance/attestations': () => {
      const body = attestationOf();
      return Promise.resolve({
        path: '/compliance/attestations',
        body,
        other: { body: { ...body, reference: 'another' } },
      });
    },
    '/compliance/checks/:ref/decision': async () => {
      const { ref } = await paymentInReview(api, { amount: '1.00' });
      const path = `/compliance/checks/${ref}/decision`;
      return { path, body: { decision: 'clear' }, other: { body: { decision: 'block' } } };
    },
    '/deposits/:id/decision': async () => {
      const path = `/deposits/${(await heldDeposit(api, '1.00')).id}/decision`;
      return { path, body: { decision: 'clear' }, other: { body: { decision: 'keep' } } };
    },
    '/approvals/:id/approve': async () => {
      const [one, two] = await twice(approvalOf);
      return { path: `/approvals/${one}/approve`, body: {}, other: { path: `/approvals/${two}/approve` } };
    },
    '/approvals/:id/reject': async () => {
      const [one, two] = await twice(approvalOf);
      return { path: `/approvals/${one}/reject`, body: {}, other: { path: `/approvals/${two}/reject` } };
    },
    '/rules/drafts': () => {
      const body = { rules: [] };
      return Promise.resolve({
        path: '/rules/drafts',
        body,
        other: { body: { ...body, otherwise: 'deny' } },
      });
    },
    '/rules/drafts/:id/agree': async () => {
      const [one, two] = await twice(draftOf);
      const path = (id: string) => `/rules/drafts/${id}/agree`;
      return { path: path(one), body: { revision: 1 }, other: { path: path(two) } };
    },
    '/rules/drafts/:id/publish': async () => {
      const [one, two] = await twice(draftOf);
      return { path: `/rules/drafts/${one}/publish`, body: {}, other: { path: `/rules/drafts/${two}/publish` } };
    },
    '/webhook_endpoints': () => {
      const body = { url: 'http://127.0.0.1:9/hooks' };
      return Promise.resolve({
        path: '/webhook_endpoints',
        body,
        other: { body: { ...body, description: 'another' } },
        secret: 'secret',
      });
    },
    '/webhook_endpoints/:id/rotate_secret': async () => {
      const [one, two] = await twice(endpointOf);
      const path = (id: string) => `/webhook_endpoints/${id}/rotate_secret`;
      return { path: path(one), body: {}, other: { path: path(two) }, secret: 'secret' };
    },
    '/webhook_endpoints/:id/test': async () => {
      const [one, two] = await twice(endpointOf);
      return { path: `/webhook_endpoints/${one}/test`, body: {}, other: { path: `/webhook_endpoints/${two}/test` } };
    },
    '/webhook_endpoints/:id/replay': async () => {
      const path = `/webhook_endpoints/${await endpointOf()}/replay`;
      return { path, body: { since: '2026-01-01' }, other: { body: { since: '2026-01-02' } } };
    },
    '/api_keys': () =>
      Promise.resolve({ path: '/api_keys', body: { name: 'one' }, other: { body: { name: 'two' } }, secret: 'key' }),
    '/api_keys/:id/rotate': async () => {
      const [one, two] = await twice(keyOf);
      return { path: `/api_keys/${one}/rotate`, body: {}, other: { path: `/api_keys/${two}/rotate` }, secret: 'key' };
    },
    '/sandbox/faucet': () => {
      const body = { chain: 'base', amount: '1.00' };
      return Promise.resolve({ path: '/sandbox/faucet', body, other: { body: { ...body, amount: '2.00' } } });
    },
  };

  describe.each(Object.entries(cases))('POST %s', (_, make) => itReplays(() => api, make));

  it('POST /payments/simulate: a replay says how things stand by then, and makes no payment', async () => {
    const idempotency_key = randomUUID();
    const { id: from } = await fundedWallet(api, { usdc: '10.00' });
    const simulate = () => api.post('/payments/simulate', { ...order, from, idempotency_key });
    expect((await simulate()).body).toMatchObject({ chosen: 'base' });
    expect((await api.post('/payments', { ...order, from, idempotency_key })).status).toBe(201);

    const replay = await simulate();
    expect(isReplay(replay)).toBe(true);
    expect(replay.body).toMatchObject({ chosen: null });
  });

  it('this is every POST that takes a key, or its own file tests it', () => {
    const posts = OPERATIONS.filter(
      ({ method, parameters }) => method === 'POST' && parameters.some(({ name }) => name === 'Idempotency-Key'),
    );
    // There is no letter to redrive here: a test of the gateway makes one.
    const tested = [
      ...Object.keys(cases),
      '/dead_letters/:id/redrive',
      ...operationsThatCall(itReplays).map(templateOf),
    ];
    expect(tested.toSorted()).toEqual(posts.map(templateOf).toSorted());
  });
});

describe('Replays, parameters are compared after normalisation, on other POSTs too', () => {
  const approver = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
  const wallet = { owner: 'agent:normal', chain: 'base', spend_limit: '10.00', approvers: [approver] };
  const sameWallet = {
    ...wallet,
    spend_limit: '0010',
    approvers: [approver.toLowerCase()],
    compliance: 'auto',
    label: null,
    approval_threshold: 1,
  };

  it.each<[path: string, body: object, same: object]>([
    ['/payments/simulate', order, { ...order, to: EVM_RECIPIENT.toLowerCase(), amount: '10', chain: 'auto' }],
    ['/wallets', wallet, sameWallet],
    ['/wallets/bulk', { wallets: [wallet] }, { wallets: [sameWallet] }],
    [
      '/compliance/check',
      { address: EVM_RECIPIENT, checks: ['kyc', 'aml'] },
      { address: EVM_RECIPIENT.toLowerCase(), checks: ['aml', 'kyc'], country_code: null },
    ],
    [
      '/sandbox/faucet',
      { chain: 'base', amount: '1.00' },
      { chain: 'base', amount: '1', currency: 'USDC', wallet: null },
    ],
    [
      '/webhook_endpoints',
      { url: 'http://127.0.0.1:9/hooks' },
      { url: 'http://127.0.0.1:9/hooks', events: null, description: null },
    ],
    [
      '/api_keys',
      { scopes: ['payments:read', 'keys:write'], expires_at: '2999-01-01T00:00:00Z' },
      {
        scopes: ['keys:write', 'payments:read'],
        expires_at: '2999-01-01T01:00:00+01:00',
        plan: 'enterprise',
        name: null,
      },
    ],
  ])('POST %s', async (path, body, same) => {
    const idempotency_key = randomUUID();
    expect(isReplay(await api.post(path, { ...body, idempotency_key }))).toBe(false);
    const replay = await api.post(path, { ...same, idempotency_key });
    expect([replay.status, isReplay(replay)]).toEqual([200, true]);
  });

  it('POST /approvals/:id/approve: the approver in another spelling', async () => {
    const { body: made } = await api.post('/wallets', { ...wallet, spend_limit: '1.00' });
    const from = String(made['id']);
    await api.post('/sandbox/faucet', { chain: 'base', amount: '10.00', wallet: from });
    const { body } = await api.post('/payments', { ...order, from });
    const path = `/approvals/${String(body['approval_id'])}/approve`;
    const first = await api.post(path, { approver, idempotency_key: path });
    expectReplay(await api.post(path, { approver: approver.toLowerCase(), idempotency_key: path }), first.body);
  });

  it('POST /webhook_endpoints/:id/replay: a time in another zone', async () => {
    const { body } = await api.post('/webhook_endpoints', { url: 'http://127.0.0.1:9/hooks' });
    const path = `/webhook_endpoints/${String(body['id'])}/replay`;
    const first = await api.post(path, { since: '2026-01-01', idempotency_key: path });
    const same = { since: '2026-01-01T01:00:00.000+01:00', event_id: null, idempotency_key: path };
    expectReplay(await api.post(path, same), first.body);
  });
});
