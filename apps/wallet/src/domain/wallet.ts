import { pocketOf } from '@stablecoin/money';
import type { ChainName, Currency, Units } from '@stablecoin/money';
import type { Json, SnapshotPolicy } from '@stablecoin/event-sourcing';
import {
  creditTransfer,
  endReservation,
  newReservationState,
  reservationStateToJson,
  reserveMoney,
} from '@stablecoin/reservations/domain';
import type { ReservationId, ReservationState, ReservationStateJson } from '@stablecoin/reservations/domain';
import { SpendingWindow } from './spending-window';
import type { SpendingWindowJson } from './spending-window';
import type { PaymentPolicy, SealedSignature } from '@stablecoin/contracts';
import type {
  ApprovalRequested,
  SignedTransfer,
  Voice,
  WalletEvent,
  WalletProfile,
  WalletSnapshot,
  WalletView,
} from './wallet-events';

/** A pending approval. */
export type WaitingApproval = ReservationId & {
  readonly approvalId: string;
  readonly amount: Units;
  readonly currency: Currency;
  readonly candidates: readonly ChainName[];
  readonly expiresAt: number;
  readonly approvedBy: readonly string[];
  readonly transfer?: SignedTransfer;
  readonly policy?: PaymentPolicy;
  /** The people who have approved, where that takes two of them. */
  readonly voices: readonly Voice[];
  /** Of a wallet on chain: dropped with the approval, whichever way it ends. */
  readonly signatures: readonly SealedSignature[];
};

/** A wallet as its events have made it; changed in place. */
export interface WalletState extends ReservationState {
  /** `refused`: at once, so that there is no wallet; `rejected`: by a review, while clients saw one. */
  status: 'unknown' | 'verifying' | 'in_review' | 'active' | 'refused' | 'rejected';
  profile: WalletProfile | undefined;
  complianceRef: string | null;
  /** Why the wallet did not come to be. */
  refusal: string | null;
  /** A payment has deployed its contract. */
  deployed: boolean;
  readonly spending: SpendingWindow;
  /** By approval id. Each ends by a person, by its expiry or by its payment. */
  readonly approvals: Map<string, WaitingApproval>;
  /** The approval that a reservation waits for, by reservation id. */
  readonly waiting: Map<string, string>;
}

/** Number of closed reservations and transfers to remember. */
const REMEMBERED = 1_000;

export function initialWallet(): WalletState {
  return {
    ...newReservationState(REMEMBERED),
    status: 'unknown',
    profile: undefined,
    complianceRef: null,
    refusal: null,
    deployed: false,
    spending: new SpendingWindow(),
    approvals: new Map(),
    waiting: new Map(),
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
    case 'WalletCredited':
      creditTransfer(state, event.data);
      break;
    case 'FundsReserved': {
      const { reservationId, amount, reservedAt, approvalId } = event.data;
      reserveMoney(state, event.data);
      if (approvalId === null) state.spending.reserve(reservationId, reservedAt, BigInt(amount));
      else endApproval(state, approvalId);
      break;
    }
    case 'ReservationRefused':
      if (event.data.approvalId !== null) endApproval(state, event.data.approvalId);
      state.closed.add(event.data.reservationId);
      break;
    case 'ReservationPosted':
      state.spending.settle(event.data.reservationId, event.data.settledAt);
      state.deployed = state.profile?.contract !== undefined;
      endReservation(state, event);
      break;
    case 'ReservationVoided':
      state.spending.void(event.data.reservationId);
      endReservation(state, event);
      break;
    case 'VoidRemembered':
      endReservation(state, event);
      break;
    case 'ReservationOverdue':
      break;
    case 'ApprovalRequested': {
      const { reservationId, approvalId } = event.data;
      state.approvals.set(approvalId, waiting(event.data));
      state.waiting.set(reservationId, approvalId);
      break;
    }
    case 'ApprovalGiven': {
      const { approvalId, approvedBy, signature, voice } = event.data;
      const approval = state.approvals.get(approvalId);
      if (approval === undefined) break;
      const signatures = signature === undefined ? approval.signatures : [...approval.signatures, signature];
      const voices = voice === undefined ? approval.voices : [...approval.voices, voice];
      state.approvals.set(approvalId, { ...approval, approvedBy, signatures, voices });
      break;
    }
    case 'ApprovalCanceled':
      endApproval(state, event.data.approvalId);
      state.closed.add(event.data.reservationId);
      break;
  }
  return state;
}

function waiting({
  reservationId,
  paymentId,
  approvalId,
  amount,
  currency,
  candidates,
  expiresAt,
  transfer,
  policy,
}: ApprovalRequested['data']): WaitingApproval {
  const approval = { reservationId, paymentId, approvalId, amount, currency, candidates, expiresAt };
  return {
    ...approval,
    approvedBy: [],
    signatures: [],
    voices: [],
    ...(transfer === undefined ? {} : { transfer }),
    ...(policy === undefined ? {} : { policy }),
  };
}

function endApproval(state: WalletState, approvalId: string): void {
  const approval = state.approvals.get(approvalId);
  if (approval === undefined) return;
  state.approvals.delete(approvalId);
  state.waiting.delete(approval.reservationId);
}

/** The state of an active wallet at a time; undefined before it exists. */
export function snapshotOf(state: WalletState, at: number): WalletSnapshot | undefined {
  const view = viewOf(state, at);
  if (view?.status !== 'active') return undefined;
  const { status: _, ...snapshot } = view;
  return snapshot;
}

/** A wallet as its clients see it at a moment; undefined while it is verified, and when it was refused at once. */
export function viewOf(
  { status, profile, complianceRef, deployed, book, spending }: WalletState,
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
    ...(deployed ? { deployed } : {}),
  };
}

type WalletJson = ReservationStateJson & {
  readonly status: WalletState['status'];
  readonly profile: WalletProfile | null;
  readonly complianceRef: string | null;
  readonly refusal: string | null;
  readonly deployed: boolean;
  readonly spending: SpendingWindowJson;
  readonly approvals: readonly WaitingApproval[];
};

/** Most wallets never need one; a busy one is loaded from it and at most the 5,000 events after it. */
export const walletSnapshots: SnapshotPolicy<WalletState> = {
  version: 3,
  every: 5_000,
  toJson: (state) =>
    ({
      ...reservationStateToJson(state),
      status: state.status,
      profile: state.profile ?? null,
      complianceRef: state.complianceRef,
      refusal: state.refusal,
      deployed: state.deployed,
      spending: state.spending.toJSON(),
      approvals: [...state.approvals.values()],
    }) satisfies WalletJson as unknown as Json,
  fromJson: (json) => {
    const stored = json as unknown as WalletJson;
    return {
      ...newReservationState(REMEMBERED, stored),
      status: stored.status,
      profile: stored.profile ?? undefined,
      complianceRef: stored.complianceRef,
      refusal: stored.refusal,
      deployed: stored.deployed,
      spending: SpendingWindow.fromJSON(stored.spending),
      approvals: new Map(stored.approvals.map((approval) => [approval.approvalId, approval])),
      waiting: new Map(stored.approvals.map(({ reservationId, approvalId }) => [reservationId, approvalId])),
    };
  },
};
