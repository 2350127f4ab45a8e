import fc from 'fast-check';
import { BLOCKS_MAX, blockRanges } from './block-ranges';

describe('blockRanges', () => {
  it('leaves out no block and asks for none twice, and for no more at a time than endpoints take', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5_000, max: 50_000 }), fc.integer({ min: 0, max: 50_000 }), (from, latest) => {
        const ranges = blockRanges(from, latest);
        let next = Math.max(0, from);
        for (const { fromBlock, toBlock } of ranges) {
          expect(Number(fromBlock)).toBe(next);
          const last = toBlock === 'latest' ? Math.max(next, latest) : Number(toBlock);
          expect(last - next).toBeLessThan(BLOCKS_MAX + 1);
          next = last + 1;
        }
        expect(ranges.filter(({ toBlock }) => toBlock === 'latest')).toEqual(ranges.slice(-1));
      }),
    );
  });

  it('is one range for what is recent', () => {
    expect(blockRanges(90, 100)).toEqual([{ fromBlock: '0x5a', toBlock: 'latest' }]);
    expect(blockRanges(-20, 999)).toEqual([{ fromBlock: '0x0', toBlock: 'latest' }]);
    expect(blockRanges(0, 1_000)).toEqual([
      { fromBlock: '0x0', toBlock: '0x3e7' },
      { fromBlock: '0x3e8', toBlock: 'latest' },
    ]);
  });
});
