import type { Authorization } from '@stablecoin/chains';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import type { ScreeningResult } from '../../apps/compliance/src/domain/screening';
import type { PaymentEvent } from '../../apps/payment/src/domain/payment-events';
import type { TreasuryEvent } from '../../apps/treasury/src/domain/treasury';
import type { WalletEvent } from '../../apps/wallet/src/domain/wallet-events';
import { treasuryKey } from '@stablecoin/contracts';
import { Book } from './book';
import { onchainIdOf } from './simulated-ledger';
import { TREASURY_OPENING, WALLET_LIMIT } from './workload';
import type { World } from './world';

/** What is known of a payment from its events, independently of the product's own fold. */
export interface AuditedPayment {
  readonly id: string;
  /** The stream that pays. */
  readonly payer: string;
  readonly amount: bigint;
  readonly idempotencyKey: string | null;
  /** What a customer wants by it, however often it is ordered. */
  readonly intent: string;
  readonly onchainId: string;
  reservation: string | null;
  terminal: 'settled' | 'failed' | null;
  code: string | null;
  /** The transfer of a settled payment is gone for good, and an alarm was raised (protocol rule 19). */
  settlementLost: boolean;
  /** Its amount is back in the books. */
  isReturned: boolean;
}

/** An approval that somebody has to give. */
export interface AuditedApproval {
  readonly approvalId: string;
  readonly reservationId: string;
}

/** Looks at every event when it is appended, and at every transfer on a chain, and says what must never be. */
export class Audit {
  readonly payments = new Map<string, AuditedPayment>();
  /** Transfers that stand on a chain, by on-chain id. */
  readonly transfers = new Map<string, number>();
  /** The same by what a customer wants. */
  readonly #delivered = new Map<string, number>();
  /** By stream: the treasury, the wallet. */
  readonly books = new Map<string, Book>();
  readonly approvals = new Map<string, AuditedApproval>();
  /** Reviews that wait for a person: ref and stream. */
  readonly reviews = new Map<string, string>();
  /** What each screening came to last, by ref, and whether a person has decided it. */
  readonly #screenings = new Map<string, ScreeningResult & { readonly byPerson: boolean }>();
  /** The screening that let a payment go on, by payment. */
  readonly #clearedBy = new Map<string, string>();
  /** When the wallet last set money aside within its limit, by its own time; null: never. */
  limitedAt: number | null = null;
  /** Public events that an endpoint has to be told of, by type. */
  readonly announced = new Map<string, number>();
  /** The stream of every event. */
  readonly streamOf = new Map<string, string>();
  /** Reservations that were given back, be it before they came. */
  readonly #ended = new Set<string>();
  readonly #world: World;
  /** Whether a transaction may still move money under an on-chain id. */
  readonly #isInFlight: (onchainId: string) => boolean;
  /** The store knows nothing of some payments that were made. */
  #isRestored = false;

  constructor(world: World, isInFlight: (onchainId: string) => boolean) {
    this.#world = world;
    this.#isInFlight = isInFlight;
  }

  appended(event: RecordedEvent): void {
    if (this.streamOf.has(event.id)) this.#world.fail(`event id twice: ${event.type} in ${event.stream}`);
    this.streamOf.set(event.id, event.stream);
    const category = event.stream.slice(0, event.stream.indexOf('-'));
    if (category === 'payment') this.#payment(event as RecordedEvent & PaymentEvent);
    else if (category === 'treasury' || category === 'wallet') this.#funds(event);
    else if (event.type === 'ScreeningCompleted' || event.type === 'ReviewDecided') this.#review(event);
  }

