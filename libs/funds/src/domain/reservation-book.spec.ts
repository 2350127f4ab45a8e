import { CHAIN_NAMES, CURRENCIES, partsOf, pocketOf } from '@stablecoin/contracts';
import type { Pocket } from '@stablecoin/contracts';
import fc from 'fast-check';
import { ReservationBook } from './reservation-book';

const BASE_USDC = pocketOf('base', 'USDC');
const SOLANA_EURC = pocketOf('solana', 'EURC');
const POCKETS = CHAIN_NAMES.flatMap((chain) => CURRENCIES.map((currency) => pocketOf(chain, currency)));

type Step =
  | { readonly do: 'credit'; readonly pocket: Pocket; readonly amount: bigint }
  | { readonly do: 'reserve'; readonly id: string; readonly pocket: Pocket; readonly amount: bigint }
  | { readonly do: 'post' | 'void'; readonly id: string };

const pockets = fc.constantFrom(...POCKETS);
const ids = fc.constantFrom('pay_1#1', 'pay_1#2', 'pay_2#1', 'pay_3#1');
const amounts = fc.oneof(fc.bigInt({ min: -1n, max: 20n }), fc.bigInt({ min: 1n, max: 10n ** 30n }));
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('credit' as const), pocket: pockets, amount: amounts }),
  fc.record({ do: fc.constant('reserve' as const), id: ids, pocket: pockets, amount: amounts }),
  fc.record({ do: fc.constantFrom('post' as const, 'void' as const), id: ids }),
);

function apply(book: ReservationBook, step: Step): void {
  switch (step.do) {
    case 'credit':
      book.credit(step.pocket, step.amount);
      break;
    case 'reserve':
      book.reserve(step.id, step.pocket, step.amount);
      break;
    case 'post':
      book.post(step.id);
      break;
    case 'void':
      book.void(step.id);
      break;
  }
}

/** The book's oracle: a journal of accepted steps, from which every figure is added up anew. */
class Ledger {
  readonly #credits: { pocket: Pocket; amount: bigint }[] = [];
  readonly #posted: { pocket: Pocket; amount: bigint }[] = [];
  readonly open = new Map<string, { pocket: Pocket; amount: bigint }>();

  reserved(pocket: Pocket): bigint {
    return sum([...this.open.values()], pocket);
  }

