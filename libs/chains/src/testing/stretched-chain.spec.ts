import { StretchedChain } from './stretched-chain';

/** A chain with blocks at some seconds, of which each has a log. */
class Blocks {
  constructor(public seconds: readonly number[]) {}

  readonly transport = (body: string): Promise<string> => {
    const calls = JSON.parse(body) as { id: number; method: string; params: unknown[] }[];
    return Promise.resolve(
      JSON.stringify(calls.map(({ id, method, params }) => ({ id, result: this.#answer(method, params) }))),
    );
  };

  #answer(method: string, [first]: unknown[]): unknown {
    if (method === 'eth_getBlockByNumber')
      return this.#block(first === 'latest' ? this.seconds.length - 1 : Number(first));
    const { fromBlock, toBlock } = first as { fromBlock: string; toBlock: string };
    const places = this.seconds.map((_, place) => place);
    return places
      .filter((place) => place >= Number(fromBlock) && place <= Number(toBlock))
      .map((place) => ({ blockNumber: hexOf(place), blockHash: this.#block(place).hash }));
  }

  #block(number: number) {
    const seconds = this.seconds[number] ?? 0;
    return { number: hexOf(number), hash: `0x${number}${seconds}`.padEnd(66, '0'), timestamp: hexOf(seconds) };
  }
}

const hexOf = (value: number): string => `0x${value.toString(16)}`;

async function ask(chain: StretchedChain, method: string, ...params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ id: 1, method, params });
  const answer = JSON.parse(await chain.transport(body, new AbortController().signal)) as {
    result?: unknown;
    error?: unknown;
  };
  return answer.result ?? answer.error ?? undefined;
}

it('shows as many blocks as come in the time between two, with their times', async () => {
  const chain = new StretchedChain(new Blocks([100, 101, 103]).transport, 200);
  expect(await ask(chain, 'eth_blockNumber')).toBe(hexOf(15));
  const times = await Promise.all(
    [0, 4, 5, 9, 10, 14, 15, 16].map((each) => ask(chain, 'eth_getBlockByNumber', hexOf(each), false)),
  );
  const seconds = times.map((each) => Number((each as { readonly timestamp?: string } | undefined)?.timestamp));
  expect(seconds).toEqual([100, 100, 101, 101, 102, 102, 103, Number.NaN]);
  expect(await chain.ownNumber(14)).toBe(1);
});

it('finds logs by the numbers that it shows, in ranges that hold blocks of the chain or none', async () => {
  const chain = new StretchedChain(new Blocks([100, 101, 103]).transport, 200);
  const numbers = async (fromBlock: string, toBlock: string) =>
    ((await ask(chain, 'eth_getLogs', { fromBlock, toBlock })) as { blockNumber: string }[]).map((each) =>
      Number(each.blockNumber),
    );
  expect(await numbers('0x0', 'latest')).toEqual([0, 5, 15]);
  expect(await numbers('0x1', '0x5')).toEqual([5]);
  expect(await numbers('0x6', '0xe')).toEqual([]);
  expect(await ask(chain, 'eth_getLogs', { fromBlock: '0x10', toBlock: 'latest' })).toMatchObject({ code: -32_602 });
});

it('takes away blocks that the chain has taken away, and shows none where it rested', async () => {
  const blocks = new Blocks([100, 101, 103]);
  const chain = new StretchedChain(blocks.transport, 200);
  expect(await ask(chain, 'eth_blockNumber')).toBe(hexOf(15));
  blocks.seconds = [100, 102];
  expect(await ask(chain, 'eth_blockNumber')).toBe(hexOf(10));
  chain.rest(102_000, 702_000);
  blocks.seconds = [100, 102, 703];
  expect(await ask(chain, 'eth_blockNumber')).toBe(hexOf(15));
});
