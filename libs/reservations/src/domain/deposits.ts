import type { DepositDecision, DepositScreening, InboundTransfer, ScreeningOutcome } from '@stablecoin/contracts';
import { refuse } from '@stablecoin/event-sourcing';
import type { CommandRefused } from '@stablecoin/event-sourcing';
import { pocketOf } from '@stablecoin/money';
import type { Money, ReservationState } from './reservation-state';

/** All of a deposit that is not available yet, because what follows from an event is found without state (rule 9). */
export type HeldDeposit = Money &
  DepositScreening & {
    readonly transferId: string;
    readonly from: string;
    readonly txHash: string;
    /** When it was booked, in milliseconds since the epoch. */
    readonly heldAt: number;
  };

/** Why a person has to decide. */
export type DepositFlag = {
  /** The screening; null: there is none, because the sender is not known. */
  readonly ref: string | null;
  readonly reason: string;
};

/** A person's decision. */
export type DecidedBy = Pick<DepositDecision, 'decidedBy' | 'note'> & {
  /** Milliseconds since the epoch. */
  readonly decidedAt: number;
};

/** A transfer came in, and its sender is to be screened before the money can be spent. */
export type DepositHeld = { readonly type: 'DepositHeld'; readonly data: HeldDeposit };
/** The sender was not cleared, or is not known: a person has to decide. */
export type DepositFlagged = { readonly type: 'DepositFlagged'; readonly data: HeldDeposit & DepositFlag };
/** The money is available. */
export type DepositReleased = {
  readonly type: 'DepositReleased';
  readonly data: HeldDeposit & {
    readonly ref: string | null;
    /** It had waited for a person, for this reason. Missing: it had not. */
    readonly reason?: string;
    /** Missing: the screening has cleared the sender. */
    readonly decision?: DecidedBy;
  };
};
/** The money stays in the held bucket for good. */
export type DepositKept = {
  readonly type: 'DepositKept';
  readonly data: HeldDeposit &
    DepositFlag & {
      /** Missing: too many deposits waited for a person, and this was the smallest. */
      readonly decision?: DecidedBy;
    };
};

export type DepositEvent = DepositHeld | DepositFlagged | DepositReleased | DepositKept;

/** A deposit that nobody has decided on. */
export type WaitingDeposit = HeldDeposit & {
  /** Null: its sender is being screened. */
  readonly flag: DepositFlag | null;
};

/** Deposits of one treasury or wallet that wait for their screening, and as many that wait for a person. */
export const WAITING_DEPOSITS_MAX = 10_000;

const SENDER_UNKNOWN =
  'The sender is not known: the money was made by its issuer, or came in a way that this service cannot read.';

/** Whether so many deposits are being screened that no more are taken: they are read again later. */
export function takesNoMore({ deposits }: Pick<ReservationState, 'deposits'>): boolean {
  return deposits.size >= WAITING_DEPOSITS_MAX && countOf(deposits, false) >= WAITING_DEPOSITS_MAX;
}

/** Books a transfer whose sender is screened. The caller has made sure that it is new. */
export function holdDeposit(
  { transferId, chain, currency, amount, from, txHash }: InboundTransfer,
  screening: DepositScreening,
  heldAt: number,
  { deposits }: Pick<ReservationState, 'deposits'>,
): readonly (DepositHeld | DepositFlagged | DepositKept)[] {
  const held: HeldDeposit = { ...screening, transferId, chain, currency, amount, from, txHash, heldAt };
  const booked: DepositHeld = { type: 'DepositHeld', data: held };
  return screening.sender === null
    ? [booked, ...flag(held, { ref: null, reason: SENDER_UNKNOWN }, deposits)]
    : [booked];
}

/** @returns nothing for a deposit that has ended, or that waits for a person already and is not cleared */
export function recordDepositScreening(
  { depositId, ref, status, reason }: ScreeningOutcome & { readonly depositId: string },
  { deposits }: Pick<ReservationState, 'deposits'>,
): readonly (DepositReleased | DepositFlagged | DepositKept)[] {
  const waiting = deposits.get(depositId);
  if (waiting === undefined) return [];
  const { flag: flagged, ...held } = waiting;
  if (status === 'cleared') {
    return [
      { type: 'DepositReleased', data: { ...held, ref, ...(flagged === null ? {} : { reason: flagged.reason }) } },
    ];
  }
  if (flagged !== null) return [];
  return flag(held, { ref, reason: reason ?? 'The sender was not cleared.' }, deposits);
}

/** A person's decision on a deposit that waits for one. */
export function decideDeposit(
  { depositId, decision, note, decidedBy }: DepositDecision,
  decidedAt: number,
  { deposits }: Pick<ReservationState, 'deposits'>,
): readonly (DepositReleased | DepositKept | CommandRefused)[] {
  const waiting = deposits.get(depositId);
  if (waiting === undefined) return [refuse('invalid_state', `The deposit ${depositId} is not held.`)];
  const { flag: flagged, ...held } = waiting;
  if (flagged === null) return [refuse('invalid_state', `The sender of the deposit ${depositId} is being screened.`)];
  const data = { ...held, ...flagged, decision: { decidedBy, note, decidedAt } };
  return [decision === 'clear' ? { type: 'DepositReleased', data } : { type: 'DepositKept', data }];
}

/** Changes the book and the waiting deposits by an event. */
export function evolveDeposits({ book, transfers, deposits }: ReservationState, { type, data }: DepositEvent): void {
  const { depositId, transferId, chain, currency, amount } = data;
  const pocket = pocketOf(chain, currency);
  switch (type) {
    case 'DepositHeld':
      book.hold(pocket, BigInt(amount));
      transfers.add(transferId);
      deposits.set(depositId, { ...data, flag: null });
      break;
    case 'DepositFlagged': {
      const { ref, reason, ...held } = data;
      deposits.set(depositId, { ...held, flag: { ref, reason } });
      break;
    }
    case 'DepositReleased':
      book.release(pocket, BigInt(amount));
      deposits.delete(depositId);
      break;
    case 'DepositKept':
      deposits.delete(depositId);
      break;
  }
}

/** Anybody may send dust from a listed address: of too many that wait for a person, the smallest is kept. */
function flag(
  held: HeldDeposit,
  flagged: DepositFlag,
  deposits: ReadonlyMap<string, WaitingDeposit>,
): readonly (DepositFlagged | DepositKept)[] {
  const event: DepositFlagged = { type: 'DepositFlagged', data: { ...held, ...flagged } };
  const isFull = deposits.size >= WAITING_DEPOSITS_MAX && countOf(deposits, true) >= WAITING_DEPOSITS_MAX;
  if (!isFull) return [event];
  let smallest: HeldDeposit & DepositFlag = event.data;
  for (const { flag: other, ...each } of deposits.values()) {
    if (other !== null && BigInt(each.amount) < BigInt(smallest.amount)) smallest = { ...each, ...other };
  }
  return [event, { type: 'DepositKept', data: smallest }];
}

function countOf(deposits: ReadonlyMap<string, WaitingDeposit>, areFlagged: boolean): number {
  let count = 0;
  for (const { flag: flagged } of deposits.values()) if ((flagged !== null) === areFlagged) count += 1;
  return count;
}
