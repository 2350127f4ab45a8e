import fc from 'fast-check';
import { COUNTED_MAX, PaymentWindows } from './payment-windows';

const AT = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
const HOURS = 24;
const WINDOW = HOURS * HOUR;

type Step = { readonly wait: number } & (
  | { readonly do: 'reserve'; readonly amount: bigint; readonly counters: readonly string[] }
  | { readonly do: 'settle' | 'void'; readonly nth: number }
);

interface Entry {
  readonly id: string;
  readonly amount: bigint;
  readonly counters: readonly string[];
  state: 'open' | 'settle' | 'void';
  settledAt?: number;
}

const waits = fc.oneof(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 10 * HOUR }));
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('reserve' as const),
    amount: fc.bigInt({ min: 1n, max: 1_000n }),
    counters: fc.subarray(['a', 'b'], { minLength: 1 }),
    wait: waits,
  }),
  fc.record({ do: fc.constantFrom('settle' as const, 'void' as const), nth: fc.nat(20), wait: waits }),
);

const counting = (...counters: readonly string[]) => counters.map((counter) => ({ counter, hours: HOURS }));

/** Runs the steps on windows and on a plain list of everything that was ever counted. */
function run(
  sequence: readonly Step[],
  check: (windows: PaymentWindows, at: number, entries: readonly Entry[]) => void,
): void {
  const windows = new PaymentWindows();
  const entries: Entry[] = [];
  let at = AT;
  for (const step of sequence) {
    at += step.wait;
    if (step.do === 'reserve') {
      const id = `pay_${entries.length}#1`;
      windows.reserve(id, step.amount, { at, windows: counting(...step.counters) });
      entries.push({ id, amount: step.amount, counters: step.counters, state: 'open' });
    } else {
      const entry = entries[step.nth];
      if (entry?.state === 'open') {
        if (step.do === 'void') windows.void(entry.id);
        else windows.settle(entry.id, at);
        entry.state = step.do;
        entry.settledAt = at;
      }
    }
    check(windows, at, entries);
  }
}

function counted(entries: readonly Entry[], counter: string, after: number): { sum: bigint; count: number } {
  const kept = entries.filter(
    ({ settledAt = Infinity, state, counters }) =>
      counters.includes(counter) && (state === 'open' || (state === 'settle' && settledAt > after)),
  );
  return { sum: kept.reduce((total, { amount }) => total + amount, 0n), count: kept.length };
}

describe('the windows of limits', () => {
  it('never count less than what is open or has settled in the window, and at most a sixtieth of it longer', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 60 }), (sequence) => {
        run(sequence, (windows, at, entries) => {
          for (const counter of ['a', 'b']) {
            for (const later of [at, at + HOUR, at + WINDOW]) {
              const found = windows.counted(counter, HOURS, later);
              const least = counted(entries, counter, later - WINDOW);
              const most = counted(entries, counter, later - WINDOW - WINDOW / 60);
              expect(found.sum >= least.sum && found.sum <= most.sum).toBe(true);
              expect(found.count >= least.count && found.count <= most.count).toBe(true);
            }
          }
        });
      }),
    );
  });

  it('are the same after a snapshot', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 40 }), (sequence) => {
        run(sequence, (windows, at, entries) => {
          const restored = PaymentWindows.fromJSON(
            JSON.parse(JSON.stringify(windows)) as ReturnType<PaymentWindows['toJSON']>,
          );
          expect(restored.toJSON()).toEqual(windows.toJSON());
          expect(restored.timeFor(0)).toBe(windows.timeFor(0));
          for (const later of [at, at + WINDOW / 2]) {
            expect(restored.counted('a', HOURS, later)).toEqual(windows.counted('a', HOURS, later));
          }
          for (const { id } of entries) expect(restored.has(id)).toBe(windows.has(id));
        });
      }),
    );
  });

  it('stay small however many payments one counter counts', () => {
    const windows = new PaymentWindows();
    for (let n = 0; n < 20_000; n++) {
      const at = AT + n * 10_000;
      windows.reserve(`pay_${n}#1`, 1n, { at, windows: counting('a') });
      windows.settle(`pay_${n}#1`, at);
    }
    expect(windows.toJSON().counters[0]?.[2].length).toBeLessThanOrEqual(61);
    expect(JSON.stringify(windows).length).toBeLessThan(4_000);
  });

  it('count no more than they can, and again once something has left', () => {
    const windows = new PaymentWindows();
    let wasFull = false;
    for (let n = 0; n < COUNTED_MAX; n++) {
      wasFull ||= windows.isFull(AT);
      windows.reserve(`pay_${n}#1`, 1n, { at: AT, windows: counting(`to ${n}`) });
      windows.settle(`pay_${n}#1`, AT);
    }
    expect([wasFull, windows.isFull(AT + WINDOW - 1), windows.isFull(AT + WINDOW)]).toEqual([false, true, false]);
    windows.reserve('next#1', 1n, { at: AT + WINDOW, windows: counting('next') });
    expect(windows.toJSON().counters.map(([name]) => name)).toEqual(['next']);
    expect(JSON.stringify(windows).length).toBeLessThan(200);
  });

  it('a void counts once, and nothing that has settled', () => {
    const windows = new PaymentWindows();
    windows.reserve('pay_1#1', 5n, { at: AT, windows: counting('a') });
    windows.reserve('pay_2#1', 7n, { at: AT, windows: counting('a') });
    windows.void('pay_1#1');
    windows.void('pay_1#1');
    expect(windows.counted('a', HOURS, AT)).toEqual({ sum: 7n, count: 1 });
    windows.settle('pay_2#1', AT);
    windows.void('pay_2#1');
    expect(windows.counted('a', HOURS, AT)).toEqual({ sum: 7n, count: 1 });
  });

  it('count a settlement of which the time is not known from the latest reservation on', () => {
    const windows = new PaymentWindows();
    windows.reserve('pay_1#1', 5n, { at: AT, windows: counting('a') });
    windows.reserve('pay_2#1', 7n, { at: AT + HOUR, windows: counting('b') });
    windows.settle('pay_1#1');
    expect(windows.counted('a', HOURS, AT + HOUR + WINDOW - 1).count).toBe(1);
    expect(windows.counted('a', HOURS, AT + HOUR + WINDOW).count).toBe(0);
  });
});
