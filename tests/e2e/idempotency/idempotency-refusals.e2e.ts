/** @once */
import { randomUUID } from 'node:crypto';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from '../support/api';
import { itRepeatsItsRefusal, operationsThatCall, seen, templateOf, type Refused } from '../support/every-operation';
import { OPERATIONS } from '../support/openapi';
import {
  EVM_RECIPIENT,
  errorBody,
  expectError,
  fundedWallet,
  paymentIdOf,
  paymentInReview,
  SANCTIONED,
  SOLANA_RECIPIENT,
  untilEnded,
} from '../support/payments';
import { attestationOf } from '../support/attestations';
import { isReplay } from '../support/replays';
import { heldDeposit } from '../support/deposits';
import { useService } from '../support/service';

const service = useService();
let api: Api;

beforeAll(() => {
  api = service.api.as('idempotency');
});

const order = { to: EVM_RECIPIENT, amount: '10.00' };

describe('Idempotency, what stores nothing', () => {
  it.each([
    ['400 for a malformed parameter', { amount: '-1' }, 400],
    ['400 for an address of the other family', { chain: 'solana' }, 400],
    ['400 for an amount out of bounds', { amount: '0.000001' }, 400],
    ['404 for an unknown wallet', { from: 'wal_00000000000000000000000000' }, 404],
  ])('%s: the key is free for something else', async (_, fields, status) => {
    const idempotency_key = randomUUID();
    expect((await api.post('/payments', { ...order, ...fields, idempotency_key })).status).toBe(status);
    const next = await api.post('/payments', { ...order, idempotency_key });
    expect(next.status).toBe(201);
    expect(isReplay(next)).toBe(false);
  });

  it('401', async () => {
    const idempotency_key = randomUUID();
    const nobody = api.withKey(`${String(api.key)}x`);
    expectError(await nobody.post('/payments', { ...order, idempotency_key }), 401, 'unauthorized');
    expect((await api.post('/payments', { ...order, amount: '1.00', idempotency_key })).status).toBe(201);
  });

  it('403 plan_required', async () => {
    const idempotency_key = randomUUID();
    const scale = service.api.as('idempotency', 'scale');
    const refused = await scale.post('/payments', { ...order, compliance: 'skip', idempotency_key });
    expectError(refused, 403, 'plan_required', { param: 'compliance' });
    expect((await scale.post('/payments', { ...order, idempotency_key })).status).toBe(201);
  });

  it('429', async () => {
    // An account of its own: others' requests with this plan's key would be turned away too.
    const scale = service.api.as('idempotency_limits', 'scale');
    const body = { chain: 'base', amount: '1.00' };
    const limited = await eventually(async () => {
      const keys = Array.from({ length: 40 }, () => randomUUID());
      const calls = await Promise.all(
        keys.map(async (idempotency_key) => {
          return { idempotency_key, response: await scale.post('/sandbox/faucet', { ...body, idempotency_key }) };
        }),
      );
      const refused = calls.filter(({ response }) => response.status === 429);
      return refused.length > 0 && refused;
    });
    for (const { idempotency_key } of limited) {
      const unlimited = service.api.as('idempotency_limits');
      const other = await unlimited.post('/sandbox/faucet', { ...body, amount: '2.00', idempotency_key });
      expect(other.status).toBe(200);
      expect(isReplay(other)).toBe(false);
    }
  });

  it('a refusal that leaves no object behind is run again: a wallet whose owner is not verified', async () => {
    const idempotency_key = randomUUID();
    const refused = { owner: 'user:blocked', chain: 'base', idempotency_key };
    for (let i = 0; i < 3; i++) {
      const response = await api.post('/wallets', refused);
      expectError(response, 403, 'compliance_blocked', { param: 'owner' });
      expect(isReplay(response)).toBe(false);
    }
    const other = await api.post('/wallets', { owner: 'user:2', chain: 'base', idempotency_key });
    expect(other.status).toBe(201);
    expect(isReplay(other)).toBe(false);
  });

  it('several refused requests at once store nothing either', async () => {
    const refused = { owner: 'user:blocked', chain: 'base', idempotency_key: randomUUID() };
    const all = await Promise.all(Array.from({ length: 10 }, () => api.post('/wallets', refused)));
    for (const each of all) expectError(each, 403, 'compliance_blocked', { param: 'owner' });
  });
});

