import { ManualClock } from '@stablecoin/event-sourcing/testing';
import type { StoredKey } from '../read-model/api-keys';
import { Authenticator } from './authenticator';
import { IpAllowList, isIpRange } from './power/ip-allow-list';
import { markOf } from './secret';

const SECRET = 'svc_test_0000000000000000';

function setUp() {
  const clock = new ManualClock();
  let key: StoredKey | undefined = {
    keyId: 'key_1',
    name: 'till',
    stream: 'api_key-1',
    hash: markOf(SECRET).hash,
    account: 'acme',
    livemode: false,
    plan: 'scale',
    scopes: ['payments:read'],
    expiresAt: null,
    ipAllowList: null,
    walletIds: null,
    revokedAt: null,
    replacedAt: null,
  };
  let reads = 0;
  const keys = {
    byHash: async (hash: string): Promise<StoredKey | undefined> => {
      reads += 1;
      return hash === key?.hash ? key : undefined;
    },
  };
  const authenticator = new Authenticator(keys, clock);
  return {
    clock,
    authenticator,
    use: (secret = SECRET) => authenticator.authenticate(`Bearer ${secret}`, '127.0.0.1'),
    reads: () => reads,
    change: (changes: Partial<StoredKey> | undefined) => {
      key = changes === undefined || key === undefined ? undefined : { ...key, ...changes };
    },
  };
}

describe('API keys: in memory', () => {
  it('a key is read once for many requests, also when they come at one instant', async () => {
    const { use, reads } = setUp();
    await Promise.all(Array.from({ length: 50 }, () => use()));
    await use();
    expect(reads()).toBe(1);
  });

  it('a key that was revoked elsewhere is refused within a second', async () => {
    const { use, change, clock } = setUp();
    await use();
    change({ revokedAt: clock.now() });
    clock.advance(999);
    await expect(use()).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('a secret that was replaced is taken until its end', async () => {
    const { use, change, clock } = setUp();
    change({ replacedAt: clock.now() + 1_000 });
    expect(await use()).toMatchObject({ keyId: 'key_1' });
    clock.advance(999);
    await use();
    clock.advance(1);
    await expect(use()).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('a key that was changed in this process is read anew at once', async () => {
    const { use, change, authenticator } = setUp();
    await use();
    change({ revokedAt: 1 });
    authenticator.forget(markOf(SECRET).hash);
    await expect(use()).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('the caller is named as of each request: the key, its name and the address', async () => {
    const { authenticator } = setUp();
    for (const ip of ['192.0.2.1', '2001:db8::1']) {
      const { actor } = await authenticator.authenticate(`Bearer ${SECRET}`, ip);
      expect(actor).toEqual({ type: 'key', id: 'key_1', name: 'till', ip });
    }
  });

  it('a key expires while it is in memory', async () => {
    const { use, change, clock } = setUp();
    change({ expiresAt: clock.now() + 100 });
    await use();
    clock.advance(100);
    await expect(use()).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('remembers nothing about an unknown key', async () => {
    const { use, reads } = setUp();
    const unknown = 'svc_test_unknown';
    await expect(use(unknown)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(use(unknown)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(reads()).toBe(2);
  });

  it('a failure to read is no refusal, and is tried again', async () => {
    let fails = true;
    const { clock } = setUp();
    const keys = { byHash: () => (fails ? Promise.reject(new Error('disk')) : Promise.resolve(undefined)) };
    const authenticator = new Authenticator(keys, clock);
    await expect(authenticator.authenticate(`Bearer ${SECRET}`, '::1')).rejects.toThrow('disk');
    fails = false;
    await expect(authenticator.authenticate(`Bearer ${SECRET}`, '::1')).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

describe('IP allow-lists', () => {
  it.each([
    ['192.0.2.1', ['192.0.2.1'], true],
    ['192.0.2.2', ['192.0.2.1'], false],
    ['192.0.2.200', ['192.0.2.0/24'], true],
    ['192.0.3.1', ['198.51.100.0/24', '192.0.2.0/23'], true],
    ['::ffff:192.0.2.1', ['192.0.2.1'], true],
    ['2001:db8::7', ['2001:db8::/32'], true],
    ['2001:db9::7', ['2001:db8::/32'], false],
    ['127.0.0.1', ['::/0'], false],
    ['::1', ['0.0.0.0/0'], false],
    ['192.0.2.1', ['::ffff:192.0.2.0/120'], true],
    ['192.0.2.1', ['::ffff:0:0/95'], false],
    ['not an address', ['0.0.0.0/0'], false],
  ])('%s within %j: %s', (ip, entries, allowed) => {
    expect(new IpAllowList(entries).allows(ip)).toBe(allowed);
  });

  it.each([
    ['192.0.2.1', ['192.0.2.0/24'], true],
    ['192.0.2.0/24', ['192.0.2.128/24'], true],
    ['192.0.2.0/23', ['192.0.2.0/24'], false],
    ['192.0.2.0/23', ['192.0.2.0/24', '192.0.3.0/24'], false],
    ['192.0.2.0/24', ['198.51.100.7', '0.0.0.0/0'], true],
    ['2001:db8:7::/48', ['2001:db8::/32'], true],
    ['2001:db8::/31', ['2001:db8::/32'], false],
    ['::ffff:192.0.2.0/120', ['192.0.2.0/24'], true],
    ['192.0.2.0/24', ['::ffff:192.0.2.0/120'], true],
    ['::ffff:0:0/96', ['::/0'], false],
    ['0.0.0.0/0', ['::/0'], false],
    ['::/0', ['0.0.0.0/0'], false],
    ['::/0', ['::ffff:0:0/96'], false],
  ])('%s is covered by %j: %s', (entry, entries, covered) => {
    expect(new IpAllowList(entries).covers(entry)).toBe(covered);
  });

  it.each(['', 'localhost', '127.1', '0x7f.0.0.1', '10.0.0.0/33', '10.0.0.0/8/8', '::1/129', '10.0.0.0/', '1.2.3.4/a'])(
    '%s is no range',
    (text) => {
      expect(isIpRange(text)).toBe(false);
    },
  );
});
