import { PublicKey, TransactionInstruction, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import type { AddressLookupTableAccount, Message, MessageV0 } from '@solana/web3.js';
import type { Signer } from '../signer/signer';
import { TOKEN_PROGRAM } from '../solana/instructions';

/** The first byte of a transaction of version 1. */
const VERSION_1 = 0x81;
const COMPUTE_UNIT_LIMIT_BIT = 1 << 2;
const LOADED_DATA_BIT = 1 << 3;
const UNITS = 200_000;
const LOADED_BYTES = 10_000_000;
const BATCH = 255;

/** Signs instructions as a transaction of a version, with one signer who pays. */
export async function signTransaction(
  instructions: readonly TransactionInstruction[],
  {
    version,
    signer,
    blockhash,
    tables = [],
  }: {
    readonly version: 'legacy' | 0 | 1;
    readonly signer: Signer;
    readonly blockhash: string;
    /** Of version 0: what they have is named by its place in them. */
    readonly tables?: AddressLookupTableAccount[];
  },
): Promise<Buffer> {
  const payer = new PublicKey(signer.address);
  const message = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: blockhash,
    instructions: [...instructions],
  });
  const compiled = version === 0 ? message.compileToV0Message(tables) : message.compileToLegacyMessage();
  if (version === 1) {
    const bytes = versionOneMessage(compiled);
    return Buffer.concat([bytes, await signer.sign(bytes)]);
  }
  const transaction = new VersionedTransaction(compiled);
  transaction.addSignature(payer, await signer.sign(compiled.serialize()));
  return Buffer.from(transaction.serialize());
}

/** An instruction of the token program that carries out several of its own at once. */
export function tokenBatch(instructions: readonly TransactionInstruction[]): TransactionInstruction {
  const parts = instructions.map(({ keys, data }) => Buffer.concat([Buffer.of(keys.length, data.length), data]));
  return new TransactionInstruction({
    programId: TOKEN_PROGRAM,
    keys: instructions.flatMap(({ keys }) => keys),
    data: Buffer.concat([Buffer.of(BATCH), ...parts]),
  });
}

/** As version 1 writes it: the limits stand in the message, and all lengths before all contents. */
function versionOneMessage(message: Message | MessageV0): Buffer {
  const { header, staticAccountKeys, recentBlockhash, compiledInstructions } = message;
  const limits = Buffer.alloc(8);
  limits.writeUInt32LE(UNITS, 0);
  limits.writeUInt32LE(LOADED_BYTES, 4);
  const mask = Buffer.alloc(4);
  mask.writeUInt32LE(COMPUTE_UNIT_LIMIT_BIT | LOADED_DATA_BIT);
  const heads = compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => {
    const head = Buffer.of(programIdIndex, accountKeyIndexes.length, 0, 0);
    head.writeUInt16LE(data.length, 2);
    return head;
  });
  return Buffer.concat([
    Buffer.of(VERSION_1, header.numRequiredSignatures, header.numReadonlySignedAccounts),
    Buffer.of(header.numReadonlyUnsignedAccounts),
    mask,
    new PublicKey(recentBlockhash).toBytes(),
    Buffer.of(compiledInstructions.length, staticAccountKeys.length),
    ...staticAccountKeys.map((key) => key.toBytes()),
    limits,
    ...heads,
    ...compiledInstructions.flatMap(({ accountKeyIndexes, data }) => [Buffer.from(accountKeyIndexes), data]),
  ]);
}
