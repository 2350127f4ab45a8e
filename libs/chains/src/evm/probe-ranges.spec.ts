import { RpcPool } from '../rpc/rpc-pool';
import { PacedEvm } from '../testing/paced-evm';
import { LogReader } from './log-reader';
import { evmNetwork } from './network';
import { probeRanges } from './probe-ranges';

const network = evmNetwork('base', 'mainnet');
const treasury = '0x00000000000000000000000000000000000000aa';

async function probe(...limits: readonly { readonly blocksMax?: number }[]) {
  const chain = new PacedEvm({ genesisAt: 0, head: 1_000_000, msOfBlock: (block) => block * 200 });
  const endpoints = limits.map((each, index) => chain.endpoint(`${index + 1} (rpc.test)`, each));
  const logs = new LogReader();
  const lines: string[] = [];
  const log = {
    warn: (_: object, message: string) => void lines.push(`warn: ${message}`),
    error: (_: object, message: string) => void lines.push(`error: ${message}`),
  };
  await probeRanges({ pool: new RpcPool(endpoints), logs, network, treasury, log });
  return { lines, taken: endpoints.map((endpoint) => logs.blocksOfCall(endpoint)) };
}

describe('the start', () => {
  it('finds what each endpoint takes, and says nothing of those that take enough', async () => {
    const { lines, taken } = await probe({}, { blocksMax: 10_000 }, { blocksMax: 2_000 });
    expect(lines).toEqual([]);
    expect(taken).toEqual([10_000, 10_000, 1_875]);
  });

  it.each([
    [999, 937],
    [10, 10],
    [6, 6],
    [5, 5],
    [2, 2],
    [1, 1],
  ])('warns in one line of one that takes %i blocks, with its own answer', async (blocksMax, size) => {
    const { lines, taken } = await probe({ blocksMax });
    expect(lines).toEqual([
      expect.stringContaining(
        `warn: endpoint 1 (rpc.test) takes eth_getLogs for ${size} blocks, and answers to more: "up to a ${blocksMax} block range" (-32600)`,
      ),
    ]);
    expect(taken).toEqual([size]);
  });

  it('says of one that refuses every range that it cannot be used', async () => {
    const { lines, taken } = await probe({ blocksMax: 0 });
    expect(lines).toEqual([
      expect.stringContaining('error: endpoint 1 (rpc.test) refuses eth_getLogs for a single block'),
    ]);
    expect(taken).toEqual([1_000]);
  });
});
