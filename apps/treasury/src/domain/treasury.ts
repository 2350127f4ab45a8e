import { CHAIN_NAMES, CURRENCIES, pocketOf } from '@stablecoin/contracts';
import type { ChainName, Currency, Pocket, Units, PaymentErrorCode } from '@stablecoin/contracts';
import {
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
  Counts,
  DepositEvent,
  FoundTransferPosted,
  Money,
  ReservationId,
  ReservationOverdue,
  ReservationPosted,
  ReservationReturned,
  ReservationState,
  ReservationVoided,
  TransferBooked,
  VoidRemembered,
} from '@stablecoin/funds/domain';
import { evolveFollowedChains, newFollowedChains } from './followed-chains';
import type { FollowedChainEvent, FollowedChainsState } from './followed-chains';

/** What a low-balance threshold watches: all USDC of a treasury, or the USDC on one chain. */
export type ThresholdScope = 'total' | ChainName;
export const THRESHOLD_SCOPES: readonly ThresholdScope[] = ['total', ...CHAIN_NAMES];

/** Amounts by chain and currency. */
export type Balances = Readonly<Record<ChainName, Readonly<Record<Currency, Units>>>>;

export type TreasuryOpened = { readonly type: 'TreasuryOpened'; readonly data: { readonly balances: Balances } };
/** The approval that this ends; left out: none was needed. */
type EndsApproval = { readonly approvalId?: string };
export type FundsReserved = {
  readonly type: 'FundsReserved';
  readonly data: ReservationId & Money & EndsApproval & Counts;
};
export type ReservationRefused = {
  readonly type: 'ReservationRefused';
  readonly data: ReservationId & { readonly code: PaymentErrorCode; readonly message: string } & EndsApproval;
};
export type TreasuryCredited = {
  readonly type: 'TreasuryCredited';
  readonly data: Money & { readonly transferId: string; readonly from: string; readonly txHash: string };
};
/** All thresholds as they are from here on. */
export type ThresholdsConfigured = {
  readonly type: 'ThresholdsConfigured';
  readonly data: { readonly thresholds: Readonly<Record<ThresholdScope, Units | null>> };
};
export type LowBalanceReached = {
  readonly type: 'LowBalanceReached';
  readonly data: {
    readonly scope: ThresholdScope;
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
export type LowBalanceCleared = {
  readonly type: 'LowBalanceCleared';
  readonly data: { readonly scope: ThresholdScope };
};

export type TreasuryEvent =
  | TreasuryOpened
  | FundsReserved
  | ReservationRefused
  | ReservationPosted
  | FoundTransferPosted
  | TransferBooked
  | ReservationVoided
  | ReservationReturned
  | VoidRemembered
  | ReservationOverdue
  | ApprovalRequested
  | ApprovalGiven
  | ApprovalCanceled
  | TreasuryCredited
  | DepositEvent
  | FollowedChainEvent
  | ThresholdsConfigured
  | LowBalanceReached
  | LowBalanceCleared;

/** A treasury as its events have made it. Changed in place: a busy treasury takes thousands of reservations a second. */
export interface TreasuryState extends ReservationState, ApprovalState, FollowedChainsState {
  opened: boolean;
  /** All that has ever left by the books, by pocket: it only grows, also where money was returned. */
  readonly posted: Map<Pocket, bigint>;
  /** USDC, in minor units. */
  readonly thresholds: Map<ThresholdScope, bigint>;
  /** Scopes whose balance fell below the threshold and has not come back since. */
  readonly low: Set<ThresholdScope>;
}

/** Number of ids of each kind to remember. */
export const REMEMBERED = 10_000;

export function initialTreasury(): TreasuryState {
  return {
    ...newReservationState(REMEMBERED),
    ...newApprovalState(),
    ...newFollowedChains(REMEMBERED),
    opened: false,
    posted: new Map(),
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
    case 'FundsReserved':
      reserveMoney(state, event.data);
      endApproval(state, event.data.approvalId);
      break;
    case 'ReservationPosted':
      post(state, event.data);
      endReservation(state, event);
      break;
    case 'FoundTransferPosted':
    case 'TransferBooked':
      chargeFound(state, event.data);
      if (event.data.isInOpening !== true) post(state, event.data);
      break;
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
    case 'ReservationReturned':
      creditTransfer(state, event.data);
      break;
    case 'DepositHeld':
    case 'DepositFlagged':
    case 'DepositReleased':
    case 'DepositKept':
      evolveDeposits(state, event);
      break;
    case 'ChainOpened':
    case 'DepositsFollowed':
    case 'TransactionSetAside':
    case 'SetAsideRead':
    case 'BalanceDiffered':
    case 'BalanceReconciled':
    case 'NetworkFeePaid':
      evolveFollowedChains(state, event);
      break;
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

function post(state: TreasuryState, { chain, currency, amount }: Money): void {
  const pocket = pocketOf(chain, currency);
  state.posted.set(pocket, (state.posted.get(pocket) ?? 0n) + BigInt(amount));
}

/** A threshold that is another than before counts as not crossed yet. */
function configure(state: TreasuryState, thresholds: Readonly<Record<ThresholdScope, Units | null>>): void {
  for (const scope of THRESHOLD_SCOPES) {
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
