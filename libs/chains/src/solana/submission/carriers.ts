import { VersionedTransaction } from '@solana/web3.js';
import type { PublicKey } from '@solana/web3.js';
import { ASSOCIATED_TOKEN_PROGRAM, MEMO_PROGRAM, TOKEN_PROGRAM } from '../instructions';
import { count, list, record, text } from '../values';
import { unitsOf } from './packing';

/** A signed transaction of a submission, and all that is needed to say one day what became of it. */
export interface Carrier {
  readonly signature: string;
  /** Base64. */
  readonly wire: string;
  readonly blockhash: string;
  /** The height of the last block that may hold it. */
  readonly lastValidBlockHeight: number;
  /** No block before this slot holds it. */
  readonly sinceSlot: number;
  /** By this machine's clock, in milliseconds since the epoch; 0 in what an earlier version has written. */
  readonly signedAt: number;
  /** Authorizations, in the order of their transfers; none any more, where it failed and they went into others. */
  readonly carries: readonly string[];
}

/** What a submission persists as its bytes: a transaction holds a few payments only, so there are several. */
export function writeCarriers(carriers: readonly Carrier[]): string {
  return JSON.stringify(carriers);
}

/** @throws TypeError for what {@link writeCarriers} has not written */
export function readCarriers(bytes: string): readonly Carrier[] {
  return list(JSON.parse(bytes)).map((each) => {
    const { signature, wire, blockhash, lastValidBlockHeight, sinceSlot, signedAt = 0, carries } = record(each);
    return {
      signature: text(signature),
      wire: text(wire),
      blockhash: text(blockhash),
      lastValidBlockHeight: count(lastValidBlockHeight),
      sinceSlot: count(sinceSlot),
      signedAt: count(signedAt),
      carries: list(carries).map(text),
    };
  });
}

/** Whether some of its transfers are in other transactions by now. It is dead or has failed, and is not sent again. */
export function isSpent({ wire, carries }: Pick<Carrier, 'wire' | 'carries'>): boolean {
  const transfers = instructionsIn({ wire }).filter(({ program }) => program?.equals(TOKEN_PROGRAM) === true);
  return carries.length < transfers.length;
}

/** Whether an instruction creates a token account, which costs the fee payer SOL. */
export function createsAccount(carrier: Pick<Carrier, 'wire'>, index: number): boolean {
  return instructionsIn(carrier)[index]?.program?.equals(ASSOCIATED_TOKEN_PROGRAM) === true;
}

/** Whether a transaction has asked for fewer compute units than its transfers may take (see {@link unitsOf}). */
export function asksForLess(carrier: Pick<Carrier, 'wire'>): boolean {
  const [{ data: limit } = { data: Buffer.alloc(0) }, ...others] = instructionsIn(carrier);
  const transfers: { readonly memo: string | null; readonly creationFor: PublicKey | null }[] = [];
  let planned: (typeof transfers)[number] = { memo: null, creationFor: null };
  for (const { program, data } of others) {
    if (program?.equals(ASSOCIATED_TOKEN_PROGRAM) === true) planned = { ...planned, creationFor: program };
    if (program?.equals(MEMO_PROGRAM) === true) planned = { ...planned, memo: data.toString('utf8') };
    if (program?.equals(TOKEN_PROGRAM) !== true) continue;
    transfers.push(planned);
    planned = { memo: null, creationFor: null };
  }
  return limit.readUInt32LE(1) < unitsOf(transfers);
}

function instructionsIn({
  wire,
}: Pick<Carrier, 'wire'>): readonly { readonly program: PublicKey | undefined; readonly data: Buffer }[] {
  const { message } = VersionedTransaction.deserialize(Buffer.from(wire, 'base64'));
  return message.compiledInstructions.map(({ programIdIndex, data }) => ({
    program: message.staticAccountKeys[programIdIndex],
    data: Buffer.from(data),
  }));
}
