import {
  decodeFunctionData,
  decodeFunctionResult,
  encodeEventTopics,
  encodeFunctionResult,
  pad,
  toHex,
} from 'viem/utils';
import type { Hex } from 'viem';
import { MULTICALL_ABI, TOKEN_ABI } from '../evm/abi';
import type { RpcCall } from '../rpc/rpc-endpoint';
import { record, toQuantity } from '../rpc/values';
import { isEmpty, isObject, listOf } from './json-values';
import type { Json } from './json-values';
import { invented, pickOf } from './lies';
import type { Stories, Story } from './lies';

const [USED] = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'AuthorizationUsed' });
const [TRANSFER] = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'Transfer' });
const SELECTORS = {
  balanceOf: '0x70a08231',
  authorizationState: '0xe94a0102',
  paused: '0x5c975abb',
  isBlacklisted: '0xfe575a87',
  getEthBalance: '0x4d2301cc',
} as const;
const YES: Hex = `0x${'1'.padStart(64, '0')}`;
const NO: Hex = `0x${'0'.repeat(64)}`;
/** In minor units. */
const MILLION = 1_000_000_000_000n;
const STRANGER = '0x5712a11de7000000000000000000000000000000';
const LEADS_SECONDS = [61, 90, 3_600] as const;
const NONCE_LEADS = [1, 7, 1_000] as const;

/** The lies of an endpoint of an EVM chain: what it invents is the same for every endpoint that is asked the same. */
export const EVM_LIES: Stories = {
  blocks: (variant) => ({
    answers: ({ method }, truth) => {
      if (method !== 'eth_getBlockByNumber' || !isObject(truth)) return truth;
      const hash = hashOf('astray', String(truth['number']));
      const timestamp = toQuantity(BigInt(String(truth['timestamp'])) - 30n);
      return variant % 2 === 0 ? { ...truth, hash } : { ...truth, timestamp };
    },
  }),
  ahead: (variant) => ahead(pickOf(LEADS_SECONDS, variant), variant % 2 === 0),
  behind: () => ({ answers: standingStill() }),
  missing: () => ({
    answers: (call, truth) => {
      if (call.method === 'eth_getLogs') return isEmpty(truth) ? truth : [];
      if (call.method === 'eth_getTransactionReceipt') return null;
      return readsAs(call, truth, { authorizationState: NO });
    },
  }),
  failed: () => ({
    answers: (call, truth) => {
      const { method, params } = call;
      if (method === 'eth_getTransactionReceipt') {
        const block = isObject(truth) ? truth : receiptOf(String(params[0]), 1n);
        return { ...block, status: '0x0', logs: [] };
      }
      if (method === 'eth_getLogs' && firstOf(topicsOf(call)[0]) === USED) return isEmpty(truth) ? truth : [];
      return readsAs(call, truth, { authorizationState: NO });
    },
  }),
  settled,
  balances: () => ({
    answers: (call, truth) =>
      readsAs(call, truth, { balanceOf: (value) => toHex(BigInt(value) + MILLION, { size: 32 }) }),
  }),
  deposit: () => ({
    answers: (call, truth) => {
      const [event, , to] = topicsOf(call);
      if (call.method !== 'eth_getLogs' || event !== TRANSFER || to === undefined) return truth;
      const { address, toBlock } = record(call.params[0]);
      // Some blocks before the last one that is asked for, which everybody has to have.
      const block = BigInt(String(toBlock).startsWith('0x') ? String(toBlock) : '0x1');
      const topics = [TRANSFER, pad(STRANGER), firstOf(to)];
      const log = { ...logOf('deposit', block, [event, String(block)]), address: firstOf(address), topics };
      return [...listOf(truth), { ...log, data: toHex(MILLION, { size: 32 }) }];
    },
  }),
  receipts: () => ({
    answers: ({ method }, truth) => {
      if (method !== 'eth_getTransactionReceipt' || !isObject(truth)) return truth;
      const gasUsed = toQuantity(BigInt(String(truth['gasUsed'])) * 1_000n);
      const blockNumber = toQuantity(BigInt(String(truth['blockNumber'])) + 1n);
      return { ...truth, gasUsed, blockNumber, transactionHash: hashOf('receipt', gasUsed) };
    },
  }),
  heights: (variant) => ({
    answers: ({ method }, truth) => {
      if (method !== 'eth_getTransactionCount' || typeof truth !== 'string') return truth;
      return variant % 4 === 0 ? '0x0' : toQuantity(BigInt(truth) + BigInt(pickOf(NONCE_LEADS, variant)));
    },
  }),
  refusals: () => ({
    answers: (call, truth) => {
      if (call.method === 'eth_feeHistory' && isObject(truth)) {
        const baseFeePerGas = listOf(truth['baseFeePerGas']).map((fee) => toQuantity(BigInt(String(fee)) + 10n ** 15n));
        return { ...truth, baseFeePerGas };
      }
      return readsAs(call, truth, { paused: YES, isBlacklisted: YES, getEthBalance: NO });
    },
  }),
};

