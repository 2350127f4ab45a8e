import type { Tenant } from '@stablecoin/contracts';
import { SecretBox, generateKey } from '@stablecoin/security';
import { OnchainIds } from './onchain-ids';

const LIVE = { account: 'acme', livemode: true };
const SECRETS = SecretBox.fromKey(Buffer.alloc(32, 7).toString('base64'));

describe('OnchainIds', () => {
  const ids = new OnchainIds(null, SECRETS);
  const keyed = (tenant: Tenant, idempotencyKey: string): string =>
    ids.of(tenant, { paymentId: 'pay_1', idempotencyKey });

  it('makes 32 bytes of account, mode and key, the same ones always', () => {
    expect(keyed(LIVE, 'order-1041')).toBe('0x19f6d43e03156460bebb57e38b07e06a9e6fcaacae160a1f64ea17d92d4f61c8');
  });

  it('makes others of another account, mode, key or scope of the key, however they are joined', () => {
    const made = [
      keyed(LIVE, 'order-1041'),
      keyed({ ...LIVE, livemode: false }, 'order-1041'),
      keyed({ ...LIVE, account: 'acm' }, 'eorder-1041'),
      keyed(LIVE, 'order-1042'),
      keyed({ account: 'acme","live', livemode: true }, 'order-1041'),
      ids.of(LIVE, { paymentId: 'pay_1', idempotencyKey: 'order-1041', idempotencyScope: 'wallets' }),
      keyed(LIVE, 'order-1041","wallets'),
    ];
    expect(new Set(made).size).toBe(made.length);
  });

  it('makes one of the payment alone without an idempotency key, which its id does not tell', () => {
    const made = ['pay_1', 'pay_2'].map((paymentId) => ids.of(LIVE, { paymentId, idempotencyKey: null }));
    expect(made[0]).toMatch(/^0x[0-9a-f]{64}$/);
    expect(new Set([...made, keyed(LIVE, 'pay_1')]).size).toBe(3);
    const others = new OnchainIds(null, SecretBox.fromKey(generateKey()));
    expect(others.of(LIVE, { paymentId: 'pay_1', idempotencyKey: null })).not.toBe(made[0]);
  });

  it('takes a key of its own in the place of the derived one', () => {
    const A = { paymentId: 'pay_1', idempotencyKey: 'a' };
    const key = generateKey();
    expect(new OnchainIds(key, SECRETS).of(LIVE, A)).not.toBe(ids.of(LIVE, A));
    const others = SecretBox.fromKey(generateKey());
    expect(new OnchainIds(key, SECRETS).of(LIVE, A)).toBe(new OnchainIds(key, others).of(LIVE, A));
  });
});
