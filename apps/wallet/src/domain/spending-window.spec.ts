import fc from 'fast-check';
import { SpendingWindow } from './spending-window';

const AT = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Step = { readonly wait: number } & (
  { readonly do: 'reserve'; readonly amount: bigint } | { readonly do: 'settle' | 'void'; readonly nth: number }
);

const waits = fc.oneof(fc.integer({ min: 0, max: 1_500 }), fc.integer({ min: 0, max: 10 * HOUR }));
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('reserve' as const), amount: fc.bigInt({ min: 1n, max: 1_000n }), wait: waits }),
  fc.record({ do: fc.constantFrom('settle' as const, 'void' as const), nth: fc.nat(20), wait: waits }),
);

/** Runs the steps on a window and on a plain list of everything that was ever spent. */
function run(sequence: readonly Step[], check: (window: SpendingWindow, at: number, entries: Entry[]) => void): void {
  const window = new SpendingWindow();
  const entries: Entry[] = [];
  let at = AT;
  for (const step of sequence) {
    at += step.wait;
    if (step.do === 'reserve') {
      const id = `pay_${entries.length}#1`;
      window.reserve(id, at, step.amount);
      entries.push({ id, amount: step.amount, state: 'open' });
    } else {
      const entry = entries[step.nth];
      if (entry?.state === 'open') {
        if (step.do === 'void') window.void(entry.id);
        else window.settle(entry.id, at);
        entry.state = step.do;
        entry.settledAt = at;
      }
    }
    check(window, at, entries);
  }
}
interface Entry {
  readonly id: string;
  readonly amount: bigint;
  state: 'open' | 'settle' | 'void';
  settledAt?: number;
}

function sum(entries: readonly Entry[], after: number): bigint {
  return entries
    .filter(({ settledAt = Infinity, state }) => state === 'open' || (state === 'settle' && settledAt > after))
    .reduce((total, { amount }) => total + amount, 0n);
}

describe('the sliding 24-hour window', () => {
  it('never counts less than the last 24 hours, and at most a second more', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 60 }), (sequence) => {
        run(sequence, (window, at, entries) => {
          for (const later of [at, at + HOUR, at + DAY]) {
            const spent = window.spent(later);
            expect(spent >= sum(entries, later - DAY)).toBe(true);
            expect(spent <= sum(entries, later - DAY - 1_000)).toBe(true);
          }
        });
      }),
    );
  });

  it('is the same after a snapshot', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 40 }), (sequence) => {
        run(sequence, (window, at) => {
          const restored = SpendingWindow.fromJSON(window.toJSON());
          expect(restored.toJSON()).toEqual(window.toJSON());
          expect(restored.spent(at + DAY / 2)).toBe(window.spent(at + DAY / 2));
          expect(restored.timeFor(0)).toBe(window.timeFor(0));
        });
      }),
    );
  });

  it('stays small however many payments there are', () => {
    const window = new SpendingWindow();
    for (let n = 0; n < 5_000; n++) {
      window.reserve(`pay_${n}#1`, AT + n, 1n);
      window.settle(`pay_${n}#1`, AT + n);
    }
    expect(window.toJSON().buckets).toHaveLength(5);
    expect(window.toJSON().open).toHaveLength(0);
    expect(window.spent(AT + 5_000)).toBe(5_000n);
  });

  it('gives back once, and only what is reserved', () => {
    const window = new SpendingWindow();
    window.reserve('pay_1#1', AT, 5n);
    window.reserve('pay_2#1', AT, 7n);
    window.void('pay_1#1');
    window.void('pay_1#1');
    expect(window.spent(AT)).toBe(7n);
    window.settle('pay_2#1', AT);
    window.void('pay_2#1');
    expect(window.spent(AT)).toBe(7n);
    window.reserve('pay_3#1', AT + DAY, 1n);
    expect(window.spent(AT + DAY)).toBe(1n);
  });

  it('counts what is told late from the latest settlement on', () => {
    const window = new SpendingWindow();
    window.reserve('pay_1#1', AT, 5n);
    window.reserve('pay_2#1', AT, 7n);
    window.settle('pay_1#1', AT + 2_000);
    window.settle('pay_2#1', AT);
    expect(window.spent(AT + DAY + 1_999)).toBe(12n);
    expect(window.spent(AT + DAY + 2_000)).toBe(0n);
  });
});