describe('a repetition of a refused request answers with the same status and body', () => {
  const live = () => service.api.as('idempotency', 'live');
  const scale = () => service.api.as('idempotency', 'scale');
  const pay = (code: string, fields: object, as = api): Refused => ({
    ...{ path: '/payments', as, code },
    body: { ...order, ...fields },
  });
  const unknown = '00000000000000000000000000';

  /** Each way in which the sandbox, or live mode without chains, refuses a payment. */
  const payments: Readonly<Record<string, () => Refused | Promise<Refused>>> = {
    'a malformed amount': () => pay('invalid_request', { amount: '-1' }),
    'an amount out of bounds': () => pay('invalid_request', { amount: '0.000001' }),
    'an address of the other family': () => pay('invalid_request', { chain: 'solana' }),
    'an unknown key': () => pay('unauthorized', {}, api.withKey(`${String(api.key)}x`)),
    'an empty wallet': async () => pay('insufficient_balance', { from: (await fundedWallet(api)).id }),
    'an empty wallet on Solana': async () => {
      const { id: from } = await fundedWallet(api, { chain: 'solana' });
      return pay('insufficient_balance', { from, to: SOLANA_RECIPIENT });
    },
    'a treasury that holds too little': async () => {
      const all = { amount: '1000000.00', chain: 'ethereum', currency: 'EURC' };
      await api.post('/payments', { ...order, ...all });
      return pay('insufficient_balance', all);
    },
    ...Object.fromEntries(
      ['d001', 'd002', 'd003', 'd004'].map((end) => [
        `screening of ${end}`,
        () => pay('compliance_blocked', { to: `0x${end.padStart(40, '0')}` }),
      ]),
    ),
    'screening on Solana': () => pay('compliance_blocked', { to: '111111111111111111111111111111Gq6' }),
    'a sanctioned country': () => pay('compliance_blocked', { country_code: 'KP' }),
    'a screening that blocked before': async () => {
      const { body } = await api.post('/compliance/check', { address: SANCTIONED, country_code: 'DE' });
      return pay('compliance_blocked', { to: SANCTIONED, compliance_ref: body['ref'] });
    },
    'a plan that does not include it': () => pay('plan_required', { compliance: 'skip' }, scale()),
    'a key without the scope': async () => {
      const { body } = await api.post('/api_keys', { scopes: ['payments:read'] });
      return pay('insufficient_scope', {}, service.api.withKey(String(body['key'])));
    },
    'an unknown wallet': () => pay('not_found', { from: `wal_${unknown}` }),
    'a key that is used for something else': async () => {
      const idempotency_key = randomUUID();
      await api.post('/payments', { ...order, amount: '1.00', idempotency_key });
      return pay('idempotency_conflict', { idempotency_key });
    },
    ...Object.fromEntries(
      ['base', 'ethereum', 'solana'].flatMap((chain) => {
        const to = chain === 'solana' ? SOLANA_RECIPIENT : EVM_RECIPIENT;
        return ['10.000301', '10.000302'].map((amount) => [
          `${chain} is down (${amount})`,
          () => pay('chain_unavailable', { to, chain, amount, currency: 'EURC' }),
        ]);
      }),
    ),
    'every chain is down': () => pay('chain_unavailable', { amount: '10.000302' }),
    'the only candidate is down': () => pay('chain_unavailable', { to: SOLANA_RECIPIENT, amount: '10.000301' }),
    'a live chain that is not configured': () => pay('chain_unavailable', {}, live()),
    'a live wallet': () => pay('chain_unavailable', { from: `wal_${unknown}` }, live()),
  };

  /** Refusals of the other operations. Those that the document shows for all of them are tested with payments. */
  const others: Readonly<Record<string, () => Refused | Promise<Refused>>> = {
    '/payments/:id/cancel': async () => ({
      path: `/payments/${paymentIdOf(await api.post('/payments', order))}/cancel`,
      code: 'invalid_state',
    }),
    '/payments/simulate': () => ({ path: '/payments/simulate', body: order, as: live(), code: 'chain_unavailable' }),
    '/wallets': () => ({
      path: '/wallets',
      body: { owner: 'user:blocked', chain: 'base' },
      code: 'compliance_blocked',
    }),
    '/wallets in live mode': () => ({
      ...{ path: '/wallets', as: live(), code: 'chain_unavailable' },
      body: { owner: 'user:1', chain: 'base' },
    }),
    '/wallets/bulk': () => ({
      ...{ path: '/wallets/bulk', as: scale(), code: 'plan_required' },
      body: { wallets: [{ owner: 'user:1', chain: 'base', compliance: 'skip' }] },
    }),
    '/compliance/check': () => ({
      ...{ path: '/compliance/check', as: live(), code: 'internal_error' },
      body: { address: EVM_RECIPIENT, country_code: 'DE' },
    }),
    '/compliance/attestations': () => ({
      ...{ path: '/compliance/attestations', body: attestationOf({ expires_at: '2020-01-01T00:00:00Z' }) },
      code: 'invalid_request',
    }),
    '/compliance/checks/:ref/decision': async () => {
      const { ref } = await paymentInReview(api, { amount: '1.00' });
      const path = `/compliance/checks/${ref}/decision`;
      expect((await api.post(path, { decision: 'clear' })).status).toBe(200);
      return { path, body: { decision: 'block' }, code: 'invalid_state' };
    },
    '/deposits/:id/decision': async () => {
      const path = `/deposits/${(await heldDeposit(api, '1.00')).id}/decision`;
      expect((await api.post(path, { decision: 'keep' })).status).toBe(200);
      return { path, body: { decision: 'clear' }, code: 'invalid_state' };
    },
    '/approvals/:id/approve': async () => ({ path: `/approvals/${await rejected()}/approve`, code: 'invalid_state' }),
    '/approvals/:id/reject': async () => ({ path: `/approvals/${await rejected()}/reject`, code: 'invalid_state' }),
    '/webhook_endpoints': () => ({
      ...{ path: '/webhook_endpoints', body: { url: 'http://10.0.0.1/' } },
      code: 'invalid_request',
    }),
    '/webhook_endpoints/:id/rotate_secret': () => ({
      ...{ path: `/webhook_endpoints/whe_${unknown}/rotate_secret`, code: 'not_found' },
    }),
    '/webhook_endpoints/:id/test': async () => {
      const { body } = await api.post('/webhook_endpoints', { url: 'http://127.0.0.1:9/' });
      const path = `/webhook_endpoints/${String(body['id'])}`;
      await api.request('PATCH', path, { body: { status: 'disabled' } });
      return { path: `${path}/test`, code: 'invalid_state' };
    },
    '/webhook_endpoints/:id/replay': async () => {
      const { body } = await api.post('/webhook_endpoints', { url: 'http://127.0.0.1:9/' });
      const path = `/webhook_endpoints/${String(body['id'])}/replay`;
      return { path, body: { event_id: `evt_${unknown}` }, code: 'not_found' };
    },
    '/rules/drafts': () => {
      const twice = { name: 'twice', effect: 'allow' };
      return { path: '/rules/drafts', body: { rules: [twice, twice] }, code: 'invalid_request' };
    },
    '/rules/drafts/:id/agree': () => ({
      ...{ path: `/rules/drafts/rdr_${unknown}/agree`, body: { revision: 1 }, code: 'not_found' },
    }),
    '/rules/drafts/:id/publish': () => ({ path: `/rules/drafts/rdr_${unknown}/publish`, code: 'not_found' }),
    '/dead_letters/:id/redrive': () => ({ path: `/dead_letters/dlt_${unknown}/redrive`, code: 'not_found' }),
    '/api_keys': () => ({ path: '/api_keys', body: { plan: 'enterprise' }, as: scale(), code: 'plan_required' }),
    '/api_keys/:id/rotate': async () => {
      const { body } = await api.post('/api_keys', { name: 'revoked' });
      const path = `/api_keys/${String(body['id'])}`;
      await api.delete(path);
      return { path: `${path}/rotate`, code: 'invalid_state' };
    },
    '/sandbox/faucet': () => ({
      path: '/sandbox/faucet',
      body: { chain: 'base', amount: '1.00', wallet: `wal_${unknown}` },
      code: 'not_found',
    }),
  };

  async function rejected(): Promise<string> {
    const { id: from } = await fundedWallet(api, { usdc: '10.00', spend_limit: '1.00' });
    const id = String((await api.post('/payments', { ...order, from })).body['approval_id']);
    expect((await api.post(`/approvals/${id}/reject`)).status).toBe(200);
    return id;
  }

  describe.each(Object.entries(payments))('POST /payments: %s', (_, make) => itRepeatsItsRefusal(() => api, make));

  describe.each(Object.entries(others))('POST %s', (_, make) => itRepeatsItsRefusal(() => api, make));

  it('these are all refusals of a payment, and all operations that take a key, or its own file tests it', async () => {
    // Each sign-in is another.
    const posts = OPERATIONS.filter(({ method, path }) => method === 'POST' && path !== '/sessions');
    const walked = new Set(['/payments', ...Object.keys(others).map((name) => name.split(' ')[0])]);
    const tested = [...walked, ...operationsThatCall(itRepeatsItsRefusal).map(templateOf)];
    expect(tested.toSorted()).toEqual(posts.map(templateOf).toSorted());

    const payment = OPERATIONS.find(({ operationId }) => operationId === 'createPayment');
    const statuses = [...(payment?.answers.keys() ?? [])].filter((each) => each >= 400);
    const refused = await Promise.all(
      Object.values(payments).map(async (make) => {
        const { path, body: fields, as = api } = await make();
        return (await as.post(path, { idempotency_key: randomUUID(), ...fields })).status;
      }),
    );
    // A limit and a fault pass: they are no outcome of a payment.
    expect([...new Set(refused), 429, 500].toSorted()).toEqual(statuses.toSorted());
  });

  it('duplicates that come while the first is under way get its refusal', async () => {
    const { id: from } = await fundedWallet(api);
    for (const fields of [{ to: SANCTIONED }, { amount: '10.000302' }, { from }]) {
      const body = { ...order, ...fields, idempotency_key: randomUUID() };
      const all = await Promise.all(Array.from({ length: 8 }, () => api.post('/payments', body)));
      const [first] = all;
      expect(first!.status).toBeGreaterThanOrEqual(400);
      expect(all.map(seen)).toEqual(all.map(() => seen(first!)));
      expect(all.filter(isReplay)).toHaveLength(7);
    }
  });

  it('a payment that was answered 202 and refused later is answered with the refusal from then on', async () => {
    const body = { ...order, to: SANCTIONED, idempotency_key: randomUUID() };
    const first = await api.post('/payments', body, { prefer: 'respond-async' });
    expect(first.status).toBe(202);
    const { body: failed } = await untilEnded(api, paymentIdOf(first));
    const again = await api.post('/payments', body);
    expect({ status: again.status, body: again.body }).toEqual({
      status: 403,
      body: errorBody('compliance_blocked', { payment_id: failed['id'], message: failed['error_message'] }),
    });
    expect(isReplay(again)).toBe(true);
  });

  it('many wallets: each entry is answered as the first time', async () => {
    const wallets = [
      { owner: 'user:blocked', chain: 'base' },
      { owner: 'user:1', chain: 'base' },
    ];
    const body = { wallets, idempotency_key: randomUUID() };
    const [first, again] = [await api.post('/wallets/bulk', body), await api.post('/wallets/bulk', body)];
    expect(first.body).toMatchObject({ data: [{ error: { code: 'compliance_blocked', retryable: false } }, {}] });
    expect(seen(again)).toEqual(seen(first));
  });
});
