import { CURRENCIES, pocketOf } from '@stablecoin/contracts';
import type { ChainName, Coin, Currency, NetworkFeePaid as Fee, Pocket, Units } from '@stablecoin/contracts';
import { RecentIds } from '@stablecoin/funds/domain';
import type { ReservationState } from '@stablecoin/funds/domain';

/** Opens the books of a chain with its final balances. Deposits count from the cursor. Once per chain. */
export type ChainOpened = {
  readonly type: 'ChainOpened';
  readonly data: {
    readonly chain: ChainName;
    readonly address: string;
    readonly cursor: string;
    readonly balances: Readonly<Record<Currency, Units>>;
  };
};
/** Every deposit up to here is credited. */
export type DepositsFollowed = {
  readonly type: 'DepositsFollowed';
  readonly data: { readonly chain: ChainName; readonly cursor: string };
};
/** A final transaction that names the treasury and cannot be read. Others go on; it is read again later. */
export type TransactionSetAside = {
  readonly type: 'TransactionSetAside';
  readonly data: SetAsideTransaction & { readonly chain: ChainName };
};
export type SetAsideTransaction = {
  readonly txHash: string;
  readonly block: number;
  /** Why it cannot be read. */
  readonly reason: string;
};
/** A transaction that was set aside was read, and what it has brought is credited. */
export type SetAsideRead = {
  readonly type: 'SetAsideRead';
  readonly data: { readonly chain: ChainName; readonly txHash: string };
};
/** The balance of one currency on chain, and the lowest and highest balance that agrees with the books. */
export type BalanceDifference = {
  readonly currency: Currency;
  readonly onChain: Units;
  readonly least: Units;
  /** Null: not known at the moment. */
  readonly most: Units | null;
  /** Signed, of the nearer bound; 0 between the two. Less than 0: money is missing on chain. */
  readonly difference: Units;
};

/**
 * The chain and the books differ, and nothing in progress explains it. The books stay unchanged; an operator must act.
 */
export type BalanceDiffered = {
  readonly type: 'BalanceDiffered';
  readonly data: BalanceDifference & { readonly chain: ChainName };
};
/** The difference that was told last is gone. */
export type BalanceReconciled = {
  readonly type: 'BalanceReconciled';
  readonly data: { readonly chain: ChainName; readonly currency: Currency };
};
/** A submission has taken so much from those who send, in a coin that no balance here counts. Once for each. */
export type NetworkFeePaid = {
  readonly type: 'NetworkFeePaid';
  readonly data: { readonly coin: Coin } & { readonly [Key in keyof Fee]: Fee[Key] };
};

/** What is found out on the chains of a treasury. */
export type FollowedChainEvent =
  | ChainOpened
  | DepositsFollowed
  | TransactionSetAside
  | SetAsideRead
  | BalanceDiffered
  | BalanceReconciled
  | NetworkFeePaid;

/** A chain whose books have begun. */
export interface FollowedChain {
  readonly address: string;
  readonly cursor: string;
  /** The block of the balances that they began with; null: not known any more. */
  readonly openedAt: number | null;
}

/** What a treasury knows of its chains. */
export interface FollowedChainsState extends Pick<ReservationState, 'book'> {
  /** The chains whose books have begun, and how far their deposits are credited. */
  readonly chains: Map<ChainName, FollowedChain>;
  /** Transactions that were set aside and not read since, by chain and hash: the oldest {@link SET_ASIDE_MAX} of each chain. */
  readonly setAside: Map<ChainName, Map<string, SetAsideTransaction>>;
  /** Submissions whose fee was booked lately. Older ones are found in the read model. */
  readonly feesBooked: RecentIds;
  /** What sending has cost in all: in wei, or lamports. */
  readonly networkFees: Map<ChainName, bigint>;
  /** Differences from the chain that were told and are not gone, in minor units. */
  readonly differences: Map<Pocket, bigint>;
}

/** Transactions of a chain that are remembered as set aside. Further ones are in the stream and in the log. */
export const SET_ASIDE_MAX = 10_000;

/** @param remembered - number of submissions whose fee is remembered */
export function newFollowedChains(remembered: number): Omit<FollowedChainsState, 'book'> {
  return {
    chains: new Map(),
    setAside: new Map(),
    feesBooked: new RecentIds(remembered),
    networkFees: new Map(),
    differences: new Map(),
  };
}

export function evolveFollowedChains(state: FollowedChainsState, event: FollowedChainEvent): void {
  switch (event.type) {
    case 'ChainOpened':
      openChain(state, event.data);
      break;
    case 'DepositsFollowed': {
      const { chain, cursor } = event.data;
      const followed = state.chains.get(chain);
      if (followed === undefined) throw new Error(`deposits of ${chain} came before its books`);
      state.chains.set(chain, { ...followed, cursor });
      break;
    }
    case 'TransactionSetAside':
      setAside(state, event.data);
      break;
    case 'SetAsideRead':
      state.setAside.get(event.data.chain)?.delete(event.data.txHash);
      break;
    case 'BalanceDiffered': {
      const { chain, currency, difference } = event.data;
      state.differences.set(pocketOf(chain, currency), BigInt(difference));
      break;
    }
    case 'BalanceReconciled':
      state.differences.delete(pocketOf(event.data.chain, event.data.currency));
      break;
    case 'NetworkFeePaid': {
      const { submission, chain, amount } = event.data;
      state.feesBooked.add(submission);
      state.networkFees.set(chain, (state.networkFees.get(chain) ?? 0n) + BigInt(amount));
      break;
    }
  }
}

function setAside(state: FollowedChainsState, { chain, ...transaction }: TransactionSetAside['data']): void {
  const known = state.setAside.get(chain) ?? new Map<string, SetAsideTransaction>();
  state.setAside.set(chain, known);
  if (known.size < SET_ASIDE_MAX) known.set(transaction.txHash, transaction);
}

function openChain(state: FollowedChainsState, { chain, address, cursor, balances }: ChainOpened['data']): void {
  // Every chain's cursor begins with its block.
  state.chains.set(chain, { address, cursor, openedAt: Number.parseInt(cursor, 10) });
  for (const currency of CURRENCIES) {
    const amount = BigInt(balances[currency]);
    if (amount > 0n) state.book.credit(pocketOf(chain, currency), amount);
  }
}
