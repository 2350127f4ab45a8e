import { paceCheck } from '../assumptions';
import type { AssumptionCheck } from '../assumptions';
import type { RpcEndpoint } from '../rpc/rpc-endpoint';
import type { SolanaNetwork } from './network';
import { count, inContext, list, record } from './values';

/** Performance samples of a minute each. */
const SAMPLES = 5;
/** Blocks that may become final between two answers. */
const BLOCKS_BETWEEN_ANSWERS_MAX = 5;
const TOKEN_ACCOUNT_BYTES = 165;
/** The code with which a node refuses to show a transaction of a newer version than was asked for. */
const UNSUPPORTED_VERSION = -32_015;

/** What is checked of a cluster. Nothing of a local one. */
export function solanaChecks({ expected }: SolanaNetwork): readonly AssumptionCheck[] {
  if (expected === null) return [];
  const { slotMs, blockhashBlocks, transactionVersion, rentLamportsMax } = expected;
  return [
    paceCheck('slot', slotMs, measureSlotMs),
    {
      name: 'blockhash_life',
      expected: `a transaction that lives for ${blockhashBlocks} blocks`,
      measure: measureBlockhashLife,
      holds: (blocks) => Math.abs(blocks - blockhashBlocks) <= BLOCKS_BETWEEN_ANSWERS_MAX,
      describe: (blocks) => `one that lives for ${blocks} blocks`,
    },
    {
      name: 'transaction_versions',
      expected: `transactions up to version ${transactionVersion}`,
      measure: (endpoint) => measureVersions(endpoint, transactionVersion),
      holds: (areKnown) => areKnown === 1,
      describe: (areKnown) => (areKnown === 1 ? 'none of a newer one' : 'a newer one in the latest final block'),
    },
    {
      name: 'account_rent',
      expected: `at most ${rentLamportsMax} lamports for a token account`,
      measure: measureRent,
      holds: (lamports) => lamports <= rentLamportsMax,
      describe: (lamports) => `${lamports} lamports`,
    },
  ];
}

async function measureSlotMs(endpoint: RpcEndpoint): Promise<number> {
  const [samples] = await endpoint.results([{ method: 'getRecentPerformanceSamples', params: [SAMPLES] }]);
  const counted = list(samples).map((each) => record(each));
  const slots = sumOf(counted.map(({ numSlots }) => count(numSlots)));
  const seconds = sumOf(counted.map(({ samplePeriodSecs }) => count(samplePeriodSecs)));
  if (slots === 0) throw new TypeError('a cluster without slots has no pace');
  return (seconds * 1_000) / slots;
}

/** Of final blocks, in one request. */
async function measureBlockhashLife(endpoint: RpcEndpoint): Promise<number> {
  const finalized = { commitment: 'finalized' };
  const [latest, height] = await endpoint.results([
    { method: 'getLatestBlockhash', params: [finalized] },
    { method: 'getBlockHeight', params: [finalized] },
  ]);
  const { value } = inContext(latest, (each) => count(record(each)['lastValidBlockHeight']));
  return value - count(height);
}

/** 1: the latest final block has no transaction of a newer version. 0: it has. */
async function measureVersions(endpoint: RpcEndpoint, version: number): Promise<number> {
  const [slot] = await endpoint.results([{ method: 'getSlot', params: [{ commitment: 'finalized' }] }]);
  const shown = { commitment: 'finalized', transactionDetails: 'accounts', rewards: false };
  const [answer] = await endpoint.batch([
    { method: 'getBlock', params: [count(slot), { ...shown, maxSupportedTransactionVersion: version }] },
  ]);
  if (answer?.ok === true) return 1;
  if (answer?.error.rpcCode === UNSUPPORTED_VERSION) return 0;
  throw answer?.error ?? new TypeError('no answer');
}

async function measureRent(endpoint: RpcEndpoint): Promise<number> {
  const [lamports] = await endpoint.results([
    { method: 'getMinimumBalanceForRentExemption', params: [TOKEN_ACCOUNT_BYTES] },
  ]);
  return count(lamports);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0);
}
