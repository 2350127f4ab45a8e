import { createHash } from 'node:crypto';
import { PublicKey, VersionedTransaction } from '@solana/web3.js';
import type { TransactionInstruction } from '@solana/web3.js';
import type { Signer } from '../../signer/signer';
import { computeUnitLimit, computeUnitPrice, createAssociatedAccount, memo, transferChecked } from '../instructions';
import { TRANSACTION_BYTES_MAX, messageOf, signMessage } from './signing';
import type { SignedTransaction } from './signing';

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
const HEADER_BYTES = 3;

/** Compute units of each part, as the dearest versions of the programs need them; a chain grants 1,400,000 in all. */
const UNITS = { budget: 1_000, transfer: 9_000, creation: 45_000, memo: 6_000, memoByte: 400 };
const UNITS_MAX = 1_400_000;
const NO_BLOCKHASH = PublicKey.default.toBase58();

/** A transfer with all that its instructions need. */
export interface PlannedTransfer {
  /** Of its authorization. */
  readonly id: string;
  readonly source: PublicKey;
  /** Whose signature moves it. */
  readonly authority: string;
  readonly mint: PublicKey;
  readonly destination: PublicKey;
  readonly amount: bigint;
  readonly memo: string | null;
  /** The owner for whom the destination has to be created first; null where it is there. */
  readonly creationFor: PublicKey | null;
  /** The account that its payment is found by; left out where there is none. */
  readonly reference?: PublicKey;
}

/** Who signs what. */
export interface Payers {
  /** Of transactions and of new token accounts. */
  readonly feePayer: Signer;
  /** Whose tokens they are. */
  readonly treasury: Signer;
  /** The delegate of wallets; null where there are none. */
  readonly spender: Signer | null;
}

/** What a transaction offers, and for how much. */
interface Budget {
  readonly price: bigint;
  readonly units?: number;
}

/** What instructions add to the length of a transaction. */
interface Measure {
  readonly accounts: ReadonlySet<string>;
  readonly signers: ReadonlySet<string>;
  readonly instructions: number;
  readonly bytes: number;
}

/** Splits transfers, in their order, into as few transactions as hold them. */
export function pack(transfers: readonly PlannedTransfer[], payers: Payers): readonly (readonly PlannedTransfer[])[] {
  const batches: PlannedTransfer[][] = [];
  let batch: PlannedTransfer[] = [];
  let measured: Measure | undefined;
  for (const transfer of transfers) {
    const longer =
      measured === undefined ? undefined : joined(measured, measure(transferInstructions(transfer, payers)));
    if (longer !== undefined && fits(longer, [...batch, transfer])) {
      batch.push(transfer);
      measured = longer;
    } else {
      batch = [transfer];
      batches.push(batch);
      measured = measureTransaction(
        instructionsOf(batch, payers, { price: 0n }),
        new PublicKey(payers.feePayer.address),
      );
    }
  }
  return batches;
}

/**
 * Signs one transaction of all these transfers.
 *
 * @param options - `price`: the priority fee, in millionths of a lamport for each compute unit; `units`: compute units to
 * ask for, {@link unitsOf} by default
 * @throws RangeError when they do not fit into one
 */
export async function signBatch(
  transfers: readonly PlannedTransfer[],
  payers: Payers,
  { blockhash, ...budget }: Budget & { readonly blockhash: string },
): Promise<SignedTransaction> {
  const message = messageOf(instructionsOf(transfers, payers, budget), payers.feePayer.address, blockhash);
  const authorities = new Set(transfers.map(({ authority }) => authority));
  const signers = [payers.treasury, ...(payers.spender === null ? [] : [payers.spender])];
  return signMessage(message, [payers.feePayer, ...signers.filter(({ address }) => authorities.has(address))]);
}

/** The transaction of {@link signBatch}, for a simulation: under no blockhash, without a price, and not signed. */
export function unsignedBatch(transfers: readonly PlannedTransfer[], payers: Payers): Uint8Array {
  const instructions = instructionsOf(transfers, payers, { price: 0n });
  return new VersionedTransaction(messageOf(instructions, payers.feePayer.address, NO_BLOCKHASH)).serialize();
}

