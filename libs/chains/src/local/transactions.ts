import { VersionedTransaction } from '@solana/web3.js';
import { InstructionErrorCustom, TransactionErrorInstructionError } from 'litesvm/dist/internal';
import type { FailedTransactionMetadata, TransactionMetadata } from 'litesvm/dist/internal';
import { toBase58 } from '../solana/base58';
import { COMPUTE_BUDGET_PROGRAM, SET_COMPUTE_UNIT_PRICE } from '../solana/instructions';

/** Of a transaction's format, as the JSON-RPC interface writes it. */
export type TransactionVersion = 'legacy' | number;

/** What a transaction takes from lookup tables. */
export interface LoadedAddresses {
  readonly writable: readonly string[];
  readonly readonly: readonly string[];
}

/** A transaction that stands in a block. */
export interface Executed {
  readonly signature: string;
  readonly slot: number;
  readonly version: TransactionVersion;
  readonly wire: Buffer;
  /** Those that it names itself, then those of lookup tables: first what it may write, then the others. */
  readonly accounts: readonly string[];
  readonly loaded: LoadedAddresses;
  /** As the JSON-RPC interface writes it; null when it succeeded. */
  readonly error: unknown;
  readonly inner: readonly { readonly index: number; readonly instructions: readonly unknown[] }[];
  readonly logs: readonly string[];
  readonly unitsConsumed: number;
  /** Of each account. */
  readonly lamportsBefore: readonly bigint[];
  readonly lamportsAfter: readonly bigint[];
  readonly tokensBefore: readonly TokenBalance[];
  readonly tokensAfter: readonly TokenBalance[];
}

export interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: string;
  readonly amount: bigint;
}

/** Nobody could be charged for it, or it came under no valid blockhash: no block holds it. */
export function isUnprocessable(failed: FailedTransactionMetadata): boolean {
  return typeof failed.err() === 'number';
}

/** LiteSVM's numbers of the errors of a transaction that nobody could be charged for. */
const UNPAID: ReadonlyMap<unknown, string> = new Map([
  [2, 'AccountNotFound'],
  [4, 'InsufficientFundsForFee'],
  [5, 'InvalidAccountForFee'],
]);

/** Its payer has no account, or too little in it, or one that cannot pay. */
export function isUnpaid(failed: FailedTransactionMetadata): boolean {
  return UNPAID.has(failed.err());
}

/** What a transaction offers for a compute unit, in millionths of a lamport. */
export function priceOf(wire: Buffer): bigint {
  const { staticAccountKeys, compiledInstructions } = VersionedTransaction.deserialize(wire).message;
  const price = compiledInstructions.find(
    ({ programIdIndex, data }) =>
      staticAccountKeys[programIdIndex]?.equals(COMPUTE_BUDGET_PROGRAM) === true && data[0] === SET_COMPUTE_UNIT_PRICE,
  );
  return price === undefined ? 0n : Buffer.from(price.data).readBigUInt64LE(1);
}

/** LiteSVM's numbers of the errors of an instruction that has run out of compute units. */
const OUT_OF_UNITS: ReadonlyMap<unknown, string> = new Map([
  [36, 'ComputationalBudgetExceeded'],
  [39, 'ProgramFailedToComplete'],
]);
const SIGNATURE_FAILURE = 11;

/** As far as the service tells errors apart: that there is one, of which instruction, and whether units were missing. */
export function errorOf(failed: FailedTransactionMetadata): unknown {
  const error: unknown = failed.err();
  const unpaid = UNPAID.get(error);
  if (unpaid !== undefined) return unpaid;
  if (error === SIGNATURE_FAILURE) return 'SignatureFailure';
  if (error instanceof TransactionErrorInstructionError) {
    const cause: unknown = error.err();
    const custom = cause instanceof InstructionErrorCustom ? { Custom: cause.code } : 'Custom';
    return { InstructionError: [error.index, OUT_OF_UNITS.get(cause) ?? custom] };
  }
  const [, index] = /InsufficientFundsForRent \{ account_index: (\d+) \}/.exec(String(error)) ?? [];
  if (index !== undefined) return { InsufficientFundsForRent: { account_index: Number(index) } };
  return `TransactionError${String(error)}`;
}

export function innerOf(meta: TransactionMetadata): Executed['inner'] {
  return meta.innerInstructions().flatMap((instructions, index) => {
    if (instructions.length === 0) return [];
    const written = instructions.map((each) => {
      const instruction = each.instruction();
      return {
        programIdIndex: instruction.programIdIndex(),
        accounts: [...instruction.accounts()],
        data: toBase58(instruction.data()),
        stackHeight: each.stackHeight(),
      };
    });
    return [{ index, instructions: written }];
  });
}
