import type { DepositDecision, DepositScreening, InboundTransfer, ScreeningOutcome } from '@stablecoin/contracts';
import { refuse } from '@stablecoin/event-sourcing';
import type { CommandRefused } from '@stablecoin/event-sourcing';
import { pocketOf } from '@stablecoin/contracts';
import type { ReservationState } from './reservation-state';
import type { DepositFlag, HeldDeposit } from './waiting-deposit';

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

/** Deposits of one treasury or wallet that wait for their screening, and as many that wait for a person. */
export const WAITING_DEPOSITS_MAX = 10_000;

const SENDER_UNKNOWN =
  'The sender is not known: the money was made by its issuer, or came in a way that this service cannot read.';

/** Whether so many deposits are being screened that no more are taken: they are read again later. */
export function takesNoMore({ deposits }: Pick<ReservationState, 'deposits'>): boolean {
  if (deposits.size < WAITING_DEPOSITS_MAX) return false;
  const screened = [...deposits.values()].filter(({ flag }) => flag === null);
  return screened.length >= WAITING_DEPOSITS_MAX;
}

/** Books a transfer whose sender is screened. The caller has made sure that it is new. */
export function holdDeposit(
  { transferId, chain, currency, amount, from, txHash }: InboundTransfer,
  screening: DepositScreening,
  heldAt: number,
): readonly (DepositHeld | DepositFlagged)[] {
  const held: HeldDeposit = { ...screening, transferId, chain, currency, amount, from, txHash, heldAt };
  const booked: DepositHeld = { type: 'DepositHeld', data: held };
  if (screening.sender !== null) return [booked];
  return [booked, { type: 'DepositFlagged', data: { ...held, ref: null, reason: SENDER_UNKNOWN } }];
}

/** @returns nothing for a deposit that has ended, or that waits for a person already and is not cleared */
export function recordDepositScreening(
  { depositId, ref, status, reason }: ScreeningOutcome & { readonly depositId: string },
  { deposits }: Pick<ReservationState, 'deposits'>,
): readonly (DepositReleased | DepositFlagged)[] {
  const waiting = deposits.get(depositId);
  if (waiting === undefined) return [];
  const { flag: flagged, ...held } = waiting;
  if (status === 'cleared') {
    return [
      { type: 'DepositReleased', data: { ...held, ref, ...(flagged === null ? {} : { reason: flagged.reason }) } },
    ];
  }
  if (flagged !== null) return [];
  return [{ type: 'DepositFlagged', data: { ...held, ref, reason: reason ?? 'The sender was not cleared.' } }];
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

/**
 * The deposits that are kept because too many wait for a person: anybody may send dust from a listed address, so these are the
 * smallest.
 *
 * @param events - all that is decided with it
 */
export function keepSmallest(
  events: readonly { readonly type: string }[],
  { deposits }: Pick<ReservationState, 'deposits'>,
): readonly DepositKept[] {
  const added = events.filter(isFlagged).map(({ data }) => data);
  if (added.length === 0 || deposits.size + added.length <= WAITING_DEPOSITS_MAX) return [];
  const waiting = [...deposits.values()].flatMap(({ flag, ...held }) => (flag === null ? [] : [{ ...held, ...flag }]));
  const all = [...waiting, ...added];
  const excess = Math.max(0, all.length - WAITING_DEPOSITS_MAX);
  return all
    .sort((one, other) => (BigInt(one.amount) < BigInt(other.amount) ? -1 : 1))
    .slice(0, excess)
    .map((data) => ({ type: 'DepositKept', data }));
}

function isFlagged(event: { readonly type: string }): event is DepositFlagged {
  return event.type === 'DepositFlagged';
}
