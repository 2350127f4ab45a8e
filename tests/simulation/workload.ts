import type { Authorization } from '@stablecoin/chains';
import { ApiError, toUnits } from '@stablecoin/contracts';
import type { OnchainWallet } from '@stablecoin/contracts';
import type { CheckedOrder } from '../../apps/gateway/src/resources/payments/payment-orders';
import type { Orders } from './gateway';
import { Random } from '@stablecoin/event-sourcing/testing';
import { sandboxAddress } from '../../apps/wallet/src/application/sandbox-address';
import type { World } from './world';

/** What the chain will make of one transfer. */
export class TransferPlan {
  #reorganised = false;

  constructor(
    private readonly reverting: 'never' | 'always' | 'at first',
    private readonly gas: 'enough' | 'none' | 'sometimes',
  ) {}

  /** In a transaction of our own. */
  reverts(): boolean {
    return this.reverting === 'always' || (this.reverting === 'at first' && !this.#reorganised);
  }

  /** Also in a transaction that somebody else makes of it. */
  get revertsForAnybody(): boolean {
    return this.reverting === 'always';
  }

  reorganised(): void {
    this.#reorganised = true;
  }

  isShortOfGas(now: boolean): boolean {
    return this.gas === 'none' || (this.gas === 'sometimes' && now);
  }
}

/** What an address is screened to. */
export interface Recipient {
  readonly address: string;
  readonly finding: 'pass' | 'review' | 'fail';
  /** The provider changes its mind from one question to the next. */
  readonly wavers: boolean;
}

/** A payment that one or more clients ask for, by one idempotency key or by none. */
export interface PlannedPayment {
  readonly order: CheckedOrder;
  readonly key: string | null;
  readonly clients: number;
  readonly plan: TransferPlan;
  /** It is asked for on the first day, or on the next. */
  readonly day: 0 | 1;
}

export interface Workload {
  readonly recipients: readonly Recipient[];
  readonly payments: readonly PlannedPayment[];
  /** Endpoints that take every event. */
  readonly endpoints: readonly string[];
  /** Transfers into the treasury or the wallet, each told of once or twice. */
  readonly deposits: readonly ('treasury' | 'wallet')[];
  /** The wallet is one on chain, which enforces its limit. */
  readonly isOnchain: boolean;
}

export const WALLET = 'wal_simulated';
export const WALLET_CHAIN = 'base';
/** Where the wallet takes transfers. */
export const WALLET_ADDRESS = sandboxAddress(WALLET, WALLET_CHAIN);
export const WALLET_LIMIT = coins(20);
/** What the wallet is on chain, in runs where it is something there. */
export const WALLET_CONTRACT: OnchainWallet = {
  walletId: WALLET,
  owners: ['the operator'],
  threshold: 1,
  spendLimit: toUnits(WALLET_LIMIT),
  address: WALLET_ADDRESS,
  type: 'safe',
  version: '1.4.1',
  module: 'the module',
  spender: 'the spender',
};
/** What each pocket holds at first. */
export const TREASURY_OPENING = coins(100);
export const WALLET_OPENING = coins(60);
/** What a treasury holds on each chain where money is real: enough for what the books do not know yet. */
export const LIVE_OPENING = coins(1_000);

/** How many there are in a run: many small runs find more than few large ones. */
const PAYMENTS = [1, 1, 1, 2, 2, 3, 4] as const;

/** A whole number of coins, in minor units. */
export function coins(amount: number): bigint {
  return BigInt(amount) * 1_000_000n;
}

/** Real money is paid by the treasury alone. */
export function drawWorkload({ random, seed, isLive, isNearLimit, isReviewed }: World): Workload {
  // A run without a wallet on chain is as it would be without this.
  const onchain = new Random(seed ^ 0x5afe);
  const isOnchain = !isLive && (onchain.chance(0.35) || isNearLimit);
  const drawn: Recipient[] = Array.from({ length: 1 + random.below(2) }, (_, place) => ({
    address: `0x${(place + 1).toString(16).padStart(40, '0')}`,
    finding: random.chance(isLive ? 0.9 : 0.75) ? 'pass' : random.pick(['review', 'review', 'fail']),
    wavers: random.chance(0.15),
  }));
  const recipients = isReviewed ? drawn.map((each) => ({ ...each, finding: 'review' as const })) : drawn;
  const ofWallet = isOnchain ? 0.9 : random.pick([0.2, 0.4, 0.9]);
  if (!isLive && random.chance(0.2)) recipients.push({ address: WALLET_ADDRESS, finding: 'pass', wavers: false });
  const payments = Array.from({ length: random.pick(PAYMENTS) + Number(isOnchain) }, (_, place): PlannedPayment => {
    const from = !isLive && random.chance(ofWallet) ? WALLET : null;
    const recipient = recipients[random.below(recipients.length)];
    const key = random.chance(0.75) || isReviewed ? `key ${place}` : null;
    return {
      key,
      // Two that know of nothing but their own answers would order the same a second time.
      clients: key !== null && !isLive && random.chance(0.4) ? 2 : 1,
      order: {
        to: recipient?.address ?? WALLET_ADDRESS,
        amount: toUnits(coins(random.pick([5, 10, 10, 15, 15, 40, 70]))),
        currency: 'USDC',
        ...route(random, from),
        from,
        // Tells the chain which plan is meant.
        memo: `${place}`,
        compliance: random.chance(0.1) ? 'skip' : 'auto',
        complianceRef: null,
        countryCode: null,
      },
      plan: new TransferPlan(
        random.chance(isLive ? 0.95 : 0.8) ? 'never' : random.pick(['always', 'at first']),
        random.chance(isLive ? 0.95 : 0.8) ? 'enough' : random.pick(['none', 'sometimes']),
      ),
      day: isOnchain && onchain.chance(0.5) ? 1 : 0,
    };
  });
  return {
    recipients,
    payments: isNearLimit ? payments.map((payment) => nearLimit(payment, onchain)) : payments,
    endpoints: random.chance(0.5) ? ['one'] : ['one', 'two'],
    isOnchain,
    deposits: Array.from({ length: isLive ? 0 : random.below(4) }, () => random.pick(['treasury', 'wallet'])),
  };
}

/** Two such payments of two days exceed the limit together, and one does not: orders that are drawn freely rarely do. */
function nearLimit(payment: PlannedPayment, random: Random): PlannedPayment {
  const amount = toUnits(coins(random.pick([10, 15, 15, 20])));
  return {
    ...payment,
    order: { ...payment.order, ...route(random, WALLET), from: WALLET, amount },
    plan: new TransferPlan('never', 'enough'),
  };
}

/**
 * What the gateway makes of a request has no part in the protocol: orders are drawn as it hands them on, and a request
 * names its order by the memo.
 *
 * @param isRefused - settings and plans do not allow an order now
 * @param isLooked - one that is refused is looked for on the chains (protocol rule 36)
 */
export function drawnOrders(payments: readonly PlannedPayment[], isRefused: () => boolean, isLooked: boolean): Orders {
  const orderOf = (memo: string | null | undefined): CheckedOrder => {
    const order = payments[Number(memo)]?.order;
    if (order === undefined) throw new Error(`there is no order for ${memo ?? 'nothing'}`);
    return order;
  };
  return {
    read: ({ memo }) => {
      const { candidates: _candidates, ...params } = orderOf(memo);
      return { params, recipient: { family: 'evm', address: params.to } };
    },
    check: (_context, { params }) =>
      isRefused()
        ? Promise.reject(new ApiError('plan_required', 'The plan does not allow this.'))
        : Promise.resolve(orderOf(params.memo)),
    lost: (_context, { params }) => Promise.resolve(isLooked ? orderOf(params.memo) : null),
  };
}

/** The plan that an authorization was made for. */
export function planIn(payments: readonly PlannedPayment[], { memo }: Authorization): TransferPlan {
  const plan = payments[Number(memo)]?.plan;
  if (plan === undefined) throw new Error(`there is no plan for ${memo ?? 'nothing'}`);
  return plan;
}

function route(random: Random, from: string | null): Pick<CheckedOrder, 'chain' | 'candidates'> {
  if (from !== null) return { chain: 'auto', candidates: [WALLET_CHAIN] };
  return random.pick<Pick<CheckedOrder, 'chain' | 'candidates'>>([
    { chain: 'auto', candidates: ['base', 'ethereum'] },
    { chain: 'auto', candidates: ['base', 'ethereum'] },
    { chain: 'base', candidates: ['base'] },
    { chain: 'solana', candidates: ['solana'] },
    { chain: 'solana', candidates: ['solana'] },
  ]);
}
