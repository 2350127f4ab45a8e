import { encodeFunctionData, parseTransaction, serializeTransaction, toHex } from 'viem/utils';
import type { Hex, TransactionSerializableEIP1559 } from 'viem';
import type { Signer } from '../signer/signer';
import { MULTICALL_ABI } from './abi';
import type { Fees } from './fees';
import { keccak256 } from './keccak';

/** A transaction may use so much (EIP-7825). Where state gas is counted apart, all of it is counted here. */
export const TRANSACTION_GAS_MAX = 16_777_216n;

/** One call of a transaction. */
export interface TransferCall {
  readonly target: string;
  readonly data: Hex;
  /** What it may use at most. */
  readonly gas: bigint;
}

export interface SignedTransaction {
  readonly hash: Hex;
  readonly bytes: Hex;
}

/** What a transaction says. */
export interface TransactionParts {
  readonly chainId: number;
  readonly nonce: number;
  readonly to: Hex;
  readonly data: Hex;
  readonly gas: bigint;
  readonly fees: Fees;
}

/** How long a transaction with one transfer is without its signature, and without a memo. */
export const SINGLE_TRANSFER_BYTES = 605n;

/**
 * Puts transfers into one transaction of the sender. One that fails leaves the others as they are, as long as no call can
 * use more than it is given: Multicall3 passes on nearly all the gas that is left.
 *
 * @param given - `baseGas`: what the transaction may use beside its calls
 * @throws Error when they need more gas than one transaction may have
 */
export function signTransfers(
  calls: readonly TransferCall[],
  sender: Signer,
  given: {
    readonly chainId: number;
    readonly nonce: number;
    readonly multicall: string;
    readonly fees: Fees;
    readonly baseGas: bigint;
  },
): Promise<SignedTransaction> {
  const gas = calls.reduce((sum, call) => sum + call.gas, given.baseGas);
  if (gas > TRANSACTION_GAS_MAX)
    throw new Error(`${calls.length} transfers need ${gas} gas, more than a transaction may have`);
  const data = encodeFunctionData({
    abi: MULTICALL_ABI,
    functionName: 'aggregate3',
    args: [calls.map((call) => ({ target: call.target as Hex, allowFailure: true, callData: call.data }))],
  });
  const { chainId, nonce, multicall, fees } = given;
  return signCall({ chainId, nonce, to: multicall as Hex, data, gas, fees }, sender);
}

/** The same call, under the same nonce, with other fees and gas: of the two, at most one is ever included. */
export function signWithFees(
  bytes: string,
  { fees, gas }: Pick<TransactionParts, 'fees' | 'gas'>,
  sender: Signer,
): Promise<SignedTransaction> {
  const { chainId, nonce, to, data } = readTransaction(bytes);
  return signCall({ chainId, nonce, to, data, gas, fees }, sender);
}

/** Signs a transaction with one call. */
export function signCall({ fees, ...call }: TransactionParts, sender: Signer): Promise<SignedTransaction> {
  return signTransaction({ type: 'eip1559', ...call, ...fees }, sender);
}

/** Reads what is needed of signed bytes. @throws Error when they are no transaction of this kind */
export function readTransaction(bytes: string): TransactionParts {
  const {
    chainId,
    nonce = 0,
    to,
    data,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas,
  } = parseTransaction(bytes as `0x02${string}`);
  if (to === undefined || to === null || data === undefined || gas === undefined || maxFeePerGas === undefined) {
    throw new Error('the bytes are no transaction that carries transfers');
  }
  const fees = { maxFeePerGas, maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n };
  return { chainId, nonce, to, data, gas, fees };
}

async function signTransaction(
  transaction: TransactionSerializableEIP1559,
  sender: Signer,
): Promise<SignedTransaction> {
  const signature = await sender.sign(hashOf(serializeTransaction(transaction)));
  const [yParity] = signature.subarray(64);
  if (signature.length !== 65 || yParity === undefined) throw new RangeError('a signature has 65 bytes');
  const [r, s] = [toHex(signature.subarray(0, 32)), toHex(signature.subarray(32, 64))];
  const bytes = serializeTransaction(transaction, { r, s, yParity });
  return { hash: toHex(hashOf(bytes)), bytes };
}

function hashOf(bytes: Hex): Uint8Array {
  return keccak256(Buffer.from(bytes.slice(2), 'hex'));
}
