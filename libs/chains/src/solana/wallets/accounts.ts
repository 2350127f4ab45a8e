import { PublicKey, SystemProgram } from '@solana/web3.js';
import { toBase58 } from '../base58';
import { TOKEN_PROGRAM } from '../instructions';
import type { AccountInfo } from '../values';

export const MULTISIG_BYTES = 355;
export const NONCE_BYTES = 80;
const TOKEN_ACCOUNT_BYTES = 165;
const INITIALIZED = 1;
const FROZEN = 2;

/** A token account as the token program keeps it. */
export interface TokenAccount {
  readonly mint: string;
  readonly owner: string;
  /** In minor units. */
  readonly amount: bigint;
  /** Who may take something from it beside its owner, and how much, in minor units; null: nobody. */
  readonly allowance: { readonly delegate: string; readonly amount: bigint } | null;
  readonly isFrozen: boolean;
}

/** An account that owns others by the signatures of some keys. */
export interface Multisig {
  readonly threshold: number;
  readonly signers: readonly string[];
}

/** A durable nonce: transactions name its value in the place of a blockhash. */
export interface NonceAccount {
  readonly authority: string;
  readonly value: string;
}

/** Reads a token account; null for anything else. The key of a delegate that was revoked stays in its bytes. */
export function tokenAccountIn({ owner, data }: AccountInfo): TokenAccount | null {
  if (owner !== TOKEN_PROGRAM.toBase58() || data.length !== TOKEN_ACCOUNT_BYTES) return null;
  const state = data[108] ?? 0;
  if (state !== INITIALIZED && state !== FROZEN) return null;
  const hasDelegate = data.readUInt32LE(72) === 1;
  return {
    mint: toBase58(data.subarray(0, 32)),
    owner: toBase58(data.subarray(32, 64)),
    amount: data.readBigUInt64LE(64),
    allowance: hasDelegate ? { delegate: toBase58(data.subarray(76, 108)), amount: data.readBigUInt64LE(121) } : null,
    isFrozen: state === FROZEN,
  };
}

/** Reads a multisig of the token program; null for anything else. */
export function multisigIn({ owner, data }: AccountInfo): Multisig | null {
  const [threshold = 0, count = 0, isInitialized = 0] = data;
  const isOne = owner === TOKEN_PROGRAM.toBase58() && data.length === MULTISIG_BYTES && isInitialized === 1;
  if (!isOne) return null;
  const signers = Array.from({ length: count }, (_, place) => toBase58(data.subarray(3 + 32 * place, 35 + 32 * place)));
  return { threshold, signers };
}

/** Reads a nonce account; null for anything else. */
export function nonceAccountIn({ owner, data }: AccountInfo): NonceAccount | null {
  const isOne = owner === SystemProgram.programId.toBase58() && data.length === NONCE_BYTES;
  if (!isOne || data.readUInt32LE(4) !== INITIALIZED) return null;
  return { authority: new PublicKey(data.subarray(8, 40)).toBase58(), value: toBase58(data.subarray(40, 72)) };
}
