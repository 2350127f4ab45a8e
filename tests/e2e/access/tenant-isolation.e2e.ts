import { eventually } from '@stablecoin/event-sourcing/testing';
import { itIsIsolated, operationsThatCall, strangersTo } from '../support/every-operation';
import { OPERATIONS, type Operation } from '../support/openapi';
import { attestationOf } from '../support/attestations';
import { EVM_RECIPIENT, expectError, fundedWallet, settledPayment } from '../support/payments';
import { MAGIC } from '../support/screenings';
import { heldDeposit } from '../support/deposits';
import { useService } from '../support/service';
import { listedEvent } from '../support/webhooks';

/** Ids of one object of each kind, all of one account, by the prefix of the ids. */
const KINDS = ['pay', 'wal', 'apr', 'cpl', 'att', 'dep', 'whe', 'whd', 'evt', 'key', 'rdr', 'dlt'] as const;
type Belongings = Readonly<Record<(typeof KINDS)[number], string>>;

/** The kind of object that the path of an operation names; undefined: none, or one that is not among them. */
function kindOf({ parameters }: Operation): keyof Belongings | undefined {
  const pattern = parameters.find((each) => each.in === 'path')?.schema.pattern;
  return KINDS.find((kind) => pattern?.startsWith(`^${kind}_`));
}

const ROUTES = OPERATIONS.flatMap((operation) => {
  const kind = kindOf(operation);
  return kind === undefined ? [] : [{ ...operation, kind }];
});

const LISTS = [
  ...['/payments', '/wallets', '/approvals', '/compliance/checks', '/compliance/attestations', '/webhook_endpoints'],
  ...['/deposits', '/events', '/api_keys', '/treasury/ledger', '/audit_log'],
];
/** A screening is known by its ref. */
const idOf = ({ id, ref }: { readonly id?: string; readonly ref?: string }): string => String(id ?? ref);

