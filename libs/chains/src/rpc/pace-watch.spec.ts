import { PaceWatch } from './pace-watch';

const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

function open() {
  const warnings: object[] = [];
  const gauges = new Map<string, () => number>();
  const watch = new PaceWatch({
    chain: 'base',
    expectedMs: 200,
    log: { warn: (fields) => void warnings.push(fields), error: () => undefined },
    meter: { count: () => undefined, gauge: (name, _labels, read) => void gauges.set(name, read) },
  });
  const read = (name: string): number | undefined => gauges.get(name)?.();
  return { watch, warnings, read };
}

/** A chain that makes a block every `blockMs`, seen every ten seconds for `minutes`. */
function follow(
  watch: PaceWatch,
  { blockMs, minutes, from = START }: Readonly<Record<'blockMs' | 'minutes', number>> & { from?: number },
) {
  for (let at = from; at <= from + minutes * MINUTE; at += 10_000)
    watch.reached(Math.floor((at - START) / blockMs), at);
}

describe('the pace of a chain', () => {
  it.each([100, 200, 400])('a block every %d ms is within a factor of two of 200', (blockMs) => {
    const { watch, warnings, read } = open();
    follow(watch, { blockMs, minutes: 30 });
    expect(warnings).toEqual([]);
    expect(read('chain_block_seconds')).toBeCloseTo(blockMs / 1_000, 2);
    expect(read('chain_assumption_holds')).toBe(1);
  });

  it.each([20, 2_000])('a block every %d ms is reported once, by the name of the assumption', (blockMs) => {
    const { watch, warnings, read } = open();
    follow(watch, { blockMs, minutes: 30 });
    expect(warnings).toEqual([
      expect.objectContaining({ chain: 'base', assumption: 'block_time', found: `a block every ${blockMs} ms` }),
    ]);
    expect(read('chain_assumption_holds')).toBe(0);
  });

  it('is expected until it was measured for five minutes', () => {
    const { watch, warnings, read } = open();
    follow(watch, { blockMs: 20, minutes: 4 });
    expect(warnings).toEqual([]);
    expect(read('chain_block_seconds')).toBe(0.2);
  });

  it('that becomes what is expected again holds again, and a later change is reported again', () => {
    const { watch, warnings, read } = open();
    watch.reached(0, START);
    watch.reached(15_000, START + 5 * MINUTE);
    expect([warnings.length, read('chain_assumption_holds')]).toEqual([1, 0]);
    watch.reached(16_500, START + 10 * MINUTE);
    expect([warnings.length, read('chain_assumption_holds')]).toEqual([1, 1]);
    watch.reached(16_500, START + 15 * MINUTE);
    expect([warnings.length, read('chain_assumption_holds')]).toEqual([2, 0]);
  });
});