  /** The store is an older one by now: what is known of it begins again. @param events - those that it has */
  restored(events: readonly RecordedEvent[]): void {
    this.#isRestored = true;
    const known = [this.payments, this.books, this.approvals, this.reviews, this.#screenings, this.#clearedBy];
    for (const each of [...known, this.announced, this.streamOf, this.#ended]) each.clear();
    for (const event of events) this.appended(event);
  }

  /** Money has moved on a chain. */
  transferred(authorization: Authorization): void {
    const onchainId = onchainIdOf(authorization);
    const transfers = this.#count(authorization, 1);
    if (transfers > 1) this.#world.fail(`two transfers for one payment ${authorization.id}`);
    const intent = authorization.memo ?? '';
    if ((this.#delivered.get(intent) ?? 0) > 1) this.#world.fail(`somebody holds more than was ordered (${intent})`);
    const payment = [...this.payments.values()].find((each) => each.onchainId === onchainId);
    if (payment === undefined && !this.#isRestored) this.#world.fail(`a transfer of a payment that is not there`);
    if (payment?.terminal === 'failed') this.#world.fail(`a failed payment is transferred (${payment.code ?? ''})`);
  }

  undone(authorization: Authorization): void {
    this.#count(authorization, -1);
  }

  /** @returns how many there are under its on-chain id */
  #count(authorization: Authorization, change: 1 | -1): number {
    const [onchainId, intent] = [onchainIdOf(authorization), authorization.memo ?? ''];
    const transfers = (this.transfers.get(onchainId) ?? 0) + change;
    this.transfers.set(onchainId, transfers);
    this.#delivered.set(intent, (this.#delivered.get(intent) ?? 0) + change);
    return transfers;
  }

  hasTransfer({ onchainId }: Pick<AuditedPayment, 'onchainId'>): boolean {
    return (this.transfers.get(onchainId) ?? 0) > 0;
  }

  /** How often a customer has got what it wants. */
  delivered(intent: string): number {
    return this.#delivered.get(intent) ?? 0;
  }

  #payment(event: RecordedEvent & PaymentEvent): void {
    const id = event.stream.slice('payment-'.length);
    if (event.type === 'PaymentInitiated') {
      const { order, account, livemode, onchainId = id } = event.data;
      const key = order.idempotencyKey;
      if (key !== null && [...this.payments.values()].some(({ idempotencyKey }) => idempotencyKey === key)) {
        this.#world.fail(`two payments for one idempotency key`);
      }
      this.payments.set(id, {
        id,
        payer: order.from === null ? `treasury-${treasuryKey({ account, livemode })}` : `wallet-${order.from}`,
        amount: BigInt(order.amount),
        idempotencyKey: key,
        intent: order.memo ?? '',
        onchainId,
        reservation: null,
        terminal: null,
        code: null,
        settlementLost: false,
        isReturned: false,
      });
      return;
    }
    const payment = this.payments.get(id);
    if (payment === undefined) {
      this.#world.fail(`${event.type} before the payment exists`);
      return;
    }
    if (event.type === 'PaymentScreened' && event.data.ref !== null) this.#clearedBy.set(id, event.data.ref);
    if (event.type === 'PaymentAuthorized') this.#authorized(id);
    if (event.type === 'PaymentRouted') payment.reservation = event.data.reservation.id;
    if (event.type === 'PaymentSettlementLost') payment.settlementLost = true;
    if (event.type !== 'PaymentSettled' && event.type !== 'PaymentFailed') return;
    if (payment.terminal !== null) this.#world.fail(`two terminal events of one payment ${id}`);
    payment.terminal = event.type === 'PaymentSettled' ? 'settled' : 'failed';
    if (event.type === 'PaymentSettled') return;
    payment.code = event.data.code;
    if (this.hasTransfer(payment)) this.#world.fail(`a transferred payment fails (${event.data.code})`);
    if (this.#isInFlight(payment.onchainId))
      this.#world.fail(`a payment fails (${event.data.code}) while its transfer is in flight`);
  }

  #funds(event: RecordedEvent): void {
    const book = this.books.get(event.stream) ?? new Book();
    this.books.set(event.stream, book);
    this.#bookEntry(book, event as unknown as TreasuryEvent | WalletEvent);
    const wrong = book.problem();
    if (wrong !== null) this.#world.fail(`${event.stream}: ${wrong}`);
  }

  #bookEntry(book: Book, { type, data }: TreasuryEvent | WalletEvent): void {
    if (type === 'FundsReserved' || type === 'ApprovalRequested') {
      if (this.#ended.has(data.reservationId)) this.#world.fail(`${type} for what was given back before`);
    }
    if (type === 'VoidRemembered' || type === 'ReservationVoided' || type === 'ApprovalCanceled') {
      this.#ended.add(data.reservationId);
    }
    if (type === 'TreasuryOpened' && !this.#world.isLive) book.openEverywhere(TREASURY_OPENING);
    if (type === 'ChainOpened') book.open(data.chain, BigInt(data.balances.USDC));
    if (type === 'FoundTransferPosted') book.pay(data.transferId, data.chain, BigInt(data.amount));
    if (type === 'TreasuryCredited' || type === 'WalletCredited') {
      book.credit(data.transferId, data.chain, BigInt(data.amount));
    }
    if (type === 'FundsReserved') {
      book.reserve(data.reservationId, data.chain, BigInt(data.amount));
      if ('reservedAt' in data) this.#reserveOfWallet(book, data);
    }
    if (type === 'ReservationPosted') book.post(data.reservationId, 'settledAt' in data ? data.settledAt : 0);
    if (type === 'ReservationVoided') {
      book.void(data.reservationId);
      this.#givenBack(data);
    }
    if (type === 'ReservationReturned') {
      book.takeBack(data.chain, BigInt(data.amount));
      this.#returned(data);
    }
    if (type === 'ApprovalRequested') this.approvals.set(data.reservationId, data);
    if (type === 'ApprovalCanceled' || type === 'ReservationRefused') this.approvals.delete(data.reservationId);
    if (type === 'ApprovalRequested') this.#announce('wallet.spend_limit_reached');
    if (type === 'WalletCredited') this.#announce('wallet.funded');
    if (type === 'LowBalanceReached') this.#announce('treasury.low_balance');
  }

  #givenBack({ paymentId, reservationId }: { readonly paymentId: string; readonly reservationId: string }): void {
    const payment = this.payments.get(paymentId);
    // The transfer of one that was found is booked in the same step.
    if (payment?.reservation !== reservationId || (this.#isRestored && payment.terminal === 'settled')) return;
    if (this.hasTransfer(payment)) this.#world.fail('the funds of a transfer are given back');
    if (this.#isInFlight(payment.onchainId)) this.#world.fail('the funds of a transfer in flight are given back');
  }

  /** With the proof that its transfer was not made, and never will be. */
  #returned({ paymentId }: { readonly paymentId: string }): void {
    const payment = this.payments.get(paymentId);
    if (payment === undefined) return;
    if (payment.isReturned) this.#world.fail('money is returned twice');
    payment.isReturned = true;
    if (this.hasTransfer(payment)) this.#world.fail('the money of a transfer is returned');
    if (this.#isInFlight(payment.onchainId)) this.#world.fail('the money of a transfer in flight is returned');
  }

  #reserveOfWallet(book: Book, data: Extract<WalletEvent, { type: 'FundsReserved' }>['data']): void {
    this.approvals.delete(data.reservationId);
    if (data.approvalId !== null) return;
    this.limitedAt = data.reservedAt;
    const spent = book.spend(data.reservationId, data.reservedAt, BigInt(data.amount));
    if (spent > WALLET_LIMIT)
      this.#world.fail(`a wallet spends ${spent} without approval, its limit is ${WALLET_LIMIT}`);
  }

  /** Nobody is paid whom a source that was asked has flagged, or whom nobody has cleared. */
  #authorized(paymentId: string): void {
    const ref = this.#clearedBy.get(paymentId);
    if (ref === undefined) return;
    const screening = this.#screenings.get(ref);
    if (screening?.status !== 'cleared') this.#world.fail(`a payment is authorized by a screening that is not cleared`);
    const { findings = [], byPerson = false } = screening ?? {};
    if (findings.some(({ outcome }) => outcome === 'fail')) this.#world.fail('a flagged recipient is paid');
    const passed = new Set(findings.filter(({ outcome }) => outcome === 'pass').map(({ name }) => name));
    const open = findings.filter(({ name, outcome }) => outcome === 'review' || !passed.has(name));
    if (open.length > 0 && !byPerson) this.#world.fail('a recipient in doubt is paid, and no person has decided it');
  }

  #review({ type, stream, data }: RecordedEvent): void {
    const { result, by } = data as { readonly result: ScreeningResult; readonly by?: string };
    this.#screenings.set(result.ref, { ...result, byPerson: by === 'person' });
    if (type === 'ScreeningCompleted' && result.status === 'review') this.reviews.set(result.ref, stream);
    else this.reviews.delete(result.ref);
  }

  #announce(type: string): void {
    this.announced.set(type, (this.announced.get(type) ?? 0) + 1);
  }
}
