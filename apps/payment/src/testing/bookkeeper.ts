import type { Balances, Chain, Deposit, SetAside } from '@stablecoin/chains';
import { toUnits } from '@stablecoin/contracts';
import type { ChainName, Currency, Units } from '@stablecoin/contracts';

/** What the chain itself says, whoever else is asked. */
export interface ChainTruth {
  /** What the treasury held where a cursor of {@link Balances} points to. */
  heldAt(cursor: string): Promise<Readonly<Record<Currency, bigint>>>;
  /** What came in for the treasury after a cursor, by {@link ChainTruth.keyOf} of its deposits. */
  deposits(after: string): Promise<ReadonlyMap<string, Units>>;
  /** Of a deposit: the same for those that are counted together. */
  keyOf(id: string): string;
}

const PAGE = 3;
/** Read in one look at most. */
const PAGES_MAX = 50;

/**
 * Keeps books of a treasury by what the adapter of its chain says, as the treasury service does, and finds out what in
 * them is not so.
 */
export class Bookkeeper {
  readonly #chain: Chain;
  readonly #name: ChainName;
  readonly #address: string;
  readonly #truth: ChainTruth;
  readonly #credited = new Map<string, Units>();
  readonly #falseBalances: string[] = [];
  /** What could not be read so far. */
  #setAside: readonly SetAside[] = [];
  #openedAt: string | undefined;
  #cursor = '';
  #looking: Promise<void> | undefined;

  constructor(parts: {
    readonly chain: Chain;
    readonly name: ChainName;
    /** Of the treasury. */
    readonly address: string;
    readonly truth: ChainTruth;
  }) {
    this.#chain = parts.chain;
    this.#name = parts.name;
    this.#address = parts.address;
    this.#truth = parts.truth;
  }

  /** Looks at the chain, unless a look is under way; one that fails changes nothing. Waits for nobody. */
  look(): void {
    this.#looking ??= this.#look()
      .catch(() => undefined)
      .finally(() => (this.#looking = undefined));
  }

  /** Resolves when no look is under way. */
  async rest(): Promise<void> {
    await this.#looking;
  }

  /** Deposits that were credited and never made, or made with another amount, and balances that nobody had. */
  async falsehoods(): Promise<readonly string[]> {
    const made = this.#openedAt === undefined ? new Map<string, Units>() : await this.#truth.deposits(this.#openedAt);
    const credited = [...this.#creditedByKey()].filter(([key, amount]) => made.get(key) !== toUnits(amount));
    return [...credited.map(([key, amount]) => `deposits of ${amount} by ${key}`), ...this.#falseBalances];
  }

  /** Whether the books are open and have every deposit that was made. */
  async isComplete(): Promise<boolean> {
    if (this.#openedAt === undefined) return false;
    const credited = this.#creditedByKey();
    const made = [...(await this.#truth.deposits(this.#openedAt))];
    return made.every(([key, amount]) => credited.get(key) === BigInt(amount));
  }

  #creditedByKey(): ReadonlyMap<string, bigint> {
    const sums = new Map<string, bigint>();
    for (const [id, amount] of this.#credited) {
      const key = this.#truth.keyOf(id);
      sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount));
    }
    return sums;
  }

  async #look(): Promise<void> {
    const asked = { chain: this.#name, addresses: [this.#address], mintSenders: true };
    const balances = await this.#chain.balances(asked);
    await this.#compare(balances);
    if (this.#openedAt === undefined) this.#cursor = this.#openedAt = balances.cursor;
    for (let [page, more] = [0, true]; more && page < PAGES_MAX; page++) {
      const answer = await this.#chain.deposits({ ...asked, after: this.#cursor, limit: PAGE });
      this.#credit(answer.deposits);
      this.#setAside = [...this.#setAside, ...(answer.setAside ?? [])];
      ({ cursor: this.#cursor, more } = answer);
    }
    if (this.#setAside.length === 0) return;
    const again = await this.#chain.setAside({ ...asked, transactions: this.#setAside });
    this.#credit(again.deposits);
    this.#setAside = again.setAside ?? [];
  }

  #credit(deposits: readonly Deposit[]): void {
    for (const { id, amount } of deposits) {
      if (this.#credited.has(id)) this.#falseBalances.push(`deposit ${id} came twice`);
      this.#credited.set(id, amount);
    }
  }

  async #compare({ cursor, balances }: Balances): Promise<void> {
    const held = await this.#truth.heldAt(cursor);
    for (const { currency, amount } of balances) {
      if (BigInt(amount) === held[currency]) continue;
      this.#falseBalances.push(`a balance of ${amount} ${currency} at ${cursor}: it is ${held[currency]}`);
    }
  }
}
