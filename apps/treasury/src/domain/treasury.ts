import { CHAIN_NAMES, CURRENCIES, pocketOf } from '@stablecoin/contracts';
import type {
  ChainName,
  Coin,
  Currency,
  Pocket,
  Units,
  NetworkFeePaid as Fee,
  PaymentErrorCode,
} from '@stablecoin/contracts';
import {
  RecentIds,
  beginApproval,
  chargeFound,
  creditTransfer,
  evolveDeposits,
  endApproval,
  endReservation,
  giveApproval,
  newApprovalState,
  newReservationState,
  reserveMoney,
  waitingApproval,
} from '@stablecoin/funds/domain';
import type {
  ApprovalCanceled,
  ApprovalGiven,
  ApprovalRequested,
  ApprovalState,
  DepositEvent,
  FoundTransferPosted,
  Money,
  ReservationId,
  ReservationOverdue,
  ReservationPosted,
  ReservationState,
  ReservationVoided,
  TransferBooked,
  VoidRemembered,
} from '@stablecoin/funds/domain';

/** What a low-balance threshold watches: all USDC of a treasury, or the USDC on one chain. */
export type Scope = 'total' | ChainName;
export const SCOPES: readonly Scope[] = ['total', ...CHAIN_NAMES];

/** Amounts by chain and currency. */
export type Balances = Readonly<Record<ChainName, Readonly<Record<Currency, Units>>>>;

export type TreasuryOpened = { readonly type: 'TreasuryOpened'; readonly data: { readonly balances: Balances } };
/** The approval that this ends; left out: none was needed. */
type EndsApproval = { readonly approvalId?: string };
export type FundsReserved = { readonly type: 'FundsReserved'; readonly data: ReservationId & Money & EndsApproval };
export type ReservationRefused = {
  readonly type: 'ReservationRefused';
  readonly data: ReservationId & { readonly code: PaymentErrorCode; readonly message: string } & EndsApproval;
};
export type TreasuryCredited = {
  readonly type: 'TreasuryCredited';
  readonly data: Money & { readonly transferId: string; readonly from: string; readonly txHash: string };
};
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
/** All thresholds as they are from here on. */
export type ThresholdsConfigured = {
  readonly type: 'ThresholdsConfigured';
  readonly data: { readonly thresholds: Readonly<Record<Scope, Units | null>> };
};
export type LowBalanceReached = {
  readonly type: 'LowBalanceReached';
  readonly data: {
    readonly scope: Scope;
    readonly threshold: Units;
    readonly balance: Units;
    /** All balances right after the movement, for the event that the client gets. */
    readonly available: Balances;
    readonly reserved: Balances;
    /** Missing: nothing is held. */
    readonly held?: Balances;
  };
};
/** The balance is back: the next fall below the threshold is a new crossing. */
export type LowBalanceCleared = { readonly type: 'LowBalanceCleared'; readonly data: { readonly scope: Scope } };

export type TreasuryEvent =
  | TreasuryOpened
  | FundsReserved
  | ReservationRefused
  | ReservationPosted
  | FoundTransferPosted
  | TransferBooked
  | ReservationVoided
  | VoidRemembered
  | ReservationOverdue
  | ApprovalRequested
  | ApprovalGiven
  | ApprovalCanceled
  | TreasuryCredited
  | DepositEvent
  | ChainOpened
  | DepositsFollowed
  | TransactionSetAside
  | SetAsideRead
  | BalanceDiffered
  | BalanceReconciled
  | NetworkFeePaid
  | ThresholdsConfigured
  | LowBalanceReached
  | LowBalanceCleared;

/** A chain whose books have begun. */
export interface FollowedChain {
  readonly address: string;
  readonly cursor: string;
  /** The block of the balances that they began with; null: not known any more. */
  readonly openedAt: number | null;
}

/** A treasury as its events have made it. Changed in place: a busy treasury takes thousands of reservations a second. */
export interface TreasuryState extends ReservationState, ApprovalState {
  opened: boolean;
  /** The chains whose books have begun, and how far their deposits are credited. */
  readonly chains: Map<ChainName, FollowedChain>;
  /** Transactions that were set aside and not read since, by chain and hash: the oldest {@link SET_ASIDE_MAX} of each chain. */
  readonly setAside: Map<ChainName, Map<string, SetAsideTransaction>>;
  /** All that has ever left, by pocket: it only grows. */
  readonly posted: Map<Pocket, bigint>;
  /** Submissions whose fee was booked lately. Older ones are found in the read model. */
  readonly feesBooked: RecentIds;
  /** What sending has cost in all: in wei, or lamports. */
  readonly networkFees: Map<ChainName, bigint>;
  /** Differences from the chain that were told and are not gone, in minor units. */
  readonly differences: Map<Pocket, bigint>;
  /** USDC, in minor units. */
  readonly thresholds: Map<Scope, bigint>;
  /** Scopes whose balance fell below the threshold and has not come back since. */
  readonly low: Set<Scope>;
}

