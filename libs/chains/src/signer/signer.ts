/**
 * Signs for one address. The key need not be in this process: all that is asked is what a hardware module or a key
 * management service can do as well.
 */
export interface Signer {
  /** As the chain writes it: whose signature {@link sign} makes. */
  readonly address: string;
  /**
   * @param digest - on EVM chains 32 bytes, the hash of a transaction or of typed data; on Solana a whole message
   * @returns on EVM chains 65 bytes: r, s (the lower of the two) and the parity of y, 0 or 1; on Solana 64 of Ed25519
   */
  sign(digest: Uint8Array): Promise<Uint8Array>;
}
