import type { PaymentErrorCode } from '@stablecoin/contracts';
import type { Random } from '@stablecoin/event-sourcing/testing';
import { EVM_RECIPIENT, NEVER_SCREENED, REVIEWED, SANCTIONED, SOLANA_RECIPIENT } from '../../e2e/support/payments';

/** A request that carries an idempotency key, and what its sender goes on to do with a payment that waits. */
export interface Order {
  readonly path: '/payments' | '/wallets' | '/sandbox/faucet';
  readonly body: Readonly<Record<string, unknown>> & { readonly idempotency_key: string };
  readonly headers: Readonly<Record<string, string>>;
  readonly then: 'wait' | 'approve' | 'cancel';
  /** How a payment may end: `null` is settled, anything else the error code. */
  readonly ends: readonly (PaymentErrorCode | null)[];
}

type Payment = Omit<Order, 'path' | 'body' | 'headers'> & { readonly body: Readonly<Record<string, unknown>> };
type Draw = (random: Random, wallet: string) => Payment;

const ASYNC = { prefer: 'respond-async' };
const MORE_THAN_THERE_IS = '500000.00';
/** Put before an amount: it cannot be paid without approval. */
const ABOVE_EVERY_LIMIT = '6';
/** What the treasury pays without an approval. Less than {@link ABOVE_EVERY_LIMIT} makes of an amount. */
export const TREASURY_APPROVAL_ABOVE = '50.00';
const WALLETS_EVERY = 20;
const FAUCETS_EVERY = 10;

/** An amount with the ending that chooses what the sandbox does. */
const amount = (random: Random, ending = '0000') => `${1 + random.below(9)}.${10 + random.below(90)}${ending}`;
const pays = (body: object, ...ends: Order['ends']): Payment => ({
  body: { to: EVM_RECIPIENT, ...body },
  then: 'wait',
  ends,
});

/** The provider fails twice, then clears it. */
const CLEARED_AT_LAST = '0x000000000000000000000000000000000000d006';

/** Every way that a payment can go, the ordinary ones more often. */
const DRAWS: readonly Draw[] = [
  ordinary,
  ordinary,
  ordinary,
  ordinary,
  (random) => pays({ amount: amount(random, '0201') }, 'transaction_reverted'),
  (random) => pays({ amount: amount(random, '0202') }, 'transaction_expired'),
  (random) => pays({ amount: amount(random, '0203') }, 'recipient_blocklisted'),
  (random) => pays({ amount: amount(random, '0204') }, 'insufficient_gas'),
  (random) => pays({ amount: amount(random, '0301') }, null),
  (random) => pays({ amount: amount(random, '0301'), chain: 'ethereum' }, 'chain_unavailable'),
  (random) => pays({ amount: amount(random, '0302') }, 'chain_unavailable'),
  (random) => pays({ amount: amount(random, '0401') }, null),
  (random) => pays({ amount: amount(random, '0402') }, null),
  (random) => pays({ amount: amount(random), to: SANCTIONED }, 'compliance_blocked'),
  (random) => pays({ amount: amount(random), country_code: 'KP' }, 'compliance_blocked'),
  (random) => pays({ amount: amount(random), to: REVIEWED }, 'compliance_blocked'),
  (random) => pays({ amount: amount(random), to: CLEARED_AT_LAST }, null),
  () => pays({ amount: MORE_THAN_THERE_IS }, 'insufficient_balance'),
  (random) => ({ ...ordinary(random), then: 'cancel', ends: [null, 'canceled'] }),
  (random) => ({ ...ordinary(random), then: 'cancel', ends: [null, 'canceled'] }),
  fromWallet,
  fromWallet,
  fromWallet,
  (random, from) => ({
    ...pays({ amount: amount(random, '0201'), from }),
    ends: [...overLimit, 'transaction_reverted'],
  }),
  (random, from) => ({ ...fromWallet(random, from, ABOVE_EVERY_LIMIT), then: 'approve' }),
  (random) => ({ ...aboveTreasuryLimit(random), then: 'approve' }),
  (random) => ({ ...aboveTreasuryLimit(random), then: 'cancel', ends: [...overLimit, 'canceled'] }),
  (random, from) => ({ ...fromWallet(random, from), then: 'cancel', ends: [null, ...overLimit, 'canceled'] }),
];

/** What becomes of a payment that waits for an approval which nobody gives. */
const overLimit = ['approval_expired'] as const;

function ordinary(random: Random): Payment {
  const chain = random.pick(['auto', 'base', 'ethereum', 'solana']);
  const currency = random.pick(['USDC', 'USDC', 'EURC']);
  const to = chain === 'solana' ? SOLANA_RECIPIENT : EVM_RECIPIENT;
  return pays({ to, amount: amount(random), chain, currency }, null);
}

function aboveTreasuryLimit(random: Random): Payment {
  return pays({ amount: `${ABOVE_EVERY_LIMIT}${amount(random)}` }, null, ...overLimit);
}

function fromWallet(random: Random, from: string, extra = ''): Payment {
  return pays({ amount: `${extra}${amount(random)}`, from }, null, ...overLimit);
}

/** A payment that is screened in vain until its deadline. */
export function neverScreened(idempotency_key: string): Order {
  const payment = pays({ to: NEVER_SCREENED, amount: '1.00', idempotency_key }, 'internal_error');
  return { ...payment, path: '/payments', headers: ASYNC, body: { ...payment.body, idempotency_key } };
}

/** So many orders of one account, with keys that begin with `name`. */
export function drawOrders(random: Random, name: string, count: number, wallet: string): Order[] {
  // Every way is taken once before one is taken again.
  const deck: Draw[] = [];
  return Array.from({ length: count }, (_, index) => {
    const idempotency_key = `${name}-${index}`;
    const rest = { headers: {}, then: 'wait', ends: [] } as const;
    if (index % WALLETS_EVERY === 0) {
      const body = { owner: `agent:${idempotency_key}`, chain: 'base', idempotency_key };
      return { ...rest, path: '/wallets', body };
    }
    if (index % FAUCETS_EVERY === 1) {
      const target = random.chance(0.5) ? { chain: 'ethereum', wallet } : { chain: 'base' };
      return { ...rest, path: '/sandbox/faucet', body: { ...target, amount: amount(random), idempotency_key } };
    }
    if (deck.length === 0) deck.push(...random.shuffled(DRAWS));
    const { body, ...payment } = (deck.pop() ?? ordinary)(random, wallet);
    const isAsync = payment.then === 'cancel' || (payment.then === 'wait' && random.chance(0.3));
    const headers = isAsync ? ASYNC : {};
    return {
      ...payment,
      path: '/payments',
      headers,
      body: { memo: `order ${idempotency_key}`, ...body, idempotency_key },
    };
  });
}
