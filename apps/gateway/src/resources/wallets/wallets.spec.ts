import type { CreateWalletMessage } from '@stablecoin/contracts';
import { Wakeups } from '../../waiting/wakeups';
import { ENTERPRISE_KEY, LIVE_KEY, startGateway, type TestGateway } from '../../testing/gateway';
import { aWallet } from '../../testing/fake-services';

const BODY = { owner: 'agent:shop-7', chain: 'base' };
const APPROVERS = ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '0xdAC17F958D2ee523a2206206994597C13D831ec7'];

let gateway: TestGateway;
beforeAll(async () => (gateway = await startGateway({ WAIT_MS: '300' })));
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.fakes.answers.clear();
  gateway.fakes.commands.length = 0;
});

const create = (body: object, key?: string) =>
  gateway.send('POST', '/v1/wallets', { body, ...(key === undefined ? {} : { key }) });
const commands = () => gateway.fakes.commands as readonly CreateWalletMessage[];

describe('POST /wallets', () => {
  it('201 with the wallet, whose address can be used at once', async () => {
    const { status, body } = await create({
      ...BODY,
      spend_limit: '100',
      label: 'Shop 7',
      approvers: APPROVERS.map((address) => address.toLowerCase()),
      approval_threshold: 2,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: expect.stringMatching(/^wal_/) as unknown, ...BODY, livemode: false });
    expect(commands()[0]!.data).toEqual({
      walletId: body['id'],
      owner: BODY.owner,
      chain: 'base',
      spendLimit: '100000000',
      compliance: 'auto',
      label: 'Shop 7',
      approvers: APPROVERS,
      approvalThreshold: 2,
    });
    expect((await gateway.send('GET', `/v1/wallets/${String(body['id'])}`)).body).toEqual(body);
  });

  it.each([
    [{ chain: 'base' }, 'owner'],
    [{ owner: 'agent:a' }, 'chain'],
    [{ ...BODY, chain: 'auto' }, 'chain'],
    [{ ...BODY, owner: 'agent:' }, 'owner'],
    [{ ...BODY, owner: 'robot:a' }, 'owner'],
    [{ ...BODY, owner: 'Agent:a' }, 'owner'],
    [{ ...BODY, owner: 'agent:a b' }, 'owner'],
    [{ ...BODY, owner: `user:${'x'.repeat(129)}` }, 'owner'],
    [{ ...BODY, spend_limit: 100 }, 'spend_limit'],
    [{ ...BODY, spend_limit: '-1' }, 'spend_limit'],
    [{ ...BODY, spend_limit: '0' }, 'spend_limit'],
    [{ ...BODY, label: 'x'.repeat(129) }, 'label'],
    [{ ...BODY, compliance: 'none' }, 'compliance'],
    [{ ...BODY, approvers: [APPROVERS[0], 'x'] }, 'approvers[1]'],
    [{ ...BODY, approvers: [APPROVERS[0], APPROVERS[0]!.toLowerCase()] }, 'approvers[1]'],
    [{ ...BODY, approvers: [] }, 'approvers'],
    [{ ...BODY, approvers: APPROVERS, approval_threshold: 3 }, 'approval_threshold'],
    [{ ...BODY, approval_threshold: 2 }, 'approval_threshold'],
    [{ ...BODY, approval_threshold: '1' }, 'approval_threshold'],
    [{ ...BODY, approval_threshold: 1.5 }, 'approval_threshold'],
    [{ ...BODY, address: APPROVERS[0] }, 'address'],
  ])('%j is 400 for %s', async (body, param) => {
    const { status, body: error } = await create(body);
    expect([status, error['param']]).toEqual([400, param]);
    expect(commands()).toEqual([]);
  });

  it('403 compliance_blocked when the owner is not verified', async () => {
    const { status, body } = await create({ ...BODY, owner: 'user:blocked' });
    expect([status, body['code'], body['param']]).toEqual([403, 'compliance_blocked', 'owner']);
  });

  it('500, retryable, when the verification takes longer than the window', async () => {
    gateway.fakes.answers.set('wallet.lookup', () => ({ state: 'verifying' }));
    const { status, body } = await create(BODY);
    expect([status, body['retryable']]).toEqual([500, true]);
  });

  it.each([
    ['wallet.created', { key: 'wal_x', data: {} }, 'wal_x'],
    ['wallet.refused', { key: 'wal_x', data: {} }, 'wal_x'],
    ['compliance.completed', { key: 'cpl_x', data: { address: '0x1' } }, '0x1'],
  ])('%s wakes who waits for it', async (type, event, key) => {
    const waiting = gateway.app.get(Wakeups).wait(key, 600_000);
    const envelope = {
      type,
      id: 'evt_1',
      account: 'acme',
      livemode: false,
      time: 0,
      correlationId: '',
      causationId: '',
    };
    await gateway.runtime.bus.publish([{ ...envelope, ...event }]);
    await expect(waiting).resolves.toBeUndefined();
  });

  it('compliance: skip without the Enterprise plan is 403 plan_required', async () => {
    expect((await create({ ...BODY, compliance: 'skip' })).body).toMatchObject({ code: 'plan_required' });
    expect((await create({ ...BODY, compliance: 'skip' }, ENTERPRISE_KEY)).status).toBe(201);
  });

  it.each([
    [{ code: 'chain_unavailable', message: 'No wallets on solana.', param: 'chain' }, 422],
    [{ code: 'invalid_request', message: 'approvers must list somebody.', param: 'approvers' }, 400],
  ])('Live keys: what stands against the wallet, and in /bulk against it alone: %j', async (refusal, expected) => {
    const asked: unknown[] = [];
    gateway.fakes.answers.set('wallet.refusal', (params) => {
      asked.push(params);
      return refusal;
    });
    const one = await create({ ...BODY, spend_limit: '5' }, LIVE_KEY);
    const many = await gateway.send('POST', '/v1/wallets/bulk', { body: { wallets: [BODY] }, key: LIVE_KEY });
    expect([one.status, one.body]).toMatchObject([expected, { ...refusal, retryable: false }]);
    const { code, message } = refusal;
    expect([many.status, many.body]).toEqual([200, { data: [{ error: { code, message, retryable: false } }] }]);
    const rules = { livemode: true, chain: 'base', approvers: [], approvalThreshold: 1 };
    expect(asked).toEqual([
      { ...rules, spendLimit: '5000000' },
      { ...rules, spendLimit: null },
    ]);
    expect(commands()).toEqual([]);
  });

  it('Live keys: a chain that is not configured', async () => {
    gateway.fakes.answers.set('wallet.refusal', () => null);
    const { status, body } = await create(BODY, LIVE_KEY);
    expect([status, body['code'], body['param']]).toEqual([422, 'chain_unavailable', 'chain']);
    expect(commands()).toEqual([]);
  });
});