describe('Objects of another account or mode are 404', () => {
  const service = useService();
  const owner = () => service.api.as('tenants_a');
  const strangers = () => strangersTo('tenants_a', service.api);

  let own: Belongings;
  beforeAll(async () => {
    const api = owner();
    await api.post('/sandbox/faucet', { chain: 'base', amount: '77.00' });
    const { id: wallet } = await fundedWallet(api, { usdc: '100.00', spend_limit: '1.00' });
    const { body: payment } = await api.post('/payments', { to: EVM_RECIPIENT, amount: '5.00', from: wallet });
    const { body: check } = await api.post('/compliance/check', { address: MAGIC.evm('d005'), country_code: 'DE' });
    const { body: attestation } = await api.post('/compliance/attestations', attestationOf());
    const { body: endpoint } = await api.post('/webhook_endpoints', { url: 'http://127.0.0.1:9/' });
    const { body: key } = await api.post('/api_keys', {});
    const { body: draft } = await api.post('/rules/drafts', { rules: [] });
    await api.post(`/webhook_endpoints/${String(endpoint['id'])}/test`, {});
    const delivery = await eventually(async () => {
      const { body } = await api.get(`/webhook_endpoints/${String(endpoint['id'])}/deliveries`);
      return (body['data'] as readonly { readonly id: string }[])[0]?.id ?? false;
    });
    const deposit = await heldDeposit(api, '1.00');
    const event = await listedEvent(api, 'wallet.spend_limit_reached', wallet);
    own = {
      pay: String(payment['id']),
      wal: wallet,
      apr: String(payment['approval_id']),
      cpl: String(check['ref']),
      att: String(attestation['id']),
      dep: deposit.id,
      whe: String(endpoint['id']),
      whd: delivery,
      evt: event.id,
      key: String(key['id']),
      rdr: String(draft['id']),
      // Letters cannot be made through the API: a test of the gateway has one.
      dlt: 'dlt_00000000000000000000000000',
    };
  });

  describe.each(ROUTES)('$name', ({ operationId, path, kind }) => {
    itIsIsolated(operationId, service, 'tenants_a', () => path.replace(/\{\w+\}/, own[kind]));
  });

  it('leaves the objects unchanged after the requests of strangers', async () => {
    const [payment, approval, check, endpoint, key] = await Promise.all([
      owner().get(`/payments/${own.pay}`),
      owner().get(`/approvals/${own.apr}`),
      owner().get(`/compliance/checks/${own.cpl}`),
      owner().get(`/webhook_endpoints/${own.whe}`),
      owner().get(`/api_keys/${own.key}`),
    ]);
    // Approval and review expire by themselves, if the suite takes its time.
    expect(payment.body['error_code']).not.toBe('canceled');
    expect(['pending', 'expired']).toContain(approval.body['status']);
    expect(['review', 'blocked']).toContain(check.body['status']);
    expect(endpoint.body).toMatchObject({ status: 'enabled', description: null });
    expect(key.body).toMatchObject({ name: null, revoked_at: null });
  });

  it('this is every operation whose path names an object, or its own file tests it', () => {
    const tested = new Set([...ROUTES, ...operationsThatCall(itIsIsolated)].map(({ name }) => name));
    const untested = OPERATIONS.filter(
      // A member needs an identity provider: set-member.e2e.ts.
      ({ name, path }) => path.includes('{') && !path.startsWith('/members/') && !tested.has(name),
    );
    expect(untested.map(({ name }) => name)).toEqual([]);
    expect(ROUTES.length).toBeGreaterThanOrEqual(33);
  });

  it.each(LISTS)('GET %s lists nothing of another account', async (path) => {
    const ids = await eventually(async () => {
      const { body: theirs } = await owner().get(`${path}?limit=100`);
      const found = (theirs['data'] as object[]).map(idOf);
      return found.length > 0 && found;
    });
    for (const stranger of strangers()) {
      const { body } = await stranger.get(`${path}?limit=100`);
      const seen = (body['data'] as object[]).map(idOf);
      expect(seen.filter((id) => ids.includes(id))).toEqual([]);
    }
  });

  it.each(['/events', '/treasury/ledger'])(
    'GET %s answers an empty page for a cursor of another account',
    async (path) => {
      const { body: theirs } = await owner().get(`${path}?limit=1`);
      const cursor = (theirs['data'] as { id: string }[])[0]?.id;
      const stranger = service.api.as('tenants_b');
      await stranger.post('/payments', { to: EVM_RECIPIENT, amount: '1.00' });
      await eventually(async () => expect((await stranger.get(path)).body['data']).not.toEqual([]));
      expect((await stranger.get(`${path}?starting_after=${String(cursor)}`)).body).toEqual({
        data: [],
        has_more: false,
        next_cursor: null,
      });
    },
  );

  it('a filter by a wallet of another account finds nothing', async () => {
    const empty = { data: [], has_more: false, next_cursor: null };
    for (const stranger of strangers()) {
      const answers = await Promise.all([
        stranger.get(`/payments?wallet=${own.wal}`),
        stranger.get(`/approvals?wallet=${own.wal}`),
      ]);
      for (const { body } of answers) expect(body).toEqual(empty);
    }
  });

  it('paying from a wallet of another account, or funding it, is 404', async () => {
    const stranger = service.api.as('tenants_b');
    const order = { to: EVM_RECIPIENT, amount: '0.50', from: own.wal };
    expectError(await stranger.post('/payments', order), 404, 'not_found', { param: 'from' });
    expectError(await stranger.post('/payments/simulate', order), 404, 'not_found', { param: 'from' });
    const credit = { chain: 'base', amount: '5.00', wallet: own.wal };
    expectError(await stranger.post('/sandbox/faucet', credit), 404, 'not_found', { param: 'wallet' });
    expect((await owner().get(`/wallets/${own.wal}`)).body).toMatchObject({
      balances: { usdc: '100.00', eurc: '0.00' },
    });
  });

  it('each account and mode has its own treasury and settings', async () => {
    await owner().patch('/treasury/settings', { low_balance: { total: '12.00' } });
    expect((await owner().get('/treasury/balance')).body['chains']).toMatchObject({ base: '1000077.00' });
    for (const stranger of strangers()) {
      expect((await stranger.get('/treasury/settings')).body).toMatchObject({ low_balance: { total: null } });
      expect((await stranger.get('/treasury/balance')).body['chains']).not.toMatchObject({ base: '1000077.00' });
    }
  });

  it('each account has its own idempotency keys', async () => {
    const order = { to: EVM_RECIPIENT, amount: '1.25', idempotency_key: 'the same everywhere' };
    const [one, other] = await Promise.all([
      owner().post('/payments', order),
      service.api.as('tenants_b').post('/payments', order),
    ]);
    for (const { status, body } of [one, other]) {
      expect({ status, body }).toEqual({
        status: 201,
        body: settledPayment({ amount: '1.25', idempotency_key: 'the same everywhere' }),
      });
    }
    expect(one.body['id']).not.toBe(other.body['id']);
    const conflict = await owner().post('/payments', { ...order, amount: '1.26' });
    expectError(conflict, 409, 'idempotency_conflict', { param: 'idempotency_key' });
  });

  it('a payment to a wallet of another account arrives there', async () => {
    const { id, address } = await fundedWallet(service.api.as('tenants_b'));
    const paid = await owner().post('/payments', { to: address, amount: '3.00', chain: 'base' });
    expect(paid.body).toMatchObject({ status: 'settled' });
    await eventually(async () => {
      const { body } = await service.api.as('tenants_b').get(`/wallets/${id}`);
      expect(body).toMatchObject({ balances: { usdc: '3.00', eurc: '0.00' } });
    });
    const event = await listedEvent(service.api.as('tenants_b'), 'wallet.funded', id);
    expect(event.data).toMatchObject({ amount: '3.00', txHash: paid.body['txHash'] });
    expectError(await owner().get(`/events/${event.id}`), 404, 'not_found');
  });
});
