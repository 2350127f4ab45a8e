import { paceCheck } from '../assumptions';
import type { AssumptionCheck } from '../assumptions';
import type { RpcEndpoint } from '../rpc/rpc-endpoint';
import { isStatePruned } from '../rpc/state-pruned';
import { block, blockNumbered, record, toQuantity } from '../rpc/values';
import type { Block } from '../rpc/values';
import type { EvmNetwork } from './network';

/** Blocks over which their time is measured. */
const SAMPLE_BLOCKS = 300;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** What is checked of an EVM chain. Nothing of a local one. */
export function evmChecks({ expected, multicall }: EvmNetwork, now: () => number): readonly AssumptionCheck[] {
  if (expected === null) return [];
  const { blockMs, finalAfterMsMax } = expected;
  return [
    paceCheck('block', blockMs, measureBlockMs),
    {
      name: 'finality',
      expected: `a final block at most ${minutes(finalAfterMsMax)} behind`,
      measure: measureFinalityMs,
      holds: (measured) => measured <= finalAfterMsMax,
      describe: (measured) => `the final block ${minutes(measured)} behind`,
    },
    {
      name: 'state_history',
      expected: 'endpoints that answer calls at the final block',
      measure: (endpoint) => measureHistory(endpoint, multicall),
      holds: (served) => served === 1,
      describe: (served) => (served === 1 ? 'they do' : 'most endpoints have pruned that state'),
    },
    {
      name: 'rules',
      expected: 'no fork that is scheduled',
      measure: measureNextFork,
      holds: (activation) => activation <= now(),
      describe: (activation) => (activation === 0 ? 'none' : `a fork at ${new Date(activation).toISOString()}`),
    },
  ];
}

async function measureBlockMs(endpoint: RpcEndpoint): Promise<number> {
  const latest = await headAt(endpoint, 'latest');
  const earlier = await numberedAt(endpoint, Math.max(0, latest.number - SAMPLE_BLOCKS));
  const blocks = latest.number - earlier.number;
  if (blocks === 0) throw new TypeError('a chain without blocks has no pace');
  return ((latest.timestamp - earlier.timestamp) * SECOND_MS) / blocks;
}

async function measureFinalityMs(endpoint: RpcEndpoint): Promise<number> {
  const [latest, finalized] = await Promise.all([headAt(endpoint, 'latest'), headAt(endpoint, 'finalized')]);
  return (latest.timestamp - finalized.timestamp) * SECOND_MS;
}

/** 1: the endpoint has the state of its final block. 0: it has pruned it. */
async function measureHistory(endpoint: RpcEndpoint, multicall: string): Promise<number> {
  const finalized = await headAt(endpoint, 'finalized');
  const [answer] = await endpoint.batch([
    { method: 'eth_getBalance', params: [multicall, toQuantity(finalized.number)] },
  ]);
  if (answer?.ok === true) return 1;
  if (isStatePruned(answer?.error)) return 0;
  throw answer?.error ?? new TypeError('no answer');
}

/** When the next fork becomes active, in milliseconds since the epoch; 0 where none is scheduled (EIP-7910). */
async function measureNextFork(endpoint: RpcEndpoint): Promise<number> {
  const [answer] = await endpoint.results([{ method: 'eth_config', params: [] }]);
  const { next } = record(answer);
  if (next === null) return 0;
  const { activationTime } = record(next);
  if (typeof activationTime !== 'number') throw new TypeError('a fork without a time');
  return activationTime * SECOND_MS;
}

async function headAt(endpoint: RpcEndpoint, tag: 'latest' | 'finalized'): Promise<Block> {
  const [found] = await endpoint.results([{ method: 'eth_getBlockByNumber', params: [tag, false] }]);
  return block(found);
}

async function numberedAt(endpoint: RpcEndpoint, number: number): Promise<Block> {
  const [found] = await endpoint.results([{ method: 'eth_getBlockByNumber', params: [toQuantity(number), false] }]);
  return blockNumbered(found, number);
}

function minutes(ms: number): string {
  return `${Math.round(ms / MINUTE_MS)} minutes`;
}
