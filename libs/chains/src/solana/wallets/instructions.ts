import { SystemProgram, TransactionInstruction } from '@solana/web3.js';
import type { PublicKey } from '@solana/web3.js';
import { DECIMALS, TOKEN_PROGRAM } from '../instructions';

const INITIALIZE_MULTISIG_2 = 19;
const APPROVE_CHECKED = 13;

/** Makes an account that the token program owns a multisig. The account has to be empty and of the right size. */
export function initializeMultisig(made: {
  readonly address: PublicKey;
  readonly threshold: number;
  readonly signers: readonly PublicKey[];
}): TransactionInstruction {
  return new TransactionInstruction({
    programId: TOKEN_PROGRAM,
    keys: [
      { pubkey: made.address, isSigner: false, isWritable: true },
      ...made.signers.map((pubkey) => ({ pubkey, isSigner: false, isWritable: false })),
    ],
    data: Buffer.of(INITIALIZE_MULTISIG_2, made.threshold),
  });
}

/**
 * Sets what a delegate may take from a token account. It replaces the delegate and the allowance that were there.
 *
 * @param approved - `amount`: in minor units; `signers`: of the multisig that owns the account, as many as it needs
 */
export function approveChecked(approved: {
  readonly account: PublicKey;
  readonly mint: PublicKey;
  readonly delegate: PublicKey;
  readonly multisig: PublicKey;
  readonly signers: readonly PublicKey[];
  readonly amount: bigint;
}): TransactionInstruction {
  const data = Buffer.alloc(10);
  data.writeUInt8(APPROVE_CHECKED, 0);
  data.writeBigUInt64LE(approved.amount, 1);
  data.writeUInt8(DECIMALS, 9);
  return new TransactionInstruction({
    programId: TOKEN_PROGRAM,
    keys: [
      { pubkey: approved.account, isSigner: false, isWritable: true },
      { pubkey: approved.mint, isSigner: false, isWritable: false },
      { pubkey: approved.delegate, isSigner: false, isWritable: false },
      { pubkey: approved.multisig, isSigner: false, isWritable: false },
      ...approved.signers.map((pubkey) => ({ pubkey, isSigner: true, isWritable: false })),
    ],
    data,
  });
}

/**
 * Makes room at an address that follows from a base key and a seed. Money that somebody has sent there before does not
 * get in the way, as it would of `createAccountWithSeed`.
 *
 * @param made - `lamports`: paid in addition to what is there; `owner`: the program that the account belongs to
 */
export function allocateWithSeed(made: {
  readonly address: PublicKey;
  readonly base: PublicKey;
  readonly seed: string;
  readonly owner: PublicKey;
  readonly bytes: number;
  readonly lamports: bigint;
}): readonly TransactionInstruction[] {
  const { address: accountPubkey, base: basePubkey, seed, owner: programId, bytes: space, lamports } = made;
  return [
    SystemProgram.transfer({ fromPubkey: basePubkey, toPubkey: accountPubkey, lamports }),
    SystemProgram.allocate({ accountPubkey, basePubkey, seed, space, programId }),
  ];
}