/** Number of ids of each kind to remember. */
export const REMEMBERED = 10_000;
/** Transactions of a chain that are remembered as set aside. Further ones are in the stream and in the log. */
export const SET_ASIDE_MAX = 10_000;

export function initialTreasury(): TreasuryState {
  return {
    ...newReservationState(REMEMBERED),
    ...newApprovalState(),
    opened: false,
    chains: new Map(),
    setAside: new Map(),
    posted: new Map(),
    feesBooked: new RecentIds(REMEMBERED),
    networkFees: new Map(),
    differences: new Map(),
    thresholds: new Map(),
    low: new Set(),
  };
}

export function evolveTreasury(state: TreasuryState, event: TreasuryEvent): TreasuryState {
  switch (event.type) {
    case 'TreasuryOpened':
      state.opened = true;
      for (const [pocket, amount] of pocketsOf(event.data.balances)) if (amount > 0n) state.book.credit(pocket, amount);
      break;
    case 'ChainOpened':
      openChain(state, event.data);
      break;
    case 'FundsReserved':
      reserveMoney(state, event.data);
      endApproval(state, event.data.approvalId);
      break;
    case 'ReservationPosted': {
      const pocket = pocketOf(event.data.chain, event.data.currency);
      state.posted.set(pocket, (state.posted.get(pocket) ?? 0n) + BigInt(event.data.amount));
      endReservation(state, event);
      break;
    }
    case 'FoundTransferPosted':
    case 'TransferBooked': {
      const { chain, currency, amount, isInOpening } = event.data;
      chargeFound(state, event.data);
      if (isInOpening === true) break;
      const pocket = pocketOf(chain, currency);
      state.posted.set(pocket, (state.posted.get(pocket) ?? 0n) + BigInt(amount));
      break;
    }
    case 'ReservationVoided':
    case 'VoidRemembered':
      endReservation(state, event);
      break;
    case 'ReservationRefused':
    case 'ApprovalCanceled':
      endApproval(state, event.data.approvalId);
      state.closed.add(event.data.reservationId);
      break;
    case 'ReservationOverdue':
      break;
    case 'ApprovalRequested':
      beginApproval(state, waitingApproval(event));
      break;
    case 'ApprovalGiven':
      giveApproval(state, event);
      break;
    case 'TreasuryCredited':
      creditTransfer(state, event.data);
      break;
    case 'DepositHeld':
    case 'DepositFlagged':
    case 'DepositReleased':
    case 'DepositKept':
      evolveDeposits(state, event);
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
    case 'ThresholdsConfigured':
      configure(state, event.data.thresholds);
      break;
    case 'LowBalanceReached':
      state.low.add(event.data.scope);
      break;
    case 'LowBalanceCleared':
      state.low.delete(event.data.scope);
      break;
  }
  return state;
}

function setAside(state: TreasuryState, { chain, ...transaction }: TransactionSetAside['data']): void {
  const known = state.setAside.get(chain) ?? new Map<string, SetAsideTransaction>();
  state.setAside.set(chain, known);
  if (known.size < SET_ASIDE_MAX) known.set(transaction.txHash, transaction);
}

function openChain(state: TreasuryState, { chain, address, cursor, balances }: ChainOpened['data']): void {
  // Every chain's cursor begins with its block.
  state.chains.set(chain, { address, cursor, openedAt: Number.parseInt(cursor, 10) });
  for (const currency of CURRENCIES) {
    const amount = BigInt(balances[currency]);
    if (amount > 0n) state.book.credit(pocketOf(chain, currency), amount);
  }
}

/** A threshold that is another than before counts as not crossed yet. */
function configure(state: TreasuryState, thresholds: Readonly<Record<Scope, Units | null>>): void {
  for (const scope of SCOPES) {
    const units = thresholds[scope];
    const threshold = units === null ? undefined : BigInt(units);
    if (threshold === state.thresholds.get(scope)) continue;
    state.low.delete(scope);
    if (threshold === undefined) state.thresholds.delete(scope);
    else state.thresholds.set(scope, threshold);
  }
}

/** Balances with one amount for each chain and currency. */
export function balancesFrom(amountOf: (chain: ChainName, currency: Currency) => Units): Balances {
  const ofChain = (chain: ChainName): Balances[ChainName] => ({
    USDC: amountOf(chain, 'USDC'),
    EURC: amountOf(chain, 'EURC'),
  });
  return { base: ofChain('base'), ethereum: ofChain('ethereum'), solana: ofChain('solana') };
}

/** The single amounts of balances, by pocket. */
function pocketsOf(balances: Balances): readonly (readonly [Pocket, bigint])[] {
  return CHAIN_NAMES.flatMap((chain) =>
    CURRENCIES.map((currency) => [pocketOf(chain, currency), BigInt(balances[chain][currency])] as const),
  );
}
