import { RecentIds, ReservationBook, pocketOf } from '@stablecoin/money';
import type { ChainName, Currency, ReservationBookJson, Units } from '@stablecoin/money';
import type { Json, SnapshotPolicy } from '@stablecoin/event-sourcing';
import { SpendingWindow } from './spending-window';
import type { SpendingWindowJson } from './spending-window';
import type { ReservationId, WalletEvent, WalletProfile, WalletSnapshot, WalletView } from './wallet-events';

/** An approval that nobody has decided yet. */
export type WaitingApproval = ReservationId & {
  readonly approvalId: string;
  readonly amount: Units;
  readonly currency: Currency;
  readonly candidates: readonly ChainName[];
  readonly expiresAt: number;
  readonly approvedBy: readonly string[];
};

/**
 * A wallet as its events have made it; changed in place. Its memory of closed reservations is bounded and nothing is
 * spent twice: each reservation id is asked for by one command only (protocol rule 11), which the command handler
 * drops when it is repeated, with the help of the read model when it is old. So the state has to know only the ids
 * that were voided before they were reserved.
 */
export interface WalletState {
  /** `refused`: at once, so that there is no wallet; `rejected`: by a review, while clients saw one. */
  status: 'unknown' | 'verifying' | 'in_review' | 'active' | 'refused' | 'rejected';
  profile: WalletProfile | undefined;
  complianceRef: string | null;
  /** Why the wallet did not come to be. */
  refusal: string | null;
  readonly book: ReservationBook;
  readonly spending: SpendingWindow;
  /** By approval id. Each ends by a person, by its expiry or by its payment. */
  readonly approvals: Map<string, WaitingApproval>;
  /** The approval that a reservation waits for, by reservation id. */
  readonly waiting: Map<string, string>;
  /** As many as the command handler remembers commands at most: what is forgotten here is older than its window. */
  readonly voidedBefore: RecentIds;
  /** Closed lately: spares a `VoidRemembered` for a reservation that is voided twice. Nothing rests on it. */
  readonly closed: RecentIds;
  /** Credited lately. Older transfers are found in the read model. */
  readonly transfers: RecentIds;
}

const VOIDED_BEFORE_MAX = 100_000;
const CLOSED_MAX = 1_000;
const TRANSFERS_MAX = 1_000;

export function initialWallet(): WalletState {
  return {
    status: 'unknown',
    profile: undefined,
    complianceRef: null,
    refusal: null,
    book: new ReservationBook(),
    spending: new SpendingWindow(),
    approvals: new Map(),
    waiting: new Map(),
    voidedBefore: new RecentIds(VOIDED_BEFORE_MAX),
    closed: new RecentIds(CLOSED_MAX),
    transfers: new RecentIds(TRANSFERS_MAX),
  };
}

export function evolveWallet(state: WalletState, event: WalletEvent): WalletState {
  switch (event.type) {
    case 'WalletRequested':
      state.status = 'verifying';
      state.profile = event.data;
      break;
    case 'WalletInReview':
      state.status = 'in_review';
      state.complianceRef = event.data.complianceRef;
      break;
    case 'WalletCreated': {
      const { complianceRef, reviewed: _, ...profile } = event.data;
      state.status = 'active';
      state.profile = profile;
      state.complianceRef = complianceRef;
      break;
    }
    case 'WalletRefused':
      state.status = state.status === 'in_review' ? 'rejected' : 'refused';
      state.refusal = event.data.message;
      break;
    case 'WalletCredited': {
      const { transferId, chain, currency, amount } = event.data;
      state.book.credit(pocketOf(chain, currency), BigInt(amount));
      state.transfers.add(transferId);
      break;
    }
    case 'FundsReserved': {
      const { reservationId, chain, currency, amount, reservedAt, approvalId } = event.data;
      state.book.reserve(reservationId, pocketOf(chain, currency), BigInt(amount));
      if (approvalId === null) state.spending.reserve(reservationId, reservedAt, BigInt(amount));
      else endApproval(state, approvalId);
      break;
    }
    case 'ReservationRefused':
      if (event.data.approvalId !== null) endApproval(state, event.data.approvalId);
      state.closed.add(event.data.reservationId);
      break;
    case 'ReservationPosted':
      state.book.post(event.data.reservationId);
      state.spending.post(event.data.reservationId);
      state.closed.add(event.data.reservationId);
      break;
    case 'ReservationVoided':
      state.book.void(event.data.reservationId);
      state.spending.void(event.data.reservationId);
      state.closed.add(event.data.reservationId);
      break;
    case 'VoidRemembered':
      state.voidedBefore.add(event.data.reservationId);
      break;
    case 'ReservationOverdue':
      break;
    case 'ApprovalRequested': {
      const { reservationId, paymentId, approvalId, amount, currency, candidates, expiresAt } = event.data;
      const approval = { reservationId, paymentId, approvalId, amount, currency, candidates, expiresAt };
      state.approvals.set(approvalId, { ...approval, approvedBy: [] });
      state.waiting.set(reservationId, approvalId);
      break;
    }
    case 'ApprovalGiven': {
      const { approvalId, approvedBy } = event.data;
      const approval = state.approvals.get(approvalId);
      if (approval !== undefined) state.approvals.set(approvalId, { ...approval, approvedBy });
      break;
    }
    case 'ApprovalCanceled':
      endApproval(state, event.data.approvalId);
      state.closed.add(event.data.reservationId);
      break;
  }
  return state;
}

