import { createHash } from 'node:crypto';
import { PublicKey, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import type { TransactionInstruction } from '@solana/web3.js';
import type { Signer } from '../signer/signer';
import { computeUnitLimit, computeUnitPrice, createAssociatedAccount, memo, transferChecked } from './instructions';

/** What a transaction may have in all: the smallest packet of IPv6 less its headers. */
export const TRANSACTION_BYTES_MAX = 1_232;
const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
const HEADER_BYTES = 3;

/** Compute units of each part, as the dearest versions of the programs need them; a chain grants 1,400,000 in all. */
const UNITS = { budget: 1_000, transfer: 9_000, creation: 45_000, memo: 6_000, memoByte: 400 };
export const UNITS_MAX = 1_400_000;

/** A transfer with all that its instructions need. */
export interface PlannedTransfer {
  /** Of its authorization. */
  readonly id: string;
  readonly source: PublicKey;
  readonly mint: PublicKey;
  readonly destination: PublicKey;
  readonly amount: bigint;
  readonly memo: string | null;
  /** The owner for whom the destination has to be created first; null where it is there. */
  readonly creationFor: PublicKey | null;
}

/** Who pays what. */
export interface Payers {
  /** Of transactions and of new token accounts. */
  readonly feePayer: Signer;
  /** Whose tokens they are. */
  readonly treasury: Signer;
}

export interface SignedTransaction {
  readonly signature: Uint8Array;
  readonly wire: Uint8Array;
}

/** Splits transfers, in their order, into as few transactions as hold them. */
export function pack(transfers: readonly PlannedTransfer[], payers: Payers): readonly (readonly PlannedTransfer[])[] {
  const batches: PlannedTransfer[][] = [];
  let batch: PlannedTransfer[] = [];
  for (const transfer of transfers) {
    const longer = [...batch, transfer];
    if (batch.length > 0 && !fits(longer, payers)) {
      batches.push(batch);
      batch = [transfer];
    } else {
      batch = longer;
    }
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/**
 * Signs one transaction of all these transfers.
 *
 * @param price - the priority fee, in millionths of a lamport for each compute unit
 * @throws RangeError when they do not fit into one
 */
export async function signBatch(
  transfers: readonly PlannedTransfer[],
  payers: Payers,
  { blockhash, price }: { readonly blockhash: string; readonly price: bigint },
): Promise<SignedTransaction> {
  const { feePayer, treasury } = payers;
  const instructions = instructionsOf(transfers, payers, price);
  const message = new TransactionMessage({
    payerKey: new PublicKey(feePayer.address),
    recentBlockhash: blockhash,
    instructions: [...instructions],
  }).compileToLegacyMessage();
  const transaction = new VersionedTransaction(message);
  const bytes = message.serialize();
  for (const signer of feePayer.address === treasury.address ? [feePayer] : [feePayer, treasury]) {
    transaction.addSignature(new PublicKey(signer.address), await signer.sign(bytes));
  }
  const [signature] = transaction.signatures;
  const wire = transaction.serialize();
  if (signature === undefined || wire.length > TRANSACTION_BYTES_MAX) {
    throw new RangeError(`${transfers.length} transfers make a transaction of ${wire.length} bytes`);
  }
  return { signature, wire };
}

/** Compute units that transfers may take together. */
export function unitsOf(transfers: readonly Pick<PlannedTransfer, 'memo' | 'creationFor'>[]): number {
  return transfers.reduce((units, transfer) => {
    const memoUnits = transfer.memo === null ? 0 : UNITS.memo + UNITS.memoByte * Buffer.byteLength(transfer.memo);
    return units + UNITS.transfer + memoUnits + (transfer.creationFor === null ? 0 : UNITS.creation);
  }, UNITS.budget);
}

export function instructionsOf(
  transfers: readonly PlannedTransfer[],
  { feePayer, treasury }: Payers,
  price: bigint,
): readonly TransactionInstruction[] {
  const payer = new PublicKey(feePayer.address);
  const owner = new PublicKey(treasury.address);
  const reference = referenceOf(transfers.map(({ id }) => id));
  return [
    computeUnitLimit(unitsOf(transfers)),
    computeUnitPrice(price),
    ...transfers.flatMap((transfer, place) => [
      ...(transfer.creationFor === null
        ? []
        : [
            createAssociatedAccount({
              payer,
              address: transfer.destination,
              owner: transfer.creationFor,
              mint: transfer.mint,
            }),
          ]),
      // Right before its transfer, where those who look for one expect it.
      ...(transfer.memo === null ? [] : [memo(transfer.memo)]),
      transferChecked({ ...transfer, owner }, place === 0 ? [reference] : []),
    ]),
  ];
}

/**
 * A key that nobody has, made of the payments that a transaction carries. Without it, two payments of the same amount
 * to the same recipient under one blockhash would be the same bytes, and the chain would carry out only one of them.
 */
export function referenceOf(ids: readonly string[]): PublicKey {
  return new PublicKey(createHash('sha256').update(JSON.stringify(ids)).digest());
}

/** How long the transaction of some instructions is, without compiling it. */
export function transactionBytes(instructions: readonly TransactionInstruction[], payer: PublicKey): number {
  const accounts = new Set([payer.toBase58()]);
  const signers = new Set(accounts);
  let bytes = 0;
  for (const { programId, keys, data } of instructions) {
    accounts.add(programId.toBase58());
    for (const { pubkey, isSigner } of keys) {
      const key = pubkey.toBase58();
      accounts.add(key);
      if (isSigner) signers.add(key);
    }
    bytes += 1 + counted(keys.length) + keys.length + counted(data.length) + data.length;
  }
  return (
    counted(signers.size) +
    signers.size * SIGNATURE_BYTES +
    HEADER_BYTES +
    counted(accounts.size) +
    (accounts.size + 1) * KEY_BYTES +
    counted(instructions.length) +
    bytes
  );
}

function fits(transfers: readonly PlannedTransfer[], payers: Payers): boolean {
  if (unitsOf(transfers) > UNITS_MAX) return false;
  const instructions = instructionsOf(transfers, payers, 0n);
  return transactionBytes(instructions, new PublicKey(payers.feePayer.address)) <= TRANSACTION_BYTES_MAX;
}

/** Bytes of a length as transactions write it: seven bits in each. */
function counted(length: number): number {
  return length < 0x80 ? 1 : length < 0x4000 ? 2 : 3;
}
