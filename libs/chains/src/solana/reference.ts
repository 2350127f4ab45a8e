import { PublicKey } from '@solana/web3.js';

/** The account that the transfers of an on-chain id name. No one has its key. */
export function referenceTo(onchainId: string): PublicKey {
  return new PublicKey(Buffer.from(onchainId.slice(2), 'hex'));
}
