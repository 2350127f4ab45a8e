import { CHAIN_NAMES } from '@stablecoin/contracts';
import type { ChainName } from '@stablecoin/contracts';
import { DAY_MS } from './world';

interface Reserved {
  readonly chain: ChainName;
  readonly amount: bigint;
}

/** One treasury's or wallet's money in USDC, kept a second time, in the simplest way that there is. */
export class Book {
  readonly #available = new Map<ChainName, bigint>();
  readonly #reserved = new Map<string, Reserved>();
  /** What was reserved without approval and not given back. */
  readonly #spent = new Map<string, { readonly amount: bigint; readonly settledAt?: number }>();
  readonly #credits = new Set<string>();
  readonly #found = new Set<string>();
  #received = 0n;
  #posted = 0n;
  #problem: string | null = null;

  /** What has left. */
  get posted(): bigint {
    return this.#posted;
  }

  get reservations(): readonly string[] {
    return [...this.#reserved.keys()];
  }

  openEverywhere(amount: bigint): void {
    for (const chain of CHAIN_NAMES) this.open(chain, amount);
  }

  open(chain: ChainName, amount: bigint): void {
    this.#add(chain, amount);
    this.#received += amount;
  }

  /** A transfer that was found on chain, for which nothing was reserved. */
  pay(transferId: string, chain: ChainName, amount: bigint): void {
    if (this.#found.has(transferId)) this.#problem = `transfer ${transferId} is paid twice`;
    this.#found.add(transferId);
    this.#add(chain, -amount);
    this.#posted += amount;
  }

  /** What is neither reserved nor gone. */
  available(chain: ChainName): bigint {
    return this.#available.get(chain) ?? 0n;
  }

  credit(transferId: string, chain: ChainName, amount: bigint): void {
    if (this.#credits.has(transferId)) this.#problem = `transfer ${transferId} is credited twice`;
    this.#credits.add(transferId);
    this.#add(chain, amount);
    this.#received += amount;
  }

  reserve(id: string, chain: ChainName, amount: bigint): void {
    if (this.#reserved.has(id)) this.#problem = `reservation ${id} is made twice`;
    this.#reserved.set(id, { chain, amount });
    this.#add(chain, -amount);
  }

  post(id: string, settledAt: number): void {
    this.#posted += this.#close(id).amount;
    const spent = this.#spent.get(id);
    if (spent !== undefined) this.#spent.set(id, { ...spent, settledAt });
  }

  /** What was posted, and has not left. */
  takeBack(chain: ChainName, amount: bigint): void {
    this.#posted -= amount;
    this.#add(chain, amount);
  }

  void(id: string): void {
    const { chain, amount } = this.#close(id);
    this.#add(chain, amount);
    this.#spent.delete(id);
  }

  /** @returns what is reserved without approval, or settled in the 24 hours up to then, this included */
  spend(id: string, at: number, amount: bigint): bigint {
    this.#spent.set(id, { amount });
    let spent = 0n;
    for (const each of this.#spent.values()) if ((each.settledAt ?? at) > at - DAY_MS) spent += each.amount;
    return spent;
  }

  /** What is wrong with it; null: nothing. */
  problem(): string | null {
    let sum = this.#posted;
    for (const amount of this.#available.values()) {
      if (amount < 0n) return `a negative balance of ${amount}`;
      sum += amount;
    }
    for (const { amount } of this.#reserved.values()) sum += amount;
    if (sum !== this.#received) return `${sum} is accounted for, and ${this.#received} came in`;
    return this.#problem;
  }

  #close(id: string): Reserved {
    const reserved = this.#reserved.get(id);
    this.#reserved.delete(id);
    if (reserved !== undefined) return reserved;
    this.#problem = `reservation ${id} ends without being open`;
    return { chain: 'base', amount: 0n };
  }

  #add(chain: ChainName, amount: bigint): void {
    this.#available.set(chain, (this.#available.get(chain) ?? 0n) + amount);
  }
}
