import { decodeFunctionData, keccak256, toHex } from 'viem/utils';
import type { Hex } from 'viem';
import type { RpcCall } from '../rpc/rpc-endpoint';
import { RpcEndpoint } from '../rpc/rpc-endpoint';
import { RpcPool } from '../rpc/rpc-pool';
import { toQuantity } from '../rpc/values';
import { MULTICALL_ABI } from './abi';
import { DEAREST_KNOWN, GasFiguresReader, fitting, gasLimitOf } from './gas-figures';
import { TRANSACTION_GAS_MAX } from './transaction';
import { MULTICALL3, evmNetwork } from './network';

const NETWORK = evmNetwork('base', 'mainnet');
const DOMAIN = keccak256(toHex('domain'));
const RELAYER = '0x00000000000000000000000000000000000000aa';

function callsIn(data: Hex) {
  const { functionName, args } = decodeFunctionData({ abi: MULTICALL_ABI, data });
  if (functionName !== 'aggregate3') throw new Error(`${functionName} is not what is estimated`);
  return args[0];
}

/** What an endpoint estimates. */
interface Rules {
  readonly base: bigint;
  readonly transfer: bigint;
  readonly slot: bigint;
  readonly paused?: string;
}

const AMSTERDAM: Rules = { base: 40_000n, transfer: 142_000n, slot: 112_000n };

describe('figures of gas', () => {
  let now = 0;
  let asked: RpcCall[] = [];
  const warnings: string[] = [];
  beforeEach(() => {
    asked = [];
    warnings.length = 0;
  });

  function readerOf(rules: readonly (Rules | null)[]): GasFiguresReader {
    const endpoints = rules.map((each, index) => {
      const transport = async (body: string): Promise<string> => {
        const calls = JSON.parse(body) as (RpcCall & { readonly id: number })[];
        asked.push(...calls);
        return JSON.stringify(calls.map(({ id, params }) => ({ jsonrpc: '2.0', id, ...estimate(each, params[0]) })));
      };
      return new RpcEndpoint({ name: `endpoint ${index + 1}`, transport, deadlineMs: 30_000, now: () => now });
    });
    return new GasFiguresReader({
      pool: new RpcPool(endpoints),
      network: NETWORK,
      domains: { USDC: DOMAIN, EURC: DOMAIN },
      from: RELAYER,
      log: { warn: (_, message) => void warnings.push(message), error: () => undefined },
      now: () => now,
    });
  }

  function estimate(rules: Rules | null, call: unknown): object {
    const { to, data } = call as { readonly to?: string; readonly data: Hex };
    if (rules === null) return { error: { code: -32601, message: 'the method is not available' } };
    if (to === undefined) return { result: toQuantity(53_000n + rules.slot * BigInt((data.length / 2 - 1) / 5)) };
    const calls = callsIn(data);
    if (calls.some(({ target }) => target === rules.paused)) return { error: { code: 3, message: 'paused' } };
    return { result: toQuantity(rules.base + rules.transfer * BigInt(calls.length)) };
  }

  it('are what the chain says of transactions of the same form, and a quarter more', async () => {
    const reader = readerOf([AMSTERDAM]);
    expect(reader.known).toEqual(DEAREST_KNOWN);
    const figures = await reader.read();
    // The base cannot be less than what the service has always given.
    expect(figures).toEqual({ base: 60_000n, transfer: ((142_000n + 112_000n + 10_000n) * 5n) / 4n, slot: 140_000n });
    expect(reader.known).toBe(figures);
  });

  it('are measured with calls that all have to succeed, and that could move nothing', async () => {
    await readerOf([AMSTERDAM]).read();
    const bodies = asked.map(({ method, params }) => ({ method, ...(params[0] as { to?: string; data: Hex }) }));
    expect(new Set(bodies.map(({ method }) => method))).toEqual(new Set(['eth_estimateGas']));
    const batches = bodies.filter(({ to }) => to === MULTICALL3);
    for (const { data } of batches) {
      for (const { allowFailure, callData } of callsIn(data)) {
        expect(allowFailure).toBe(false);
        // transferWithAuthorization(from, to, value, …): of nothing.
        expect(BigInt(`0x${callData.slice(10 + 128, 10 + 192)}`)).toBe(0n);
      }
    }
    // Each of another account, of which nobody has the key any more.
    expect(new Set(batches.map(({ data }) => data)).size).toBe(batches.length);
  });

  it('take the middle of what endpoints say, within bounds that no lie moves', async () => {
    const low = { base: 1n, transfer: 1n, slot: 1n };
    const high = { base: 10n ** 12n, transfer: 10n ** 12n, slot: 10n ** 12n };
    expect(await readerOf([low, AMSTERDAM, high]).read()).toEqual(await readerOf([AMSTERDAM]).read());
    expect(await readerOf([low]).read()).toEqual({ base: 60_000n, transfer: 110_000n, slot: 27_000n });
    const most = await readerOf([high]).read();
    expect(most.base + most.transfer).toBeLessThan(TRANSACTION_GAS_MAX);
  });

  it('come from the other token while one is paused', async () => {
    const paused = { ...AMSTERDAM, paused: NETWORK.tokens.USDC };
    expect(await readerOf([paused]).read()).toEqual(await readerOf([AMSTERDAM]).read());
  });

  it('stay as they were while no endpoint tells, which then is asked no more often', async () => {
    const rules: [Rules | null] = [null];
    const reader = readerOf(rules);
    expect(await reader.read()).toBe(DEAREST_KNOWN);
    expect(warnings).toHaveLength(1);
    const once = asked.length;
    await reader.read();
    expect(asked).toHaveLength(once);
    now += 15_000;
    await reader.read();
    expect(asked).toHaveLength(2 * once);
  });

  it('say how many calls fit into one transaction', () => {
    expect(fitting([5_000_000n, 5_000_000n, 5_000_000n, 5_000_000n], DEAREST_KNOWN)).toBe(3);
    expect(fitting([20_000_000n, 1n], DEAREST_KNOWN)).toBe(1);
    expect(fitting([], DEAREST_KNOWN)).toBe(0);
    expect(gasLimitOf(15_000_000n)).toBe(TRANSACTION_GAS_MAX);
  });
});