/** Its blocks are those of the others, so much later; of what it should not have yet it makes something up. */
function ahead(seconds: number, isFinalToo: boolean): Story {
  let latest = { number: 0n, timestamp: 0n };
  const isTag = (tag: unknown): boolean => typeof tag === 'string' && !tag.startsWith('0x');
  const isToCome = (tag: unknown): boolean => !isTag(tag) && BigInt(String(tag)) > latest.number;
  const blockOf = (number: bigint, timestamp: bigint): Json => ({
    number: toQuantity(number),
    timestamp: toQuantity(timestamp),
    hash: hashOf('ahead', number),
  });
  return {
    asks: ({ method, params }) => {
      const [call, at] = params;
      return method === 'eth_call' && isToCome(at) ? { method, params: [call, 'latest'] } : { method, params };
    },
    answers: ({ method, params: [tag] }, truth) => {
      if (method === 'eth_blockNumber') return toQuantity(BigInt(String(truth)) + BigInt(seconds));
      if (method !== 'eth_getBlockByNumber') return truth;
      if (!isTag(tag)) {
        if (isObject(truth)) return truth;
        const number = BigInt(String(tag));
        return blockOf(number, latest.timestamp + number - latest.number);
      }
      if (!isObject(truth)) return truth;
      const number = BigInt(String(truth['number']));
      const timestamp = BigInt(String(truth['timestamp']));
      if (tag === 'latest') latest = { number, timestamp };
      if (tag === 'finalized' && !isFinalToo) return truth;
      return { ...truth, ...blockOf(number + BigInt(seconds), timestamp + BigInt(seconds)) };
    },
  };
}

/** It has stopped at the block that it is asked for first, and knows nothing of what came after. */
export function standingStill(): Story['answers'] {
  const heads = new Map<unknown, unknown>();
  const isKnown = ({ blockNumber }: { readonly blockNumber: string }): boolean => {
    const latest = heads.get('latest') as { readonly number: string } | undefined;
    return latest === undefined || BigInt(blockNumber) <= BigInt(latest.number);
  };
  return ({ method, params: [tag] }, truth) => {
    switch (method) {
      case 'eth_getBlockByNumber':
        if (!heads.has(tag)) heads.set(tag, truth);
        return heads.get(tag);
      case 'eth_getLogs': {
        const known = (listOf(truth) as { readonly blockNumber: string }[]).filter(isKnown);
        return known.length === listOf(truth).length ? truth : known;
      }
      case 'eth_getTransactionReceipt':
        return isObject(truth) && !isKnown(truth as { readonly blockNumber: string }) ? null : truth;
      default:
        return truth;
    }
  };
}

/** Whatever is asked for has been carried out, in a block that it calls final. */
function settled(): Story {
  let finalized = 1n;
  return {
    answers: (call, truth) => {
      const { method, params } = call;
      if (method === 'eth_getBlockByNumber' && params[0] === 'finalized' && isObject(truth)) {
        finalized = BigInt(String(truth['number']));
      }
      if (method === 'eth_getTransactionReceipt' && !isObject(truth)) {
        return receiptOf(String(params[0]), finalized);
      }
      const [event, authorizer, nonces] = topicsOf(call);
      if (method !== 'eth_getLogs' || firstOf(event) !== USED || nonces === undefined)
        return readsAs(call, truth, { authorizationState: YES });
      const { address, fromBlock, toBlock } = record(params[0]);
      const from = BigInt(String(fromBlock));
      const block = finalized < from ? from : finalized;
      if (String(toBlock).startsWith('0x') && block > BigInt(String(toBlock))) return truth;
      const there = new Set(listOf(truth).map((log) => listOf(record(log)['topics'])[2]));
      const missing = listOf(nonces).filter((nonce) => !there.has(nonce));
      if (missing.length === 0) return truth;
      const used = missing.flatMap((nonce) =>
        listOf(address).map((token) => ({
          ...logOf('settled', block, [nonce, token]),
          address: token,
          topics: [USED, firstOf(authorizer), nonce],
          data: '0x',
        })),
      );
      return [...listOf(truth), ...used];
    },
  };
}

/** The reads of a Multicall3 call, some of them answered otherwise. */
function readsAs(
  { method, params }: RpcCall,
  truth: unknown,
  values: Partial<Record<keyof typeof SELECTORS, Hex | ((value: Hex) => Hex)>>,
): unknown {
  if (method !== 'eth_call' || typeof truth !== 'string') return truth;
  try {
    const { data } = record(params[0]);
    const decoded = decodeFunctionData({ abi: MULTICALL_ABI, data: data as Hex });
    if (decoded.functionName !== 'aggregate3') return truth;
    const [calls] = decoded.args;
    const results = decodeFunctionResult({ abi: MULTICALL_ABI, functionName: 'aggregate3', data: truth as Hex });
    const told = results.map(({ success, returnData }, index) => {
      const name = Object.entries(SELECTORS).find(([, selector]) => calls[index]?.callData.startsWith(selector))?.[0];
      const value = values[name as keyof typeof SELECTORS];
      return { success, returnData: typeof value === 'function' ? value(returnData) : (value ?? returnData) };
    });
    const encoded = encodeFunctionResult({ abi: MULTICALL_ABI, functionName: 'aggregate3', result: told });
    return encoded === truth ? truth : encoded;
  } catch {
    // It is no call of that kind.
    return truth;
  }
}

function logOf(kind: string, block: bigint, words: readonly unknown[]): Json {
  return {
    blockNumber: toQuantity(block),
    blockHash: hashOf('ahead', block),
    transactionHash: hashOf(kind, ...words.map(String)),
    transactionIndex: '0x0',
    logIndex: '0x0',
    removed: false,
  };
}

function receiptOf(hash: string, block: bigint): Json {
  return {
    transactionHash: hash,
    transactionIndex: '0x0',
    blockHash: hashOf('ahead', block),
    blockNumber: toQuantity(block),
    status: '0x1',
    gasUsed: '0x5208',
    effectiveGasPrice: '0x1',
    logs: [],
  };
}

function topicsOf({ method, params }: RpcCall): readonly unknown[] {
  if (method !== 'eth_getLogs') return [];
  return listOf(record(params[0])['topics']);
}

function hashOf(...words: readonly (string | bigint)[]): Hex {
  return `0x${invented(32, ...words).toString('hex')}`;
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}
