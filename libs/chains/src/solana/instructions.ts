import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';

export const TOKEN_PROGRAM = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const ASSOCIATED_TOKEN_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
export const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
export const COMPUTE_BUDGET_PROGRAM = new PublicKey('ComputeBudget111111111111111111111111111111');

/** Of both tokens. */
export const DECIMALS = 6;
const MEMO_CHARACTERS_MAX = 64;

const SET_COMPUTE_UNIT_LIMIT = 2;
export const SET_COMPUTE_UNIT_PRICE = 3;
const CREATE_IDEMPOTENT = 1;
const TRANSFER_CHECKED = 12;

/**
 * Moves tokens between two token accounts.
 *
 * @param references - accounts that the token program does not look at: they make a transaction unlike any other, and
 * findable by them
 */
export function transferChecked(
  transfer: {
    readonly source: PublicKey;
    readonly mint: PublicKey;
    readonly destination: PublicKey;
    readonly owner: PublicKey;
    readonly amount: bigint;
  },
  references: readonly PublicKey[] = [],
): TransactionInstruction {
  const data = Buffer.alloc(10);
  data.writeUInt8(TRANSFER_CHECKED, 0);
  data.writeBigUInt64LE(transfer.amount, 1);
  data.writeUInt8(DECIMALS, 9);
  return new TransactionInstruction({
    programId: TOKEN_PROGRAM,
    keys: [
      writable(transfer.source),
      readonly(transfer.mint),
      writable(transfer.destination),
      { pubkey: transfer.owner, isSigner: true, isWritable: false },
      ...references.map(readonly),
    ],
    data,
  });
}

/** Creates the associated token account of an owner; changes nothing where there is one. */
export function createAssociatedAccount(account: {
  readonly payer: PublicKey;
  readonly address: PublicKey;
  readonly owner: PublicKey;
  readonly mint: PublicKey;
}): TransactionInstruction {
  return new TransactionInstruction({
    programId: ASSOCIATED_TOKEN_PROGRAM,
    keys: [
      { pubkey: account.payer, isSigner: true, isWritable: true },
      writable(account.address),
      readonly(account.owner),
      readonly(account.mint),
      readonly(SystemProgram.programId),
      readonly(TOKEN_PROGRAM),
    ],
    data: Buffer.of(CREATE_IDEMPOTENT),
  });
}

/** @throws RangeError for a text of more than {@link MEMO_CHARACTERS_MAX} characters, which may have four bytes each */
export function memo(text: string): TransactionInstruction {
  const characters = Array.from(text).length;
  if (characters > MEMO_CHARACTERS_MAX) throw new RangeError(`a memo of ${characters} characters`);
  return new TransactionInstruction({ programId: MEMO_PROGRAM, keys: [], data: Buffer.from(text, 'utf8') });
}

/** What a transaction may compute at most; it pays for all of it. */
export function computeUnitLimit(units: number): TransactionInstruction {
  const data = Buffer.alloc(5);
  data.writeUInt8(SET_COMPUTE_UNIT_LIMIT, 0);
  data.writeUInt32LE(units, 1);
  return new TransactionInstruction({ programId: COMPUTE_BUDGET_PROGRAM, keys: [], data });
}

/** The priority fee, in millionths of a lamport for each compute unit. */
export function computeUnitPrice(microLamports: bigint): TransactionInstruction {
  const data = Buffer.alloc(9);
  data.writeUInt8(SET_COMPUTE_UNIT_PRICE, 0);
  data.writeBigUInt64LE(microLamports, 1);
  return new TransactionInstruction({ programId: COMPUTE_BUDGET_PROGRAM, keys: [], data });
}

function writable(pubkey: PublicKey): { pubkey: PublicKey; isSigner: boolean; isWritable: boolean } {
  return { pubkey, isSigner: false, isWritable: true };
}

function readonly(pubkey: PublicKey): { pubkey: PublicKey; isSigner: boolean; isWritable: boolean } {
  return { pubkey, isSigner: false, isWritable: false };
}
