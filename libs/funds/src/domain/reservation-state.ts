import { partsOf, pocketOf, toUnits } from '@stablecoin/contracts';
import type { ChainName, Currency, Units } from '@stablecoin/contracts';
import type { Money } from './money';
import type { WaitingDeposit } from './waiting-deposit';
import { PaymentWindows } from './payment-windows';
import type { CountedPayment, PaymentWindowsJson } from './payment-windows';
import { RecentIds } from './recent-ids';
import { ReservationBook } from './reservation-book';
import type { ReservationBookJson } from './reservation-book';

/** Whose reservation: `pay_…#1` and its payment. */
export type ReservationId = { readonly reservationId: string; readonly paymentId: string };

/** What counts a reservation; missing: no limit over a time does. */
export type Counts = { readonly counted?: CountedPayment };

/** The money has left. */
export type ReservationPosted = {
  readonly type: 'ReservationPosted';
  readonly data: ReservationId &
    Money & {
      /** From then on its windows pass. Missing: no limit over a time counts it. */
      readonly settledAt?: number;
    };
};
/** The money is available again. */
export type ReservationVoided = { readonly type: 'ReservationVoided'; readonly data: ReservationId & Money };
/** The money had left by the books, and the chain has proven that it never did: it is available again (protocol rule 19). */
export type ReservationReturned = { readonly type: 'ReservationReturned'; readonly data: ReservationId & Money };
/**
 * A transfer that the chain had made for a payment before this service knew of it. It is booked by its own identity, with no
 * reservation, on the chain where it was made.
 */
export type FoundTransferPosted = {
  readonly type: 'FoundTransferPosted';
  readonly data: ReservationId &
    Money & {
      readonly transferId: string;
      /** The balance that the books of the chain began with lacked it already. */
      readonly isInOpening?: true;
    };
};
/**
 * A transfer that no payment explains: a person has booked it after a restore. A payment that is found later under the same id
 * changes no balance.
 */
export type TransferBooked = {
  readonly type: 'TransferBooked';
  readonly data: Money & {
    /** Its on-chain id; its transaction and its place there, where it has none. */
    readonly transferId: string;
    readonly to: string;
    readonly txHash: string;
    /** As in {@link FoundTransferPosted}. */
    readonly isInOpening?: true;
  };
};
/** What a person books. */
export type TransferToBook = Omit<TransferBooked['data'], 'isInOpening'> & { readonly block: number };
/** A void came before its reservation, which is refused when it comes (protocol rule 13). */
export type VoidRemembered = { readonly type: 'VoidRemembered'; readonly data: ReservationId };
/** A reservation is open for longer than payments take; its payment is asked (protocol rule 12). */
export type ReservationOverdue = { readonly type: 'ReservationOverdue'; readonly data: ReservationId };

/**
 * The money of a treasury or wallet, and what it remembers of reservations and transfers. Changed in place.
 *
 * Nothing is spent twice although its memory is bounded. Each reservation id is asked for by one command only, since
 * the attempt is part of the id and the payment's stream makes each attempt once (protocol rule 11); that command,
 * repeated, is dropped by the command handler, which looks up in the read model what is older than its window. So of
 * what is closed, the state has to know only the ids that were voided before they were reserved.
 */
export interface ReservationState {
  readonly book: ReservationBook;
  /**
   * Voided before they were reserved (protocol rule 13). As many as the command handler remembers commands at most,
   * and each is one of those commands: what is forgotten here is older than the handler's window too.
   */
  readonly voidedBefore: RecentIds;
  /** Closed lately: spares a `VoidRemembered` for a reservation that is voided twice. Nothing rests on it. */
  readonly closed: RecentIds;
  /** Credited lately, and posted reservations that were returned. Older ones are found in the read model. */
  readonly transfers: RecentIds;
  /** Transfers that were found on chain and booked: only a restore leads to one. */
  readonly found: RecentIds;
  /** Deposits that wait for their screening or for a person, by id. */
  readonly deposits: Map<string, WaitingDeposit>;
  /** What limits over a time count. Empty without such rules. */
  readonly windows: PaymentWindows;
}

export type ReservationStateJson = {
  readonly book: ReservationBookJson;
  readonly voidedBefore: readonly string[];
  readonly closed: readonly string[];
  readonly transfers: readonly string[];
  readonly found: readonly string[];
  readonly deposits: readonly WaitingDeposit[];
  readonly windows: PaymentWindowsJson;
};

const FOUND_MAX = 100_000;
const VOIDED_BEFORE_MAX = 100_000;

/** @param remembered - how many closed reservations and transfers are remembered at most, of each */
export function newReservationState(remembered: number, json?: ReservationStateJson): ReservationState {
  return {
    book: json === undefined ? new ReservationBook() : ReservationBook.fromJSON(json.book),
    voidedBefore: new RecentIds(VOIDED_BEFORE_MAX, json?.voidedBefore),
    closed: new RecentIds(remembered, json?.closed),
    transfers: new RecentIds(remembered, json?.transfers),
    found: new RecentIds(FOUND_MAX, json?.found),
    deposits: new Map(json?.deposits.map((each) => [each.depositId, each])),
    windows: json === undefined ? new PaymentWindows() : PaymentWindows.fromJSON(json.windows),
  };
}

/** The state as a snapshot keeps it: {@link newReservationState} takes it back. */
export function reservationStateToJson({
  book,
  voidedBefore,
  closed,
  transfers,
  found,
  deposits,
  windows,
}: ReservationState): ReservationStateJson {
  return {
    book: book.toJSON(),
    voidedBefore: voidedBefore.toJSON(),
    closed: closed.toJSON(),
    transfers: transfers.toJSON(),
    found: found.toJSON(),
    deposits: [...deposits.values()],
    windows: windows.toJSON(),
  };
}

