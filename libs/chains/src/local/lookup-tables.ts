import { AddressLookupTableAccount, PublicKey } from '@solana/web3.js';
import type { Account } from 'litesvm/dist/internal';

const META_BYTES = 56;
const KEY_BYTES = 32;
const TABLE = 1;
const NEVER_DEACTIVATED = 2n ** 64n - 1n;

/** The data of a lookup table that has these addresses, without anybody who may change it. */
export function lookupTable(addresses: readonly string[]): Buffer {
  const meta = Buffer.alloc(META_BYTES);
  meta.writeUInt32LE(TABLE, 0);
  meta.writeBigUInt64LE(NEVER_DEACTIVATED, 4);
  // All of them are there from the block on in which it was extended.
  meta.writeUInt8(addresses.length, 20);
  return Buffer.concat([meta, ...addresses.map((each) => new PublicKey(each).toBytes())]);
}

/** What a lookup table has; nothing where there is none. */
export function addressesIn(account: Account | null): readonly string[] {
  const data = Buffer.from(account?.data() ?? []);
  if (data.length < META_BYTES || (data.length - META_BYTES) % KEY_BYTES !== 0) return [];
  return AddressLookupTableAccount.deserialize(data).addresses.map((each) => each.toBase58());
}
