import { PublicKey } from '@solana/web3.js';
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM } from '../instructions';

const ACCOUNTS_MAX = 20_000;

/** Addresses of associated token accounts. Deriving one takes more than a millisecond, so they are remembered. */
export class AssociatedAccounts {
  readonly #known = new Map<string, PublicKey>();
  readonly #most: number;

  constructor(most = ACCOUNTS_MAX) {
    this.#most = most;
  }

  /** How many are remembered. */
  get size(): number {
    return this.#known.size;
  }

  /** The token account of an owner, also of one that lies off the curve. */
  of(owner: string, mint: string): PublicKey {
    const key = `${owner}.${mint}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const seeds = [new PublicKey(owner).toBytes(), TOKEN_PROGRAM.toBytes(), new PublicKey(mint).toBytes()];
    const [address] = PublicKey.findProgramAddressSync(seeds, ASSOCIATED_TOKEN_PROGRAM);
    this.#known.set(key, address);
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#most && oldest !== undefined) this.#known.delete(oldest);
    return address;
  }
}
