import { hash } from 'node:crypto';
import { AdvancedClock } from '../../testing/advanced-clock';
import { startGateway, TEST_KEY, type TestGateway } from '../../testing/gateway';

interface Issued {
  readonly id: string;
  readonly key: string;
}

const clock = new AdvancedClock();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({}, { clock });
  gateway.fakes.answers.set('treasury.balance', () => ({ usdc: '1.00' }));
  gateway.fakes.answers.set('wallet.get', () => ({ id: WALLET, status: 'active', chain: 'base' }));
});
afterAll(() => gateway.stop());

const WALLET = 'wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE';
const issue = async ({ key } = { key: TEST_KEY }, body: object = {}): Promise<Issued> => {
  const answer = await gateway.send('POST', '/v1/api_keys', { key, body });
  expect(answer.status).toBe(200);
  return { id: String(answer.body['id']), key: String(answer.body['key']) };
};
const rotate = async ({ key }: Pick<Issued, 'key'>, { id }: Issued, body: object = {}): Promise<Issued> => {
  const answer = await gateway.send('POST', `/v1/api_keys/${id}/rotate`, { key, body });
  expect(answer.status).toBe(200);
  return { id, key: String(answer.body['key']) };
};
const revoke = async ({ id }: Issued, { key } = { key: TEST_KEY }): Promise<void> => {
  expect((await gateway.send('DELETE', `/v1/api_keys/${id}`, { key })).status).toBe(200);
  // Keys are trusted for half a second.
  clock.advance(500);
};
const works = async ({ key }: Pick<Issued, 'key'>): Promise<boolean> =>
  (await gateway.send('GET', '/v1/treasury/balance', { key })).status === 200;

describe('Keys that were made with a key that is revoked', () => {
  it('are revoked with it, to the last', async () => {
    const leaked = await issue();
    const child = await issue(leaked);
    const grandchild = await issue(child);
    const other = await issue();
    expect(await works(grandchild)).toBe(true);
    await revoke(leaked);
    for (const each of [leaked, child, grandchild]) expect(await works(each)).toBe(false);
    expect(await works(other)).toBe(true);
    const shown = await gateway.send('GET', `/v1/api_keys/${grandchild.id}`);
    expect(shown.body['revoked_at']).not.toBeNull();
    const rotated = await gateway.send('POST', `/v1/api_keys/${grandchild.id}/rotate`);
    expect([rotated.status, rotated.body['code']]).toEqual([409, 'invalid_state']);
  });

  it('include those that it was shown by a rotation, and not those that it no longer knows', async () => {
    const leaked = await issue();
    const [taken, lost] = [await issue(), await issue(leaked)];
    const known = await rotate(leaked, taken);
    const unknown = await rotate({ key: TEST_KEY }, lost);
    await revoke(leaked);
    expect([await works(known), await works(unknown)]).toEqual([false, true]);
  });

  it('do not escape by rotating themselves, each other, or the key that made them', async () => {
    const leaked = await issue();
    const one = await issue(leaked);
    const two = await issue(leaked);
    const itself = await rotate(one, one);
    const byOne = await rotate(itself, two);
    const byTwo = await rotate(byOne, itself);
    await rotate(byTwo, leaked);
    await revoke(leaked);
    expect([await works(byOne), await works(byTwo)]).toEqual([false, false]);
  });

  it('stay when the caller is one of them, or was made by it', async () => {
    const old = await issue();
    const kept = await issue(old);
    const ofKept = await issue(kept);
    const unwanted = await issue(old);
    await revoke(old, kept);
    expect([await works(old), await works(kept), await works(ofKept), await works(unwanted)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('end when they are issued after it, because they were ordered before', async () => {
    const leaked = await issue();
    await revoke(leaked);
    const secret = 'svc_test_ordered0before';
    const mark = { hash: hash('sha256', secret, 'hex'), last4: secret.slice(-4) };
    const data = {
      ...mark,
      ...{
        keyId: 'key_late',
        name: null,
        plan: 'scale',
        scopes: ['treasury:read'],
        expiresAt: null,
        ipAllowList: null,
      },
      ...{ by: leaked.id, issuedAt: clock.now(), scopesVersion: 3 },
    };
    await gateway.runtime.store.append(`api_key-${mark.hash}`, 'none', [
      {
        ...{ id: 'late', type: 'ApiKeyIssued', data },
        metadata: { at: clock.now(), account: 'acme', livemode: false, correlationId: 'late', commandId: 'late' },
      },
    ]);
    const other = await issue();
    expect([await works({ key: secret }), await works(other)]).toEqual([false, true]);
  });
});

describe('A rotation with expires_in', () => {
  it('has the secret before taken for so long, and only the latest two', async () => {
    const first = await issue();
    const second = await rotate({ key: TEST_KEY }, first, { expires_in: 3_600 });
    expect([await works(first), await works(second)]).toEqual([true, true]);
    clock.advance(3_000_000);
    expect(await works(first)).toBe(true);
    clock.advance(600_500);
    expect([await works(first), await works(second)]).toEqual([false, true]);

    const third = await rotate({ key: TEST_KEY }, first, { expires_in: 604_800 });
    const fourth = await rotate({ key: TEST_KEY }, first, { expires_in: 604_800 });
    clock.advance(500);
    expect([await works(second), await works(third), await works(fourth)]).toEqual([false, true, true]);
    await revoke(first);
    expect([await works(third), await works(fourth)]).toEqual([false, false]);
  });

  it('ends with the revocation of the key that knew the secret before', async () => {
    const leaked = await issue();
    const child = await issue(leaked);
    const rotated = await rotate({ key: TEST_KEY }, child, { expires_in: 3_600 });
    await revoke(leaked);
    expect([await works(child), await works(rotated)]).toEqual([false, true]);
  });

  it.each([-1, 604_801, 1.5, '60'])('takes 0 to 7 days in whole seconds, and not %s', async (expires_in) => {
    const key = await issue();
    const { status, body } = await gateway.send('POST', `/v1/api_keys/${key.id}/rotate`, { body: { expires_in } });
    expect([status, body['param']]).toEqual([400, 'expires_in']);
  });
});

describe('A key that is bound to wallets', () => {
  it('makes no other keys, unless its scopes say so', async () => {
    const scopesOf = async (body: object): Promise<unknown> =>
      (await gateway.send('POST', '/v1/api_keys', { body: { wallet_ids: [WALLET], ...body } })).body['scopes'];
    expect(await scopesOf({})).toEqual(expect.arrayContaining(['payments:write']));
    expect(await scopesOf({})).not.toContain('keys:write');
    expect(await scopesOf({ scopes: ['keys:write'] })).toEqual(['keys:write']);
    const unbound = await gateway.send('POST', '/v1/api_keys', { body: {} });
    expect(unbound.body['scopes']).toContain('keys:write');
  });
});