/** Counts an inbound transfer, or the money of a posted reservation that has not left. */
export function creditTransfer(
  { book, transfers }: ReservationState,
  credit: Money & ({ readonly transferId: string } | ReservationId),
): void {
  book.credit(pocketOf(credit.chain, credit.currency), BigInt(credit.amount));
  transfers.add('transferId' in credit ? credit.transferId : credit.reservationId);
}

/** Sets money aside, and counts it where a limit over a time does. */
export function reserveMoney(
  { book, windows }: ReservationState,
  { reservationId, chain, currency, amount, counted }: Money & Pick<ReservationId, 'reservationId'> & Counts,
): void {
  book.reserve(reservationId, pocketOf(chain, currency), BigInt(amount));
  if (counted !== undefined) windows.reserve(reservationId, BigInt(amount), counted);
}

/** Books a transfer that was found on chain, of a payment or of none. */
export function chargeFound(
  { book, found }: ReservationState,
  { transferId, chain, currency, amount, isInOpening }: (FoundTransferPosted | TransferBooked)['data'],
): void {
  found.add(transferId);
  if (isInOpening !== true) book.charge(pocketOf(chain, currency), BigInt(amount));
}

/** Ends a reservation, or remembers that it was voided before it came. */
export function endReservation(
  { book, closed, voidedBefore, windows }: ReservationState,
  { type, data }: ReservationPosted | ReservationVoided | VoidRemembered,
): void {
  const { reservationId } = data;
  if (type === 'VoidRemembered') {
    voidedBefore.add(reservationId);
    return;
  }
  if (type === 'ReservationPosted') {
    book.post(reservationId);
    windows.settle(reservationId, data.settledAt);
  } else {
    book.void(reservationId);
    windows.void(reservationId);
  }
  closed.add(reservationId);
}

/** Whether a reservation was made, ended, or voided before it came: it is not made again. */
export function isKnownReservation({ book, closed, voidedBefore }: ReservationState, id: string): boolean {
  return book.find(id) !== undefined || closed.has(id) || voidedBefore.has(id);
}

/** The first candidate that holds enough: a payment is never split over chains. */
export function chainThatHolds(
  {
    candidates,
    currency,
    amount,
  }: { readonly candidates: readonly ChainName[]; readonly currency: Currency; readonly amount: Units },
  book: ReservationBook,
): ChainName | undefined {
  return candidates.find((chain) => book.available(pocketOf(chain, currency)) >= BigInt(amount));
}

/** @returns nothing when the reservation is not open */
export function postReservation(ref: ReservationId, state: ReservationState): readonly ReservationPosted[] {
  const money = reservedMoney(ref, state);
  return money === undefined ? [] : [{ type: 'ReservationPosted', data: { ...money, ...refOf(ref) } }];
}

/** @returns nothing when the reservation has ended already */
export function voidReservation(
  ref: ReservationId,
  state: ReservationState,
): readonly (ReservationVoided | VoidRemembered)[] {
  const money = reservedMoney(ref, state);
  if (money !== undefined) return [{ type: 'ReservationVoided', data: { ...money, ...refOf(ref) } }];
  const isKnown = isKnownReservation(state, ref.reservationId);
  return isKnown ? [] : [{ type: 'VoidRemembered', data: refOf(ref) }];
}

/** @returns nothing when it was returned before */
export function returnReservation(
  { chain, currency, amount, ...ref }: ReservationReturned['data'],
  { transfers }: ReservationState,
): readonly ReservationReturned[] {
  if (transfers.has(ref.reservationId)) return [];
  return [{ type: 'ReservationReturned', data: { ...refOf(ref), chain, currency, amount } }];
}

/** @returns nothing when it was booked before */
export function postFound(
  { transferId, chain, currency, amount, ...ref }: FoundTransferPosted['data'],
  { found }: ReservationState,
): readonly FoundTransferPosted[] {
  if (found.has(transferId)) return [];
  const opening = ref.isInOpening === true ? ({ isInOpening: true } as const) : {};
  return [{ type: 'FoundTransferPosted', data: { transferId, chain, currency, amount, ...refOf(ref), ...opening } }];
}

/** @returns nothing when it was booked before, for a payment or by a person */
export function bookTransfer(
  { transferId, chain, currency, amount, to, txHash, isInOpening }: TransferBooked['data'],
  { found }: ReservationState,
): readonly TransferBooked[] {
  if (found.has(transferId)) return [];
  const opening = isInOpening === true ? ({ isInOpening } as const) : {};
  return [{ type: 'TransferBooked', data: { transferId, chain, currency, amount, to, txHash, ...opening } }];
}

/** @returns nothing when the reservation is not open */
export function markOverdue(ref: ReservationId, { book }: ReservationState): readonly ReservationOverdue[] {
  return book.find(ref.reservationId) === undefined ? [] : [{ type: 'ReservationOverdue', data: refOf(ref) }];
}

/** The reservation that a command or message names, without the rest of it. */
export function refOf({ reservationId, paymentId }: ReservationId): ReservationId {
  return { reservationId, paymentId };
}

function reservedMoney({ reservationId }: ReservationId, { book }: ReservationState): Money | undefined {
  const reservation = book.find(reservationId);
  return reservation && { ...partsOf(reservation.pocket), amount: toUnits(reservation.amount) };
}
