import { decodeFunctionResult, encodeFunctionData } from 'viem/utils';
import type { Hex } from 'viem';
import { MULTICALL_ABI } from './abi';
import type { RpcCall } from '../rpc/rpc-endpoint';
import { hex } from '../rpc/values';

/** One read of a contract. */
export interface ContractRead {
  readonly to: string;
  readonly data: Hex;
  /** Where there may be nothing to be read: the result is empty then. */
  readonly mayFail?: boolean;
}

/** Many reads in one call, all of them of the same block. */
export function readCall(multicall: string, reads: readonly ContractRead[], block: string): RpcCall {
  const calls = reads.map(({ to, data, mayFail = false }) => ({
    target: to as Hex,
    allowFailure: mayFail,
    callData: data,
  }));
  const data = encodeFunctionData({ abi: MULTICALL_ABI, functionName: 'aggregate3', args: [calls] });
  return { method: 'eth_call', params: [{ to: multicall, data }, block] };
}

/**
 * What the reads have returned, in their order.
 *
 * @param length - how many they were
 * @throws TypeError when something else was answered
 */
export function readResults(result: unknown, length: number): readonly Hex[] {
  const results = decodeFunctionResult({ abi: MULTICALL_ABI, functionName: 'aggregate3', data: hex(result) });
  if (results.length !== length) throw new TypeError(`${results.length} results of ${length} reads`);
  return results.map(({ success, returnData }) => (success ? returnData : '0x'));
}
