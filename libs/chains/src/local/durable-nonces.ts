import { createHash } from 'node:crypto';
import { PublicKey, SystemProgram } from '@solana/web3.js';
import type { VersionedMessage } from '@solana/web3.js';
import type { Account } from 'litesvm/dist/internal';
import { toBase58 } from '../solana/base58';

const ADVANCE_NONCE = 4;
const NONCE_BYTES = 80;
const INITIALIZED = 1;
const STATE_AT = 4;
const VALUE_AT = 40;

/** The account of a transaction that names the value of a durable nonce in the place of a blockhash, if it is made so. */
export function nonceAccountOf({ staticAccountKeys, compiledInstructions }: VersionedMessage): string | null {
  const [first] = compiledInstructions;
  if (first === undefined || staticAccountKeys[first.programIdIndex]?.equals(SystemProgram.programId) !== true) {
    return null;
  }
  const data = Buffer.from(first.data);
  if (data.length < 4 || data.readUInt32LE(0) !== ADVANCE_NONCE) return null;
  return staticAccountKeys[first.accountKeyIndexes[0] ?? -1]?.toBase58() ?? null;
}

/** The value that a nonce account holds; null when it is no nonce account. */
export function nonceIn(account: Account | null): string | null {
  const data = Buffer.from(account?.data() ?? []);
  const isNonce = account !== null && new PublicKey(account.owner()).equals(SystemProgram.programId);
  if (!isNonce || data.length !== NONCE_BYTES || data.readUInt32LE(STATE_AT) !== INITIALIZED) return null;
  return toBase58(data.subarray(VALUE_AT, VALUE_AT + 32));
}

/** The value that a nonce gets under a blockhash. */
export function nonceUnder(blockhash: string): string {
  return toBase58(createHash('sha256').update('DURABLE_NONCE').update(new PublicKey(blockhash).toBytes()).digest());
}

/** The data of a nonce account with another value. */
export function withNonce(account: Account, value: string): Buffer {
  const data = Buffer.from(account.data());
  data.set(new PublicKey(value).toBytes(), VALUE_AT);
  return data;
}