/** Compute units that transfers may take together at most, with the dearest versions of the programs. */
export function unitsOf(transfers: readonly Pick<PlannedTransfer, 'memo' | 'creationFor'>[]): number {
  return transfers.reduce((units, transfer) => {
    const memoUnits = transfer.memo === null ? 0 : UNITS.memo + UNITS.memoByte * Buffer.byteLength(transfer.memo);
    return units + UNITS.transfer + memoUnits + (transfer.creationFor === null ? 0 : UNITS.creation);
  }, UNITS.budget);
}

export function instructionsOf(
  transfers: readonly PlannedTransfer[],
  payers: Payers,
  { price, units = unitsOf(transfers) }: Budget,
): readonly TransactionInstruction[] {
  const reference = referenceOf(transfers.map(({ id }) => id));
  return [
    computeUnitLimit(units),
    computeUnitPrice(price),
    ...transfers.flatMap((transfer, index) => transferInstructions(transfer, payers, index === 0 ? [reference] : [])),
  ];
}

function transferInstructions(
  transfer: PlannedTransfer,
  { feePayer }: Payers,
  references: readonly PublicKey[] = [],
): readonly TransactionInstruction[] {
  const { destination: address, mint, creationFor: owner, reference } = transfer;
  const own = reference === undefined ? references : [reference, ...references];
  const payer = new PublicKey(feePayer.address);
  return [
    ...(owner === null ? [] : [createAssociatedAccount({ payer, address, owner, mint })]),
    // Right before its transfer, where those who look for one expect it.
    ...(transfer.memo === null ? [] : [memo(transfer.memo)]),
    transferChecked({ ...transfer, owner: new PublicKey(transfer.authority) }, own),
  ];
}

/**
 * The reference account of a transaction, derived from its payments; no one has its key. Without it, two payments of
 * the same amount to the same recipient under one blockhash would be the same bytes, and the chain would execute only
 * one.
 */
export function referenceOf(ids: readonly string[]): PublicKey {
  return new PublicKey(createHash('sha256').update(JSON.stringify(ids)).digest());
}

/** How long the transaction of some instructions is, without compiling it. */
export function transactionBytes(instructions: readonly TransactionInstruction[], payer: PublicKey): number {
  return bytesOf(measureTransaction(instructions, payer));
}

function measureTransaction(instructions: readonly TransactionInstruction[], payer: PublicKey): Measure {
  const paying = new Set([payer.toBase58()]);
  return joined({ accounts: paying, signers: paying, instructions: 0, bytes: 0 }, measure(instructions));
}

function measure(instructions: readonly TransactionInstruction[]): Measure {
  const accounts = new Set<string>();
  const signers = new Set<string>();
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
  return { accounts, signers, instructions: instructions.length, bytes };
}

function joined(one: Measure, other: Measure): Measure {
  return {
    accounts: new Set([...one.accounts, ...other.accounts]),
    signers: new Set([...one.signers, ...other.signers]),
    instructions: one.instructions + other.instructions,
    bytes: one.bytes + other.bytes,
  };
}

function bytesOf({ accounts, signers, instructions, bytes }: Measure): number {
  return (
    counted(signers.size) +
    signers.size * SIGNATURE_BYTES +
    HEADER_BYTES +
    counted(accounts.size) +
    // And the blockhash.
    (accounts.size + 1) * KEY_BYTES +
    counted(instructions) +
    bytes
  );
}

function fits(measured: Measure, transfers: readonly PlannedTransfer[]): boolean {
  return bytesOf(measured) <= TRANSACTION_BYTES_MAX && unitsOf(transfers) <= UNITS_MAX;
}

/** Bytes of a length as transactions write it: seven bits in each. */
function counted(length: number): number {
  return length < 0x80 ? 1 : length < 0x4000 ? 2 : 3;
}
