import type { Balances, Chain } from '@stablecoin/chains';
import type { ChainName, Currency, Units } from '@stablecoin/money';

/** What the chain itself says, whoever else is asked. */
export interface ChainTruth {
  /** What the treasury held where a cursor of {@link Balances} points to. */
  heldAt(cursor: string): Promise<Readonly<Record<Currency, bigint>>>;
  /** Transfers to the treasury after a cursor, by the id of their deposit. */
  deposits(after: string): Promise<ReadonlyMap<string, Units>>;
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
    const credited = [...this.#credited].filter(([id, amount]) => made.get(id) !== amount);
    return [...credited.map(([id, amount]) => `a deposit of ${amount} by ${id}`), ...this.#falseBalances];
  }

  /** Whether the books are open and have every deposit that was made. */
  async isComplete(): Promise<boolean> {
    if (this.#openedAt === undefined) return false;
    return [...(await this.#truth.deposits(this.#openedAt))].every(([id, amount]) => this.#credited.get(id) === amount);
  }

  async #look(): Promise<void> {
    const asked = { chain: this.#name, addresses: [this.#address] };
    const balances = await this.#chain.balances(asked);
    await this.#compare(balances);
    if (this.#openedAt === undefined) this.#cursor = this.#openedAt = balances.cursor;
    for (let [page, more] = [0, true]; more && page < PAGES_MAX; page++) {
      const answer = await this.#chain.deposits({ ...asked, after: this.#cursor, limit: PAGE });
      for (const { id, amount } of answer.deposits) {
        if (this.#credited.has(id)) this.#falseBalances.push(`deposit ${id} came twice`);
        this.#credited.set(id, amount);
      }
      ({ cursor: this.#cursor, more } = answer);
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
