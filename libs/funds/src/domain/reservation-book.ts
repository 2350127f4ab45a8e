import type { Pocket } from '@stablecoin/contracts';

/** An amount that is set aside for one attempt at one payment, until it is posted (spent) or voided (given back). */
export interface Reservation {
  readonly pocket: Pocket;
  readonly amount: bigint;
}

/**
 * Balances with two-phase transfers: reserve, then post or void. Money is available, reserved or held; posted
 * money has left. Only {@link ReservationBook.charge} can make a balance negative.
 *
 * The methods change the book. They throw on impossible operations: deciders check before, so an error here is a bug and
 * never a client's mistake.
 */
export class ReservationBook {
  readonly #available = new Map<Pocket, bigint>();
  readonly #reserved = new Map<Pocket, bigint>();
  readonly #held = new Map<Pocket, bigint>();
  readonly #open = new Map<string, Reservation>();

  available(pocket: Pocket): bigint {
    return this.#available.get(pocket) ?? 0n;
  }

  reserved(pocket: Pocket): bigint {
    return this.#reserved.get(pocket) ?? 0n;
  }

  /** Money that came in and may not be spent: its sender is not cleared. */
  held(pocket: Pocket): bigint {
    return this.#held.get(pocket) ?? 0n;
  }

  /** Whether anything is held. */
  get holds(): boolean {
    return [...this.#held.values()].some((amount) => amount > 0n);
  }

  /** Available plus reserved, in minor units. */
  balance(pocket: Pocket): bigint {
    return this.available(pocket) + this.reserved(pocket);
  }

  /** All that the books say is there: available, reserved and held. */
  total(pocket: Pocket): bigint {
    return this.balance(pocket) + this.held(pocket);
  }

  /** The open reservation with that id, if any. */
  find(id: string): Reservation | undefined {
    return this.#open.get(id);
  }

  /** All open reservations by id. */
  open(): ReadonlyMap<string, Reservation> {
    return this.#open;
  }

  credit(pocket: Pocket, amount: bigint): void {
    if (amount <= 0n) throw new RangeError(`credit of ${amount} is not positive`);
    this.#available.set(pocket, this.available(pocket) + amount);
  }

  /** Money has come in that may not be spent. */
  hold(pocket: Pocket, amount: bigint): void {
    if (amount <= 0n) throw new RangeError(`hold of ${amount} is not positive`);
    this.#held.set(pocket, this.held(pocket) + amount);
  }

  /** Held money is available. */
  release(pocket: Pocket, amount: bigint): void {
    const rest = this.held(pocket) - amount;
    if (amount <= 0n || rest < 0n) throw new RangeError(`release of ${amount} is not what is held`);
    this.#held.set(pocket, rest);
    this.credit(pocket, amount);
  }

  /** Money has left that nobody had set aside. What is available may be negative until its deposits are credited. */
  charge(pocket: Pocket, amount: bigint): void {
    if (amount <= 0n) throw new RangeError(`charge of ${amount} is not positive`);
    this.#available.set(pocket, this.available(pocket) - amount);
  }

  reserve(id: string, pocket: Pocket, amount: bigint): void {
    if (amount <= 0n) throw new RangeError(`reservation ${id} of ${amount} is not positive`);
    if (this.#open.has(id)) throw new Error(`reservation ${id} is open already`);
    const rest = this.available(pocket) - amount;
    if (rest < 0n) throw new RangeError(`reservation ${id} of ${amount} exceeds what is available`);
    this.#available.set(pocket, rest);
    this.#reserved.set(pocket, this.reserved(pocket) + amount);
    this.#open.set(id, { pocket, amount });
  }

  /** Posts a reservation: its money is spent. */
  post(id: string): Reservation {
    return this.#close(id);
  }

  /** Voids a reservation: its money is available again. */
  void(id: string): Reservation {
    const reservation = this.#close(id);
    this.credit(reservation.pocket, reservation.amount);
    return reservation;
  }

  /** The book as JSON, for snapshots. */
  toJSON(): ReservationBookJson {
    return {
      available: [...this.#available].map(([pocket, amount]) => [pocket, amount.toString()]),
      held: [...this.#held].map(([pocket, amount]) => [pocket, amount.toString()]),
      open: [...this.#open].map(([id, { pocket, amount }]) => [id, pocket, amount.toString()]),
    };
  }

  static fromJSON(json: ReservationBookJson): ReservationBook {
    const book = new ReservationBook();
    for (const [pocket, amount] of json.available) book.#available.set(pocket, BigInt(amount));
    for (const [pocket, amount] of json.held) book.#held.set(pocket, BigInt(amount));
    for (const [id, pocket, amount] of json.open) {
      book.#open.set(id, { pocket, amount: BigInt(amount) });
      book.#reserved.set(pocket, book.reserved(pocket) + BigInt(amount));
    }
    return book;
  }

  #close(id: string): Reservation {
    const reservation = this.#open.get(id);
    if (reservation === undefined) throw new Error(`reservation ${id} is not open`);
    this.#open.delete(id);
    this.#reserved.set(reservation.pocket, this.reserved(reservation.pocket) - reservation.amount);
    return reservation;
  }
}

export type ReservationBookJson = {
  readonly available: readonly (readonly [Pocket, string])[];
  readonly held: readonly (readonly [Pocket, string])[];
  readonly open: readonly (readonly [string, Pocket, string])[];
};
