import { formatAmount, toUnits, ServiceError } from '@stablecoin/contracts';
import type { Currency, Units, FoundTransfer, ReservationRef, ScreeningOutcome } from '@stablecoin/contracts';
import { refuse } from '@stablecoin/event-sourcing';
import type { CommandRefused, Decider } from '@stablecoin/event-sourcing';
import {
  bookTransfer,
  chainThatHolds,
  countedBy,
  decideDeposit,
  decideExpiry,
  holdDeposit,
  isKnownReservation,
  keepSmallest,
  markOverdue,
  overLimit,
  postFound,
  postReservation,
  recordDepositScreening,
  refOf,
  returnReservation,
  takesNoMore,
  voidReservation,
} from '@stablecoin/funds/domain';
import type { DepositEvent } from '@stablecoin/funds/domain';
import { insufficient, decideApproval, decideRejection, requestApproval, withSignedUntil } from './decide-approval';

import { payerOf } from './payer';
import { walletStreams } from './streams';
import { evolveWallet, initialWallet, snapshotOf, walletSnapshots } from './wallet';
import type { WalletState } from './wallet';
import type { WalletEvent, WalletProfile } from './wallet-events';
import type {
  CreateWallet,
  ReserveFunds,
  PostReservation,
  CreditWallet,
  RecordDepositScreening,
  WalletCommand,
} from './wallet-commands';

/**
 * The wallet belongs to another tenant. The gateway rejects such requests, so this must not happen; retrying does not
 * help.
 */
export class ForeignWalletError extends ServiceError {
  readonly code = 'wallet_foreign';
  readonly retry = 'never';
}

/** Nothing is written, so that the same transfer is taken when it comes again. */
const TOO_MANY = 'too many deposits are being screened: this one is taken later';

const NONE = { USDC: '0', EURC: '0' } as const;

/** One wallet: the only writer of its balances, its spend limit and its approvals. */
export const walletDecider: Decider<WalletState, WalletCommand, WalletEvent> = {
  streams: walletStreams,
  firstCommands: ['CreateWallet', 'VoidReservation'],
  initialState: initialWallet,
  decide,
  evolve: evolveWallet,
  snapshot: walletSnapshots,
};

function decide(command: WalletCommand, state: WalletState): readonly (WalletEvent | CommandRefused)[] {
  const { profile } = state;
  if (profile !== undefined && (profile.account !== command.account || profile.livemode !== command.livemode)) {
    throw new ForeignWalletError(`${command.type} for wallet ${profile.walletId} came from another tenant`);
  }
  switch (command.type) {
    case 'CreateWallet':
      return create(command, state);
    case 'RecordVerification':
      return recordVerification(command.data, state);
    case 'ReserveFunds':
      return reserve(command, state);
    case 'PostReservation':
      return post(command, state);
    case 'BookTransfer': {
      const settledAt = state.spending.timeFor(command.at);
      return bookTransfer(command.data, state).map(({ type, data }) => ({ type, data: { ...data, settledAt } }));
    }
    case 'VoidReservation':
      return giveBack(command.data, state);
    case 'ReturnReservation':
      return returnReservation(command.data, state);
    case 'CreditWallet':
      return credit(command, state);
    case 'RecordDepositScreening':
      return recordScreening(command, state);
    case 'DecideDeposit':
      return withWallet(decideDeposit(command.data, command.at, state), command.at, state);
    case 'MarkOverdue':
      return markOverdue(command.data, state);
    case 'ApprovePayment':
      return decideApproval(command, state);
    case 'RejectPayment':
      return decideRejection(command, state);
    case 'ExpireApproval':
      return withSignedUntil(decideExpiry(command, state), state);
  }
}

function create(
  { data, account, livemode, at }: CreateWallet,
  state: WalletState,
): readonly (WalletEvent | CommandRefused)[] {
  if (state.status !== 'unknown') return [];
  if (data.approvalThreshold > Math.max(1, data.approvers.length)) {
    return [refuse('invalid_request', 'approval_threshold exceeds the number of approvers.', 'approval_threshold')];
  }
  const { compliance, ...rest } = data;
  const profile: WalletProfile = { ...rest, account, livemode, createdAt: at };
  return compliance === 'auto'
    ? [{ type: 'WalletRequested', data: profile }]
    : [{ type: 'WalletCreated', data: { ...profile, complianceRef: null } }];
}

/** The decision of a review comes as another outcome. */
function recordVerification({ ref, status, reason }: ScreeningOutcome, state: WalletState): readonly WalletEvent[] {
  const { profile } = state;
  const isInReview = state.status === 'in_review';
  if (profile === undefined || (state.status !== 'verifying' && !isInReview)) return [];
  if (status === 'review') {
    return isInReview ? [] : [{ type: 'WalletInReview', data: { walletId: profile.walletId, complianceRef: ref } }];
  }
  if (status === 'cleared') {
    const reviewed = isInReview ? ({ reviewed: true } as const) : {};
    return [{ type: 'WalletCreated', data: { ...profile, complianceRef: ref, ...reviewed } }];
  }
  const message = reason ?? `The identity of ${profile.owner} could not be verified.`;
  return [{ type: 'WalletRefused', data: { walletId: profile.walletId, complianceRef: ref, message } }];
}