  available(pocket: Pocket): bigint {
    return sum(this.#credits, pocket) - sum(this.#posted, pocket) - this.reserved(pocket);
  }

  /** Whether the step is possible; when it is, it is done. */
  accepts(step: Step): boolean {
    switch (step.do) {
      case 'credit':
        if (step.amount <= 0n) return false;
        this.#credits.push(step);
        return true;
      case 'reserve':
        if (step.amount <= 0n || this.open.has(step.id) || this.available(step.pocket) < step.amount) return false;
        this.open.set(step.id, { pocket: step.pocket, amount: step.amount });
        return true;
      case 'post':
      case 'void': {
        const reservation = this.open.get(step.id);
        if (reservation === undefined) return false;
        this.open.delete(step.id);
        if (step.do === 'post') this.#posted.push(reservation);
        return true;
      }
    }
  }
}

function sum(entries: readonly { pocket: Pocket; amount: bigint }[], pocket: Pocket): bigint {
  return entries.reduce((total, entry) => (entry.pocket === pocket ? total + entry.amount : total), 0n);
}

describe('reservation book', () => {
  it('agrees with a ledger that is added up anew after every step, and changes nothing when it throws', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 60 }), (sequence) => {
        const book = new ReservationBook();
        const ledger = new Ledger();
        for (const step of sequence) {
          if (ledger.accepts(step)) apply(book, step);
          else expect(() => apply(book, step)).toThrow();
          for (const pocket of POCKETS) {
            expect(book.available(pocket)).toBe(ledger.available(pocket));
            expect(book.reserved(pocket)).toBe(ledger.reserved(pocket));
            expect(book.balance(pocket)).toBe(book.available(pocket) + book.reserved(pocket));
            expect(book.available(pocket) >= 0n && book.reserved(pocket) >= 0n).toBe(true);
          }
          expect(new Map(book.open())).toEqual(ledger.open);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('goes through a snapshot unchanged', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 40 }), fc.array(steps, { maxLength: 20 }), (before, after) => {
        const book = new ReservationBook();
        const ledger = new Ledger();
        for (const step of before) if (ledger.accepts(step)) apply(book, step);
        const json = JSON.stringify(book);
        const restored = ReservationBook.fromJSON(JSON.parse(json) as ReturnType<ReservationBook['toJSON']>);
        expect(JSON.stringify(restored)).toBe(json);
        for (const step of after) {
          if (!ledger.accepts(step)) continue;
          apply(book, step);
          apply(restored, step);
        }
        for (const pocket of POCKETS) {
          expect(restored.available(pocket)).toBe(book.available(pocket));
          expect(restored.reserved(pocket)).toBe(book.reserved(pocket));
        }
        expect(restored.open()).toEqual(book.open());
      }),
    );
  });

  it('protocol rule 11: two attempts at one payment are two reservations', () => {
    const book = new ReservationBook();
    book.credit(BASE_USDC, 10n);
    book.credit(SOLANA_EURC, 10n);
    book.reserve('pay_1#1', BASE_USDC, 10n);
    book.reserve('pay_1#2', SOLANA_EURC, 7n);
    expect(book.void('pay_1#1')).toEqual({ pocket: BASE_USDC, amount: 10n });
    expect(book.find('pay_1#1')).toBeUndefined();
    expect(book.find('pay_1#2')).toEqual({ pocket: SOLANA_EURC, amount: 7n });
    expect(book.available(BASE_USDC)).toBe(10n);
    expect(book.available(SOLANA_EURC)).toBe(3n);
  });

  it('reserves to the last unit and not one more', () => {
    const book = new ReservationBook();
    book.credit(BASE_USDC, 10n);
    expect(() => book.reserve('pay_1#1', BASE_USDC, 11n)).toThrow('exceeds what is available');
    book.reserve('pay_1#1', BASE_USDC, 10n);
    expect(() => book.reserve('pay_2#1', BASE_USDC, 1n)).toThrow('exceeds what is available');
    expect(book.balance(BASE_USDC)).toBe(10n);
  });

  it('makes a reservation once', () => {
    const book = new ReservationBook();
    book.credit(BASE_USDC, 10n);
    book.reserve('pay_1#1', BASE_USDC, 4n);
    expect(() => book.reserve('pay_1#1', BASE_USDC, 4n)).toThrow('reservation pay_1#1 is open already');
    expect(book.reserved(BASE_USDC)).toBe(4n);
  });

  it('spends what is posted, once', () => {
    const book = new ReservationBook();
    book.credit(BASE_USDC, 10n);
    book.reserve('pay_1#1', BASE_USDC, 4n);
    expect(book.post('pay_1#1')).toEqual({ pocket: BASE_USDC, amount: 4n });
    expect(book.balance(BASE_USDC)).toBe(6n);
    expect(() => book.post('pay_1#1')).toThrow('reservation pay_1#1 is not open');
    expect(() => book.void('pay_1#1')).toThrow('reservation pay_1#1 is not open');
    expect(book.balance(BASE_USDC)).toBe(6n);
  });

  it('spends nothing that is held, and releases no more than that', () => {
    const book = new ReservationBook();
    book.hold(BASE_USDC, 10n);
    expect([book.balance(BASE_USDC), book.total(BASE_USDC), book.holds]).toEqual([0n, 10n, true]);
    expect(() => book.reserve('pay_1#1', BASE_USDC, 1n)).toThrow('exceeds what is available');
    for (const amount of [0n, -1n, 11n]) expect(() => book.release(BASE_USDC, amount)).toThrow(RangeError);
    expect(() => book.hold(BASE_USDC, 0n)).toThrow(RangeError);
    const restored = ReservationBook.fromJSON(book.toJSON());
    restored.release(BASE_USDC, 10n);
    expect([restored.available(BASE_USDC), restored.held(BASE_USDC), restored.holds]).toEqual([10n, 0n, false]);
  });

  it('sandbox: a void leaves the book exactly where it was', () => {
    const book = new ReservationBook();
    book.credit(BASE_USDC, 10n);
    const before = JSON.stringify(book);
    book.reserve('pay_1#1', BASE_USDC, 4n);
    book.void('pay_1#1');
    expect(JSON.stringify(book)).toBe(before);
  });
});

describe('partsOf', () => {
  it.each(CHAIN_NAMES)('takes a pocket on %s apart', (chain) => {
    for (const currency of CURRENCIES) expect(partsOf(pocketOf(chain, currency))).toEqual({ chain, currency });
  });
});
