/**
 * How far the clocks of this machine and of the cluster may be apart, in milliseconds. An endpoint beyond it is refused at
 * the start and later, and the proof that a transaction is dead waits for so long. A blockhash lives about as long.
 */
export const CLOCKS_APART_MS = 30_000;
