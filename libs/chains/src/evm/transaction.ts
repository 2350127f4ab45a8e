import {
  encodeFunctionData,
  keccak256,
  parseTransaction,
  recoverAddress,
  serializeTransaction,
  toHex,
} from 'viem/utils';
import type { Hex, TransactionSerializableEIP1559 } from 'viem';
import type { Signer } from '../signer/signer';
import { MULTICALL_ABI } from './abi';
import type { Fees } from './fees';

/** One call of a transaction. */
export interface TransferCall {
  readonly target: string;
  readonly data: Hex;
  /** What it may use at most. Left out: what a transfer of the treasury may use. */
  readonly gas?: bigint;
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

/**
 * Gas that a transaction may use, bounded so that it fits under the limit of both chains for one transaction. A
 * transfer to a new recipient with a memo was measured at 62,000; what is not used is not paid.
 */
const GAS = { base: 60_000n, perTransfer: 110_000n, perMemoByte: 40n };
const GAS_MAX = 16_777_216n;
/** A transfer without its memo. */
const CALL_BYTES = 292;

/** What a transaction with these transfers may use at most. */
function gasLimit(calls: readonly TransferCall[]): bigint {
  return calls.reduce((sum, { data, gas }) => sum + (gas ?? transferGas(data.length / 2 - 1 - CALL_BYTES)), GAS.base);
}

/** What a transfer of the treasury may use at most. */
export function transferGas(memoBytes: number): bigint {
  return GAS.perTransfer + GAS.perMemoByte * BigInt(Math.max(0, Math.ceil(memoBytes)));
}

/** What all calls of a transaction together may use at most. */
export const CALLS_GAS_MAX = GAS_MAX - GAS.base;

/** What one transfer by itself may use at most. */
export const SINGLE_TRANSFER_GAS = GAS.base + GAS.perTransfer;
/** How long a transaction with one transfer is without its signature, and without a memo. */
export const SINGLE_TRANSFER_BYTES = 605n;

/**
 * Puts transfers into one transaction of the sender. One that fails leaves the others as they are.
 *
 * @throws Error when they need more gas than one transaction may have
 */
export function signTransfers(
  calls: readonly TransferCall[],
  sender: Signer,
  given: { readonly chainId: number; readonly nonce: number; readonly multicall: string; readonly fees: Fees },
): Promise<SignedTransaction> {
  const gas = gasLimit(calls);
  if (gas > GAS_MAX) throw new Error(`${calls.length} transfers need ${gas} gas, more than a transaction may have`);
  const data = encodeFunctionData({
    abi: MULTICALL_ABI,
    functionName: 'aggregate3',
    args: [calls.map((call) => ({ target: call.target as Hex, allowFailure: true, callData: call.data }))],
  });
  const { chainId, nonce, multicall, fees } = given;
  return signCall({ chainId, nonce, to: multicall as Hex, data, gas, fees }, sender);
}

/** The same transaction, under the same nonce, with other fees: of the two, at most one is ever included. */
export function signWithFees(bytes: string, fees: Fees, sender: Signer): Promise<SignedTransaction> {
  const { chainId, nonce, to, data, gas } = readTransaction(bytes);
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

/** Who has signed a transaction. @throws Error when the bytes are none */
export function signerOf(bytes: string): Promise<Hex> {
  const { r, s, yParity } = parseTransaction(bytes as `0x02${string}`);
  if (r === undefined || s === undefined || yParity === undefined) throw new Error('the transaction is not signed');
  const { fees, ...call } = readTransaction(bytes);
  const signed = keccak256(serializeTransaction({ type: 'eip1559', ...call, ...fees }));
  return recoverAddress({ hash: signed, signature: { r, s, yParity } });
}

async function signTransaction(
  transaction: TransactionSerializableEIP1559,
  sender: Signer,
): Promise<SignedTransaction> {
  const signature = await sender.sign(keccak256(serializeTransaction(transaction), 'bytes'));
  const [yParity] = signature.subarray(64);
  if (signature.length !== 65 || yParity === undefined) throw new RangeError('a signature has 65 bytes');
  const [r, s] = [toHex(signature.subarray(0, 32)), toHex(signature.subarray(32, 64))];
  const bytes = serializeTransaction(transaction, { r, s, yParity });
  return { hash: keccak256(bytes), bytes };
}
