import { SCOPES, type Scope } from '@stablecoin/contracts';
import * as fc from 'fast-check';
import { ApiKeys, type StoredKey, Authenticator, markOf } from '@stablecoin/access';
import { ENTERPRISE_KEY, LIVE_KEY, OTHER_KEY, TEST_KEY, startGateway, type TestGateway } from '../../testing/gateway';

const RANGES = [
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/8',
  '10.1.0.0/16',
  '10.1.2.3',
  '192.0.2.0/24',
  '2001:db8::/32',
  '2001:db8::1',
  '::ffff:0:0/96',
  '::ffff:10.1.0.0/112',
];
const ADDRESSES = ['10.0.0.1', '10.1.9.9', '10.1.2.3', '192.0.2.7', '203.0.113.9', '2001:db8::1', '2001:db8:9::1'];
const ENDS = ['2090-01-01T00:00:00.000Z', '2091-01-01T00:00:00.000Z', '2092-01-01T00:00:00.000Z'];
const STRANGERS = [OTHER_KEY, LIVE_KEY];

/** Something that the holder of a key sends; numbers choose among what there is. */
interface Step {
  readonly action: 'issue' | 'rotate' | 'change' | 'revoke';
  readonly holder: number;
  readonly target: number;
  readonly idempotencyKey: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

const often = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined, freq: 2 });
const fields = fc.record({
  plan: often(fc.constantFrom('scale', 'enterprise')),
  scopes: often(
    fc.subarray(SCOPES.filter((scope) => scope !== 'keys:write')).map((some): Scope[] => [...some, 'keys:write']),
  ),
  expires_at: often(fc.constantFrom(null, ...ENDS)),
  ip_allow_list: often(fc.oneof(fc.constant(null), fc.subarray(RANGES, { minLength: 1, maxLength: 4 }))),
});
const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom('issue', 'issue', 'issue', 'rotate', 'rotate', 'change', 'revoke'),
  holder: fc.nat(),
  target: fc.nat(),
  idempotencyKey: fc.option(fc.constantFrom('one', 'two'), { freq: 4 }),
  fields,
});

const unnamed = { plan: undefined, scopes: undefined, expires_at: undefined, ip_allow_list: undefined };
/** What chance seldom comes to: the third holder has a narrow key, and asks for wider ones. */
const REFUSED: Step[] = [
  { ...unnamed, expires_at: ENDS[0], ip_allow_list: ['10.0.0.0/8'] },
  { ...unnamed, ip_allow_list: ['192.0.2.0/24'] },
  { ...unnamed, expires_at: ENDS[1] },
].map((given, place) => ({
  action: 'issue',
  holder: Math.min(2, 2 * place),
  target: 0,
  idempotencyKey: null,
  fields: given,
}));

/** A key that somebody holds, as the service itself sees it. */
interface Held {
  readonly secret: string;
  readonly stored: StoredKey;
  readonly usableFrom: ReadonlySet<string>;
}

describe('what a key may hand on', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const unlimited = '{"other":{"rate":100000},"wallets":{"rate":100000}}';
    gateway = await startGateway({
      TRUST_PROXY: '1',
      RATE_LIMITS: `{"scale":${unlimited},"enterprise":${unlimited}}`,
    });
  });
  afterAll(() => gateway.stop());

  const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, { secret, usableFrom }: Held, body?: object) => {
    const [from = ADDRESSES[0]!] = usableFrom;
    return gateway.send(method, path, { key: secret, body, headers: { 'x-forwarded-for': from } });
  };

  async function held(secret: string): Promise<Held> {
    const stored = await gateway.app.get(ApiKeys).byHash(markOf(secret).hash);
    const usableFrom = new Set<string>();
    for (const address of ADDRESSES) {
      for (const form of address.includes(':') ? [address] : [address, `::ffff:${address}`]) {
        const used = gateway.app.get(Authenticator).authenticate(`Bearer ${secret}`, form);
        if (await used.then(Boolean, () => false)) usableFrom.add(form);
      }
    }
    return { secret, stored: stored!, usableFrom };
  }

  function perform(
    { action, target, idempotencyKey, fields }: Step,
    holder: Held,
    ids: readonly string[],
    run: number,
  ) {
    const path = `/v1/api_keys/${ids[target % ids.length]}`;
    const once = idempotencyKey === null ? {} : { idempotency_key: `${run} ${idempotencyKey}` };
    switch (action) {
      case 'issue':
        return send('POST', '/v1/api_keys', holder, { ...fields, ...once });
      case 'rotate':
        return send('POST', `${path}/rotate`, holder, once);
      case 'change':
        return send('PATCH', path, holder, { name: 'other', ...(target % 2 === 0 ? fields : {}) });
      case 'revoke':
        return send('DELETE', path, holder);
    }
  }

  it('is never more than what it is: plan, scopes, expiry, allow-list, account and mode', async () => {
    const roots = await Promise.all([ENTERPRISE_KEY, TEST_KEY].map(held));
    const strangers = await Promise.all(STRANGERS.map(held));
    const seen = new Map<string, number>();
    const count = (what: unknown): unknown => seen.set(String(what), (seen.get(String(what)) ?? 0) + 1);
    let runs = 0;

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const run = ++runs;
        const holders = [...roots];
        const ids = strangers.map(({ stored }) => stored.keyId);
        for (const step of steps) {
          const holder = holders[step.holder % holders.length]!;
          const { status, body } = await perform(step, holder, ids, run);
          expect([200, 400, 401, 403, 404, 409]).toContain(status);
          count(status === 403 ? body['param'] : `${step.action} ${status}`);
          if (typeof body['key'] !== 'string') continue;
          const shown = await held(body['key']);
          expectNotWider(shown, holder);
          holders.push(shown);
          ids.push(shown.stored.keyId);
        }
      }),
      { numRuns: 80, examples: [[REFUSED]] },
    );

    // Every way was tried, and both let through and refused.
    const all = [
      'plan',
      'scopes',
      'expires_at',
      'ip_allow_list',
      'issue 200',
      'rotate 200',
      'rotate 404',
      'change 400',
    ];
    for (const what of [...all, 'change 200', 'revoke 200']) expect([what, seen.get(what) ?? 0]).not.toEqual([what, 0]);
  });
});

function expectNotWider(shown: Held, holder: Held): void {
  const [one, other] = [shown.stored, holder.stored];
  expect([one.account, one.livemode]).toEqual([other.account, other.livemode]);
  if (other.plan === 'scale') expect(one.plan).toBe('scale');
  expect(one.scopes.filter((scope) => !other.scopes.includes(scope))).toEqual([]);
  expect(one.expiresAt ?? Infinity).toBeLessThanOrEqual(other.expiresAt ?? Infinity);
  expect([...shown.usableFrom].filter((address) => !holder.usableFrom.has(address))).toEqual([]);
}
