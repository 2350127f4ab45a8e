import fc from 'fast-check';
import { capFees, feeInUnits, replacementFees, suggestFees } from './fees';

const wei = fc.bigInt({ min: 0n, max: 10n ** 14n });
const fees = fc
  .tuple(wei, wei)
  .map(([one, other]) => ({ maxFeePerGas: one + other, maxPriorityFeePerGas: one < other ? one : other }));

describe('fees', () => {
  it('are twice the base fee of the next block, and the median of what was given on top', () => {
    const history = { baseFeePerGas: ['0x1', '0x2', '0x64'], reward: [['0x3b9aca00'], ['0x1'], ['0x77359400']] };
    expect(suggestFees(history)).toEqual({ maxFeePerGas: 1_000_000_200n, maxPriorityFeePerGas: 1_000_000_000n });
  });

  it('are never without something on top, also on a chain that nobody uses', () => {
    expect(suggestFees({ baseFeePerGas: ['0x0'] })).toEqual({
      maxFeePerGas: 1_000_000n,
      maxPriorityFeePerGas: 1_000_000n,
    });
  });

  it('a replacement pays at least an eighth more and the current price, or is not made', () => {
    fc.assert(
      fc.property(fees, fees, wei, (before, now, most) => {
        const raised = replacementFees(before, now, most);
        if (raised === null) {
          expect(before.maxFeePerGas * 9n > most * 8n - 8n || now.maxFeePerGas > most).toBe(true);
          return;
        }
        expect(raised.maxFeePerGas <= most).toBe(true);
        for (const name of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
          expect(raised[name] * 8n >= before[name] * 9n).toBe(true);
          expect(raised[name] >= now[name]).toBe(true);
        }
        expect(raised.maxPriorityFeePerGas <= raised.maxFeePerGas).toBe(true);
      }),
    );
  });

  it('never go above what may be spent', () => {
    fc.assert(
      fc.property(fees, wei, (suggested, most) => {
        const capped = capFees(suggested, most);
        expect(capped.maxFeePerGas <= most).toBe(true);
        expect(capped.maxPriorityFeePerGas <= capped.maxFeePerGas).toBe(true);
      }),
    );
  });

  it('fees are in the currency of the payment, rounded up', () => {
    expect(feeInUnits(10n ** 14n, 4_000_000_000n)).toBe(400_000n);
    expect(feeInUnits(10n ** 9n, 4_000_000_000n)).toBe(4n);
    expect(feeInUnits(1n, 1n)).toBe(1n);
  });
});
