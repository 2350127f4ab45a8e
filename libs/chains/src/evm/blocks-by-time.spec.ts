import { PacedEvm } from '../testing/paced-evm';
import { BlocksByTime } from './blocks-by-time';

const GENESIS = Date.UTC(2023, 5, 15);
const DAY_MS = 86_400_000;

/** Base: a block every two seconds, and five a second from a block on. */
function base(head = 100_000_000): PacedEvm {
  const change = head - 10_000_000;
  const msOfBlock = (block: number) => (block < change ? block * 2_000 : change * 2_000 + (block - change) * 200);
  return new PacedEvm({ genesisAt: GENESIS, head, msOfBlock });
}

const lastOf = (chain: PacedEvm) => ({ number: chain.head, hash: '0x', timestamp: chain.now() / 1_000 });

describe('BlocksByTime', () => {
  it.each([0, 1_000, 60_000, 3_600_000, DAY_MS, 23 * DAY_MS, 24 * DAY_MS, 90 * DAY_MS, 900 * DAY_MS])(
    'finds the first of the blocks that share a time, %i ms ago, at whatever pace they came',
    async (ago) => {
      const chain = base();
      const endpoint = chain.endpoint('one');
      const since = chain.now() - ago;
      const { number, isFirst } = await new BlocksByTime().firstSince(endpoint, since, lastOf(chain));
      expect(isFirst).toBe(true);
      expect(chain.timeOf(number)).toBeGreaterThanOrEqual(since);
      expect(chain.timeOf(number - 1)).toBeLessThan(since);
      expect(chain.count('one', 'eth_getBlockByNumber')).toBeLessThan(55);
    },
  );

  it('asks nothing again, and few blocks for a time near a known one', async () => {
    const chain = base();
    const endpoint = chain.endpoint('one');
    const blocks = new BlocksByTime();
    const count = () => chain.count('one', 'eth_getBlockByNumber');
    const first = await blocks.firstSince(endpoint, chain.now() - 180_000, lastOf(chain));
    let before = count();
    expect(await blocks.firstSince(endpoint, chain.now() - 180_000, lastOf(chain))).toEqual(first);
    expect(count()).toBe(before);
    const next = await blocks.firstSince(endpoint, chain.now() - 120_000, lastOf(chain));
    expect(next.number).toBe(first.number + 300);
    expect(count() - before).toBeLessThan(14);
    before = count();
    await blocks.firstSince(chain.endpoint('two'), chain.now() - 120_000, lastOf(chain));
    expect(chain.count('two', 'eth_getBlockByNumber')).toBeGreaterThan(0);
    expect(count()).toBe(before);
  });

  it('is the genesis of a chain that is younger, and the last block of one that is older', async () => {
    const chain = new PacedEvm({ genesisAt: GENESIS, head: 50, msOfBlock: (block) => block * 200 });
    const blocks = new BlocksByTime();
    const endpoint = chain.endpoint('one');
    expect(await blocks.firstSince(endpoint, GENESIS - DAY_MS, lastOf(chain))).toEqual({ number: 0, isFirst: true });
    expect(await blocks.firstSince(endpoint, GENESIS + DAY_MS, lastOf(chain))).toEqual({ number: 50, isFirst: true });
  });

  it.each(['null', 'error'] as const)('says that blocks are pruned, which are answered with %s', async (as) => {
    const chain = base();
    const firstBlock = { number: chain.head - 5_000, as };
    const endpoint = chain.endpoint('one', { firstBlock });
    const blocks = new BlocksByTime();
    expect(await blocks.firstSince(endpoint, chain.now() - DAY_MS, lastOf(chain))).toEqual({
      number: firstBlock.number,
      isFirst: false,
    });
    const since = chain.now() - 900_000;
    expect(await blocks.firstSince(endpoint, since, lastOf(chain))).toEqual({
      number: chain.head - 4_500,
      isFirst: true,
    });
  });

  it('ends at an endpoint whose times make no sense', async () => {
    const chain = new PacedEvm({
      genesisAt: GENESIS,
      head: 100_000_000,
      msOfBlock: (block) => ((block * 7_919) % 100_003) * 1_000,
    });
    const endpoint = chain.endpoint('one');
    const last = { number: chain.head, hash: '0x', timestamp: (GENESIS + DAY_MS) / 1_000 };
    for (let since = GENESIS; since < GENESIS + DAY_MS; since += 3_600_000) {
      await new BlocksByTime().firstSince(endpoint, since, last);
    }
    expect(chain.count('one', 'eth_getBlockByNumber')).toBeLessThan(24 * 60);
  });
});
