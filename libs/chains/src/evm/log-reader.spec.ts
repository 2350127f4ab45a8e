import type { Hex } from 'viem';
import { encodeEventTopics, pad, toHex } from 'viem';
import { PacedEvm } from '../testing/paced-evm';
import { TOKEN_ABI } from './abi';
import { LogReader } from './log-reader';
import { evmNetwork } from './network';

const token = evmNetwork('base', 'mainnet').tokens.USDC;
const from = '0x00000000000000000000000000000000000000aa';
const [TRANSFER] = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'Transfer' }) as [Hex];
const PAYERS = 2_345;
const payerOf = (index: number): Hex => toHex(BigInt(from) + BigInt(index), { size: 20 });

/** With a transfer of every payer, in blocks that are in no order. */
function chain(): PacedEvm {
  const paced = new PacedEvm({ genesisAt: 0, head: 1_000_000, msOfBlock: (block) => block * 200 });
  for (let index = 0; index < PAYERS; index++) {
    const block = 900_000 + ((index * 7_919) % 10_000);
    const transfer = { block, hash: pad(toHex(index)), token, from: payerOf(index), to: from, amount: 7n };
    paced.transfers.push({ ...transfer, nonce: pad(toHex(index)) });
  }
  return paced;
}

describe('LogReader', () => {
  it.each([1_000, 1_500, 10_000])(
    'names at most 1,000 topics in one position, of an endpoint that takes %i, and answers in the order of the chain',
    async (topicsMax) => {
      const endpoint = chain().endpoint('one', { topicsMax, blocksMax: 10_000 });
      const payers = Array.from({ length: PAYERS }, (_, index) => pad(payerOf(index)));
      const filter = { address: [token], topics: [TRANSFER, payers] };
      const found = await new LogReader().read(endpoint, filter, { from: 900_000, to: 909_999 });
      expect(found).toHaveLength(PAYERS);
      const blocks = found.map(({ block }) => block);
      expect(blocks).toEqual(blocks.toSorted((one, other) => one - other));
      expect(new Set(found.map(({ txHash }) => txHash)).size).toBe(PAYERS);
    },
  );

  it('accepts no log that was not asked for', async () => {
    const paced = chain();
    const filter = { address: [token], topics: [TRANSFER] };
    const liar = paced.endpoint('liar');
    const read = liar.batch.bind(liar);
    liar.batch = async (calls) => {
      const answers = await read(
        calls.map((call) => ({ ...call, params: [{ ...(call.params[0] as object), fromBlock: '0x0' }] })),
      );
      return answers;
    };
    const range = { from: 909_000, to: 909_999 };
    await expect(new LogReader().read(liar, filter, range)).rejects.toThrow('a log that was not asked for');
    expect(await new LogReader().read(liar, filter, { from: 5, to: 4 })).toEqual([]);
  });
});