describe('GET /wallets/{id}?expand=onchain', () => {
  it('adds what a final block says, and nothing without it', async () => {
    const onchain = {
      block: 7,
      limit: '100.00',
      spent: '60.00',
      window_start: null,
      balances: { usdc: '1.00', eurc: '0.00' },
    };
    gateway.fakes.answers.set('wallet.onchain', () => onchain);
    const { body: wallet } = await create(BODY);
    const path = `/v1/wallets/${String(wallet['id'])}`;
    expect((await gateway.send('GET', `${path}?expand=onchain`)).body).toEqual({ ...wallet, onchain });
    expect((await gateway.send('GET', path)).body).toEqual(wallet);
    const { status, body } = await gateway.send('GET', `${path}?expand=chain`);
    expect([status, body['param']]).toEqual([400, 'expand']);
  });
});

describe('Idempotency of wallets', () => {
  it('the same key makes one wallet, and the replay is 200', async () => {
    const body = { ...BODY, idempotency_key: 'one wallet' };
    const [first, second] = [await create(body), await create(body)];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    expect(second.headers['svc-idempotent-replayed']).toBe('true');
    expect(commands()).toHaveLength(1);
  });

  it('a wallet refused by kyc is run again', async () => {
    const body = { ...BODY, owner: 'agent:blocked', idempotency_key: 'refused' };
    const [first, second] = [await create(body), await create(body)];
    expect([first.status, second.status]).toEqual([403, 403]);
    const [one, two] = commands();
    expect(two!.data.walletId).not.toBe(one!.data.walletId);
  });

  it('a duplicate that arrives while the first is under way waits, and answers 200', async () => {
    const body = { ...BODY, idempotency_key: 'side by side' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
  });
});

describe('POST /wallets/bulk', () => {
  const bulk = (wallets: readonly object[], rest: object = {}) =>
    gateway.send('POST', '/v1/wallets/bulk', { body: { wallets, ...rest } });

  it('answers in order, each with a wallet or an error', async () => {
    const owners = ['agent:a', 'user:blocked', 'agent:c'];
    const { status, body } = await bulk(owners.map((owner) => ({ ...BODY, owner })));
    expect(status).toBe(200);
    expect(body['data']).toMatchObject([
      { wallet: { owner: 'agent:a' } },
      { error: { code: 'compliance_blocked', retryable: false } },
      { wallet: { owner: 'agent:c' } },
    ]);
    expect(new Set(commands().map(({ id }) => id)).size).toBe(3);
  });

  it('is one idempotent request', async () => {
    const wallets = [BODY, BODY];
    const [first, second] = [
      await bulk(wallets, { idempotency_key: 'two' }),
      await bulk(wallets, { idempotency_key: 'two' }),
    ];
    expect(second.headers['svc-idempotent-replayed']).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(commands()).toHaveLength(2);
  });

  it('Idempotency: a wallet that was refused is run again by a replay, and the others are not', async () => {
    const wallets = [BODY, { ...BODY, owner: 'user:blocked' }, BODY];
    const first = await bulk(wallets, { idempotency_key: 'again' });
    const refused = commands().find(({ data }) => data.owner === 'user:blocked')!;
    gateway.fakes.answers.set('wallet.lookup', ({ id }: { readonly id: string }) => {
      const made = gateway.fakes.wallets.get(id) ?? null;
      const isRetried = made?.state === 'refused' && id !== refused.data.walletId;
      return isRetried ? { state: 'exists', wallet: aWallet({ id, owner: 'user:blocked' }) } : made;
    });
    const [second, third] = [
      await bulk(wallets, { idempotency_key: 'again' }),
      await bulk(wallets, { idempotency_key: 'again' }),
    ];

    const [one, , three] = first.body['data'] as object[];
    expect(second.body['data']).toMatchObject([one, { wallet: { owner: 'user:blocked' } }, three]);
    expect(second.headers['svc-idempotent-replayed']).toBe('true');
    expect(third.body).toEqual(second.body);
    expect(commands()).toHaveLength(wallets.length + 1);
  });

  it('what was refused is run again once for each of the replays at one moment that has to', async () => {
    const body = { wallets: [{ ...BODY, owner: 'user:blocked' }], idempotency_key: 'at once' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => bulk(body.wallets, body)));
    for (const { status, body: answer } of answers) {
      expect([status, answer['data']]).toMatchObject([200, [{ error: { code: 'compliance_blocked' } }]]);
    }
  });

  it('one that takes too long is an entry of its own', async () => {
    gateway.fakes.answers.set('wallet.lookup', ({ id }: { readonly id: string }) =>
      id === commands()[0]?.data.walletId ? { state: 'verifying' } : (gateway.fakes.wallets.get(id) ?? null),
    );
    const { status, body } = await bulk([BODY, BODY]);
    expect(status).toBe(200);
    expect(body['data']).toMatchObject([{ error: { code: 'internal_error', retryable: true } }, { wallet: BODY }]);
  });

  it.each([
    [[], 'wallets'],
    [Array(101).fill(BODY), 'wallets'],
    [[BODY, { ...BODY, spend_limit: 5 }], 'wallets[1].spend_limit'],
    [[BODY, BODY, { owner: 'agent:a' }], 'wallets[2].chain'],
    [[BODY, 'x'], 'wallets[1]'],
    [[{ ...BODY, approvers: ['x', 'y'] }], 'wallets[0].approvers[0]'],
    [[{ ...BODY, idempotency_key: 'k' }], 'wallets[0].idempotency_key'],
  ])('%j is 400 for %s', async (wallets, param) => {
    const { status, body } = await bulk(wallets);
    expect([status, body['param']]).toEqual([400, param]);
  });
});
