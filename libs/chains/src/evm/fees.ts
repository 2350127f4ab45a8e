import { quantity, toQuantity } from '../rpc/values';
import type { RpcCall } from '../rpc/rpc-endpoint';

/** What a transaction offers for its gas, in wei. */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

const BLOCKS = 10;
const PERCENTILE = 60;
/** Below that, some nodes do not take a transaction. */
const PRIORITY_MIN = 1_000_000n;

/** Asks what gas has cost lately. */
export const FEE_HISTORY: RpcCall = { method: 'eth_feeHistory', params: [toQuantity(BLOCKS), 'latest', [PERCENTILE]] };

/**
 * Fees with which a transaction is included in one of the next blocks: twice the base fee, which doubles in six full
 * blocks, and what others have given on top of it. Only what is needed of the base fee is paid.
 *
 * @param history - the answer to {@link FEE_HISTORY}
 */
export function suggestFees(history: unknown): Fees {
  const { baseFeePerGas, reward } = history as { baseFeePerGas: readonly unknown[]; reward?: readonly unknown[][] };
  // The last one is of the block that comes next.
  const base = quantity(baseFeePerGas.at(-1));
  const given = (reward ?? []).map(([each]) => quantity(each ?? '0x0')).sort((one, other) => Number(one - other));
  const median = given[given.length >> 1] ?? 0n;
  const maxPriorityFeePerGas = median > PRIORITY_MIN ? median : PRIORITY_MIN;
  return { maxFeePerGas: 2n * base + maxPriorityFeePerGas, maxPriorityFeePerGas };
}

/** The base fee of the next block, of which {@link suggestFees} offers twice as much. */
export function baseFee({ maxFeePerGas, maxPriorityFeePerGas }: Fees): bigint {
  return (maxFeePerGas - maxPriorityFeePerGas) / 2n;
}

/**
 * Fees for the replacement of a stuck transaction: an eighth more than before, because nodes reject less than a tenth
 * more, and at least the current fees.
 *
 * @returns null when that exceeds the limit
 */
export function replacementFees(before: Fees, now: Fees, maxFeePerGasMax: bigint): Fees | null {
  const maxFeePerGas = larger(withAnEighth(before.maxFeePerGas), now.maxFeePerGas);
  const maxPriorityFeePerGas = larger(withAnEighth(before.maxPriorityFeePerGas), now.maxPriorityFeePerGas);
  return maxFeePerGas > maxFeePerGasMax ? null : { maxFeePerGas, maxPriorityFeePerGas };
}

/** Fees as they are suggested, but never above what may be spent: then the transaction waits for cheaper times. */
export function capFees({ maxFeePerGas, maxPriorityFeePerGas }: Fees, maxFeePerGasMax: bigint): Fees {
  const capped = maxFeePerGas < maxFeePerGasMax ? maxFeePerGas : maxFeePerGasMax;
  return {
    maxFeePerGas: capped,
    maxPriorityFeePerGas: maxPriorityFeePerGas < capped ? maxPriorityFeePerGas : capped,
  };
}

const WEI_PER_ETHER = 10n ** 18n;

/**
 * What costs so much wei in minor units of the payment's currency, rounded up.
 *
 * @param etherPrice - of one ether, in minor units
 */
export function feeInUnits(wei: bigint, etherPrice: bigint): bigint {
  return (wei * etherPrice + WEI_PER_ETHER - 1n) / WEI_PER_ETHER;
}

function withAnEighth(fee: bigint): bigint {
  return (fee * 9n + 7n) / 8n;
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