/** The balance is asked first, then the limits of rules over a time, then the spend limit (API decisions, Spend limit). */
function reserve({ data, at }: ReserveFunds, state: WalletState): readonly WalletEvent[] {
  const { book, waiting, spending } = state;
  const id = data.reservationId;
  if (waiting.has(id) || isKnownReservation(state, id)) return [];
  const ref = refOf(data);
  const reservedAt = spending.timeFor(at);
  const wallet = snapshotOf(state, reservedAt);
  if (data.isPosted === true) {
    if (wallet === undefined) throw new Error(`payment ${data.paymentId} has settled, and its wallet is not active`);
    return [requestApproval(data, wallet)];
  }
  const chain = chainThatHolds(data, book);
  if (chain === undefined) {
    return [{ type: 'ReservationRefused', data: { ...ref, ...insufficient(data, book), approvalId: null } }];
  }
  const over = overLimit(data, state.windows, at);
  if (over !== undefined) return [{ type: 'ReservationRefused', data: { ...ref, ...over, approvalId: null } }];
  const limit = wallet?.spendLimit ?? null;
  if (wallet !== undefined && limit !== null && spending.spent(reservedAt) + BigInt(data.amount) > BigInt(limit)) {
    if (wallet.contract?.type === 'spl_multisig') {
      return [{ type: 'ReservationRefused', data: { ...ref, ...aboveAllowance(limit), approvalId: null } }];
    }
    return [requestApproval(data, wallet)];
  }
  if (data.policy?.walletApproval === true) {
    if (wallet === undefined)
      throw new Error(`payment ${data.paymentId} needs an approval, and its wallet is not active`);
    return [requestApproval({ ...data, isWithinLimit: true }, wallet)];
  }
  const { currency, amount } = data;
  const more = { ...payerOf(state, null), ...countedBy(data, state.windows, at) };
  return [{ type: 'FundsReserved', data: { ...ref, chain, currency, amount, reservedAt, approvalId: null, ...more } }];
}

/** Its owners cannot approve what is above the allowance. */
function aboveAllowance(limit: Units): { readonly code: 'spend_limit_onchain'; readonly message: string } {
  const within = formatAmount(BigInt(limit));
  const message = `A wallet on Solana pays within its limit only, which is ${within} in 24 hours. Pay less, or later.`;
  return { code: 'spend_limit_onchain', message };
}

/** The later of our time and the block's, so that it counts here for as long as it counts there. */
function post({ data, at }: PostReservation, state: WalletState): readonly WalletEvent[] {
  if (data.found !== undefined) return bookFound(data, data.found, state.spending.timeFor(at), state);
  const settledAt = Math.max(at, data.blockAt ?? at);
  return postReservation(data, state).map(({ type, data: posted }) => ({ type, data: { ...posted, settledAt } }));
}

/** Books a transfer that was found on chain, without asking for funds, and ends what the wallet holds for its payment. */
function bookFound(
  ref: ReservationRef,
  { transferId, chain, currency, amount }: FoundTransfer,
  settledAt: number,
  state: WalletState,
): readonly WalletEvent[] {
  const found = postFound({ transferId, chain, currency, amount, ...refOf(ref) }, state);
  return [...giveBack(ref, state), ...found.map(({ type, data }) => ({ type, data: { ...data, settledAt } }))];
}

/** What waits for its approval holds nothing yet. */
function giveBack(ref: ReservationRef, state: WalletState): readonly WalletEvent[] {
  const approvalId = state.waiting.get(ref.reservationId);
  if (approvalId !== undefined) return [{ type: 'ApprovalCanceled', data: { ...refOf(ref), approvalId } }];
  return voidReservation(ref, state);
}

/** Credits a transfer once, however often it is reported (protocol rule 4). */
function credit({ data, at }: CreditWallet, state: WalletState): readonly (WalletEvent | CommandRefused)[] {
  const wallet = snapshotOf(state, at);
  if (wallet === undefined) return [refuse('not_found', 'There is no such wallet.', 'wallet')];
  const { transferId, chain, currency, amount, from, txHash, screening } = data;
  if (chain !== wallet.chain) return [refuse('invalid_request', `The wallet is on ${wallet.chain}.`, 'chain')];
  if (state.transfers.has(transferId)) return [];
  if (screening !== undefined) {
    if (takesNoMore(state)) throw new Error(TOO_MANY);
    const booked = holdDeposit(data, screening, at);
    return [...booked, ...keepSmallest(booked, state)];
  }
  const balances = { ...wallet.balances, [currency]: toUnits(BigInt(wallet.balances[currency]) + BigInt(amount)) };
  return [
    {
      type: 'WalletCredited',
      data: { transferId, chain, currency, amount, from, txHash, wallet: { ...wallet, balances } },
    },
  ];
}

function recordScreening(
  { data, at }: RecordDepositScreening,
  state: WalletState,
): readonly (WalletEvent | CommandRefused)[] {
  const events = recordDepositScreening(data, state);
  return withWallet([...events, ...keepSmallest(events, state)], at, state);
}

/** Clients are shown the wallet with the money that was released. */
function withWallet(
  events: readonly (DepositEvent | CommandRefused)[],
  at: number,
  state: WalletState,
): readonly (WalletEvent | CommandRefused)[] {
  return events.map((event) => {
    if (event.type !== 'DepositReleased') return event;
    const wallet = snapshotOf(state, at);
    if (wallet === undefined) throw new Error(`the deposit ${event.data.depositId} is of a wallet that is not active`);
    const { currency, amount } = event.data;
    const moved = (amounts: Readonly<Record<Currency, Units>>, by: bigint) => ({
      ...amounts,
      [currency]: toUnits(BigInt(amounts[currency]) + by),
    });
    const balances = moved(wallet.balances, BigInt(amount));
    const held = moved(wallet.held ?? NONE, -BigInt(amount));
    return { type: 'DepositReleased', data: { ...event.data, wallet: { ...wallet, balances, held } } };
  });
}
