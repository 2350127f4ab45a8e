import { pocketOf } from '@stablecoin/contracts';
import type { Currency, SealedSignature, Units } from '@stablecoin/contracts';
import type { SnapshotPolicy } from '@stablecoin/event-sourcing';
import {
  beginApproval,
  chargeFound,
  creditTransfer,
  endApproval,
  endReservation,
  evolveDeposits,
  giveApproval,
  newApprovalState,
  newReservationState,
  reservationStateToJson,
  reserveMoney,
  waitingApproval,
} from '@stablecoin/funds/domain';
import type {
  ApprovalState,
  ReservationState,
  ReservationStateJson,
  WaitingApproval as Waiting,
} from '@stablecoin/funds/domain';
import { SpendingWindow } from './spending-window';
import type { SpendingWindowJson } from './spending-window';
import type {
  ApprovalRequested,
  FundsReserved,
  SignedTransfer,
  WalletEvent,
  WalletProfile,
  WalletSnapshot,
  WalletView,
} from './wallet-events';

/** A pending approval. */
export type WaitingApproval = Waiting & {
  readonly transfer?: SignedTransfer;
  readonly isPosted?: true;
  /** Of a wallet on chain: dropped with the approval, whichever way it ends. */
  readonly signatures: readonly SealedSignature[];
};

/** A wallet as its events have made it; changed in place. */
export interface WalletState extends ReservationState, ApprovalState<WaitingApproval> {
  /** `refused`: at once, so that there is no wallet; `rejected`: by a review, while clients saw one. */
  status: 'unknown' | 'verifying' | 'in_review' | 'active' | 'refused' | 'rejected';
  profile: WalletProfile | undefined;
  complianceRef: string | null;
  /** Why the wallet did not come to be. */
  refusal: string | null;
  /** A payment has deployed its contract. */
  deployed: boolean;
  readonly spending: SpendingWindow;
}

/** Number of closed reservations and transfers to remember. */
const REMEMBERED = 1_000;

export function initialWallet(): WalletState {
  return {
    ...newReservationState(REMEMBERED),
    ...newApprovalState(),
    status: 'unknown',
    profile: undefined,
    complianceRef: null,
    refusal: null,
    deployed: false,
    spending: new SpendingWindow(),
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
    case 'ReservationReturned':
      creditTransfer(state, event.data);
      break;
    case 'DepositHeld':
    case 'DepositFlagged':
    case 'DepositReleased':
    case 'DepositKept':
      evolveDeposits(state, event);
      break;
    case 'FundsReserved':
      reserveFunds(state, event.data);
      break;
    case 'ReservationRefused':
    case 'PaymentSignedAgain':
    case 'ApprovalCanceled':
      endApproval(state, event.data.approvalId);
      state.closed.add(event.data.reservationId);
      break;
    case 'ReservationPosted':
      state.spending.settle(event.data.reservationId, event.data.settledAt);
      state.deployed = state.profile?.contract !== undefined;
      endReservation(state, event);
      break;
    case 'FoundTransferPosted':
    case 'TransferBooked':
      postFound(state, event.data);
      break;
    case 'ReservationVoided':
    case 'VoidRemembered':
      if (event.type === 'ReservationVoided') state.spending.void(event.data.reservationId);
      endReservation(state, event);
      break;
    case 'ReservationOverdue':
      break;
    case 'ApprovalRequested':
      requestApproval(state, event);
      break;
    case 'ApprovalGiven': {
      const { signature } = event.data;
      giveApproval(state, event, ({ signatures }) =>
        signature === undefined ? {} : { signatures: [...signatures, signature] },
      );
      break;
    }
  }
  return state;
}

function requestApproval(state: WalletState, event: ApprovalRequested): void {
  const { transfer, isPosted } = event.data;
  const signed = transfer === undefined ? {} : { transfer };
  const posted = isPosted === undefined ? {} : { isPosted };
  beginApproval(state, { ...waitingApproval(event), signatures: [], ...signed, ...posted });
}

function reserveFunds(state: WalletState, reserved: FundsReserved['data']): void {
  const { reservationId, amount, reservedAt, approvalId } = reserved;
  reserveMoney(state, reserved);
  if (approvalId === null) state.spending.reserve(reservationId, reservedAt, BigInt(amount));
  else endApproval(state, approvalId);
}

type FoundTransfer = Extract<WalletEvent, { readonly type: 'FoundTransferPosted' | 'TransferBooked' }>;

function postFound(state: WalletState, found: FoundTransfer['data']): void {
  const { transferId, amount, settledAt } = found;
  chargeFound(state, found);
  state.spending.reserve(transferId, settledAt, BigInt(amount));
  state.spending.settle(transferId, settledAt);
  state.deployed = state.profile?.contract !== undefined;
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
  const held = (currency: Currency): Units => `${book.held(pocketOf(profile.chain, currency))}`;
  return {
    ...profile,
    status,
    complianceRef,
    balances: { USDC: balance('USDC'), EURC: balance('EURC') },
    ...(book.holds ? { held: { USDC: held('USDC'), EURC: held('EURC') } } : {}),
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
  // Versions up to 3 pass over deposits that are held and over transfers that were found, version 4 over what was returned,
  // version 5 over what limits of rules count.
  version: 6,
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
    }) satisfies WalletJson,
  fromJson: (json) => {
    const stored = json as WalletJson;
    return {
      ...newReservationState(REMEMBERED, stored),
      ...newApprovalState(stored.approvals),
      status: stored.status,
      profile: stored.profile ?? undefined,
      complianceRef: stored.complianceRef,
      refusal: stored.refusal,
      deployed: stored.deployed,
      spending: SpendingWindow.fromJSON(stored.spending),
    };
  },
};