function endApproval(state: WalletState, approvalId: string): void {
  const approval = state.approvals.get(approvalId);
  if (approval === undefined) return;
  state.approvals.delete(approvalId);
  state.waiting.delete(approval.reservationId);
}

/** An active wallet as it is at a moment; undefined while there is none. */
export function snapshotOf(state: WalletState, at: number): WalletSnapshot | undefined {
  const view = viewOf(state, at);
  if (view?.status !== 'active') return undefined;
  const { status: _, ...snapshot } = view;
  return snapshot;
}

/** A wallet as its clients see it at a moment; undefined while it is verified, and when it was refused at once. */
export function viewOf(
  { status, profile, complianceRef, book, spending }: WalletState,
  at: number,
): WalletView | undefined {
  if (status === 'unknown' || status === 'verifying' || status === 'refused' || profile === undefined) return undefined;
  const balance = (currency: Currency): Units => `${book.balance(pocketOf(profile.chain, currency))}`;
  return {
    ...profile,
    status,
    complianceRef,
    balances: { USDC: balance('USDC'), EURC: balance('EURC') },
    spent24h: `${spending.spent(at)}`,
  };
}

type WalletJson = {
  readonly status: WalletState['status'];
  readonly profile: WalletProfile | null;
  readonly complianceRef: string | null;
  readonly refusal: string | null;
  readonly book: ReservationBookJson;
  readonly spending: SpendingWindowJson;
  readonly approvals: readonly WaitingApproval[];
  readonly voidedBefore: readonly string[];
  readonly closed: readonly string[];
  readonly transfers: readonly string[];
};

/** Most wallets never need one; a busy one is loaded from it and at most the 5,000 events after it. */
export const walletSnapshots: SnapshotPolicy<WalletState> = {
  version: 1,
  every: 5_000,
  toJson: (state) =>
    ({
      status: state.status,
      profile: state.profile ?? null,
      complianceRef: state.complianceRef,
      refusal: state.refusal,
      book: state.book.toJSON(),
      spending: state.spending.toJSON(),
      approvals: [...state.approvals.values()],
      voidedBefore: state.voidedBefore.toJSON(),
      closed: state.closed.toJSON(),
      transfers: state.transfers.toJSON(),
    }) satisfies WalletJson as unknown as Json,
  fromJson: (json) => {
    const stored = json as unknown as WalletJson;
    return {
      status: stored.status,
      profile: stored.profile ?? undefined,
      complianceRef: stored.complianceRef,
      refusal: stored.refusal,
      book: ReservationBook.fromJSON(stored.book),
      spending: SpendingWindow.fromJSON(stored.spending),
      approvals: new Map(stored.approvals.map((approval) => [approval.approvalId, approval])),
      waiting: new Map(stored.approvals.map(({ reservationId, approvalId }) => [reservationId, approvalId])),
      voidedBefore: new RecentIds(VOIDED_BEFORE_MAX, stored.voidedBefore),
      closed: new RecentIds(CLOSED_MAX, stored.closed),
      transfers: new RecentIds(TRANSFERS_MAX, stored.transfers),
    };
  },
};
