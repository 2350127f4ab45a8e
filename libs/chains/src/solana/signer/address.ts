import type { KeyObject } from 'node:crypto';
import { toBase58 } from '../base58';

/** What stands before the 32 bytes of an Ed25519 key in SPKI. */
const PREFIX_BYTES = 12;

/** On Solana, a public key is the address. */
export function addressOf(publicKey: KeyObject): string {
  return toBase58(publicKey.export({ format: 'der', type: 'spki' }).subarray(PREFIX_BYTES));
}
