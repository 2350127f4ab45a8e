import { checkAssumptions } from '../assumptions';
import { RpcEndpoint } from '../rpc/rpc-endpoint';
import { solanaChecks } from './assumptions';
import { solanaNetwork } from './network';

const HEIGHT = 400_000_000;
const AS_EXPECTED = {
  getRecentPerformanceSamples: { result: [{ numSlots: 290, samplePeriodSecs: 60, slot: 1, numTransactions: 1 }] },
  getLatestBlockhash: {
    result: { context: { slot: HEIGHT }, value: { blockhash: 'x', lastValidBlockHeight: HEIGHT + 150 } },
  },
  getBlockHeight: { result: HEIGHT },
  getSlot: { result: HEIGHT + 21_000_000 },
  getBlock: { result: { transactions: [] } },
  getMinimumBalanceForRentExemption: { result: 1_488_440 },
};

/** A cluster as it is expected to be, but for the answers that are given. */
async function check(given: Readonly<Record<string, object>> = {}) {
  const answers: Readonly<Record<string, object>> = { ...AS_EXPECTED, ...given };
  const asked: { method: string; params: readonly unknown[] }[] = [];
  const transport = (body: string): Promise<string> => {
    const calls = JSON.parse(body) as { id: number; method: string; params: readonly unknown[] }[];
    asked.push(...calls);
    return Promise.resolve(JSON.stringify(calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, ...answers[method] }))));
  };
  const warned: string[] = [];
  const found = await checkAssumptions({
    chain: 'solana',
    endpoints: [new RpcEndpoint({ name: 'one', transport, deadlineMs: 60_000, now: () => 0 })],
    checks: solanaChecks(solanaNetwork('mainnet')),
    log: { warn: (_, message) => void warned.push(message), error: () => undefined },
  });
  return { warned, asked, of: Object.fromEntries(found.map((each) => [each.name, each])) };
}

describe('what Solana is expected to be', () => {
  it('holds on a cluster with slots of about 200 ms, version 1 and the rent of today', async () => {
    const { warned, of, asked } = await check();
    expect(warned).toEqual([]);
    expect(Object.values(of).map(({ name, holds }) => [name, holds])).toEqual([
      ['block_time', true],
      ['blockhash_life', true],
      ['transaction_versions', true],
      ['account_rent', true],
    ]);
    const block = asked.find(({ method }) => method === 'getBlock');
    expect(block?.params[1]).toMatchObject({ maxSupportedTransactionVersion: 1, transactionDetails: 'accounts' });
  });

  it.each([
    ['block_time', 'getRecentPerformanceSamples', { result: [{ numSlots: 130, samplePeriodSecs: 60 }] }],
    [
      'blockhash_life',
      'getLatestBlockhash',
      { result: { context: { slot: HEIGHT }, value: { blockhash: 'x', lastValidBlockHeight: HEIGHT + 300 } } },
    ],
    [
      'transaction_versions',
      'getBlock',
      { error: { code: -32_015, message: 'Transaction version (2) is not supported by the requesting client.' } },
    ],
    ['account_rent', 'getMinimumBalanceForRentExemption', { result: 4_000_000 }],
  ])('%s that differs is warned of by name', async (name, method, answer) => {
    const { warned, of } = await check({ [method]: answer });
    expect(of[name]).toMatchObject({ holds: false });
    expect(warned).toEqual([expect.stringContaining(`${name}: expected `)]);
  });

  it('a block that is not there tells nothing of versions', async () => {
    const { of, warned } = await check({ getBlock: { error: { code: -32_009, message: 'Slot was skipped' } } });
    expect(of['transaction_versions']).toMatchObject({ found: null, holds: null });
    expect(warned).toEqual([]);
  });
});
