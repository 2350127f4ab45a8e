import type { Balances, Chain, ChainCosts, Deposit, Deposits, SetAside } from '@stablecoin/chains';
import { CURRENCIES } from '@stablecoin/contracts';
import type { Currency, Units } from '@stablecoin/contracts';

interface Movement extends Deposit {
  readonly change: bigint;
}

/** Blocks by which the final one is behind the latest. */
const FINAL_AFTER = 2;
const BLOCK_MS = 60_000;

/** A chain with one treasury on it, of which a test makes every block: money comes, goes, and is final two blocks later. */
export class FakeChain implements Pick<Chain, 'balances' | 'deposits' | 'setAside' | 'costs'> {
  readonly costs: ChainCosts = {
    gas: () => this.#answer(() => [{ sender: '0xsender', transfers: this.transfersLeft }]),
    fees: () => Promise.resolve([]),
  };
  readonly #movements: Movement[] = [];
  /** Money that is there and that no deposit told of: a fault of the chain's, or of whoever has another key. */
  readonly #unexplained = new Map<Currency, bigint>();
  #block = 10;
  /** Calls that are answered by an error. */
  failures = 0;
  transfersLeft = 1_000;
  /** Hashes of transactions that cannot be read. */
  readonly unreadable = new Set<string>();
  /** Whom money comes from; null: it is made. */
  sender: string | null = '0xfrom';
  /** By which the chain's clock is ahead of everybody else's. */
  aheadMs = 0;

  constructor(readonly startedAt: number) {}

  /** By the chain's clock. */
  get now(): number {
    return this.startedAt + this.#block * BLOCK_MS;
  }

  pass(blocks = FINAL_AFTER): void {
    this.#block += blocks;
  }

  /** @returns the hash of the transaction */
  receive(amount: bigint, currency: Currency = 'USDC'): string {
    return this.#move(amount, currency);
  }

  pay(amount: bigint, currency: Currency = 'USDC'): void {
    this.#move(-amount, currency);
  }

  /** Changes a balance without any transfer, from the first block on. */
  distort(amount: bigint, currency: Currency = 'USDC'): void {
    this.#unexplained.set(currency, (this.#unexplained.get(currency) ?? 0n) + amount);
  }

  balances({ addresses }: { readonly addresses: readonly string[] }): Promise<Balances> {
    return this.#answer(() => {
      const final = this.#final;
      const amountOf = (currency: Currency): Units =>
        `${this.#movements
          .filter((each) => each.currency === currency && each.block <= final)
          .reduce((sum, { change }) => sum + change, this.#unexplained.get(currency) ?? 0n)}`;
      return {
        cursor: `${final}:all`,
        at: this.startedAt + final * BLOCK_MS + this.aheadMs,
        balances: addresses.flatMap((address) =>
          CURRENCIES.map((currency) => ({ address, currency, amount: amountOf(currency) })),
        ),
      };
    });
  }

  /** A cursor is a block and how many of its deposits are behind it. */
  deposits({ after, limit }: { readonly after: string; readonly limit: number }): Promise<Deposits> {
    return this.#answer(() => {
      const [block, behind] = after.split(':') as [string, string];
      const incoming = this.#movements.filter(({ change }) => change >= 0n);
      const placeOf = (deposit: Movement) => incoming.filter((each) => each.block === deposit.block).indexOf(deposit);
      const fresh = incoming.filter(
        (each) =>
          each.block <= this.#final &&
          (each.block > Number(block) ||
            (each.block === Number(block) && behind !== 'all' && placeOf(each) >= Number(behind))),
      );
      const page = fresh.slice(0, limit);
      const last = page.at(-1);
      const isCut = page.length < fresh.length && last !== undefined;
      return {
        deposits: page.filter(({ hash }) => !this.unreadable.has(hash)),
        setAside: page.filter(({ hash }) => this.unreadable.has(hash)).map(asideOf),
        cursor: isCut ? `${last.block}:${placeOf(last) + 1}` : `${this.#final}:all`,
        more: isCut,
      };
    });
  }

  setAside({
    transactions,
  }: {
    readonly transactions: readonly SetAside[];
  }): Promise<Pick<Deposits, 'deposits' | 'setAside'>> {
    return this.#answer(() => ({
      deposits: this.#movements.filter(
        ({ hash }) => !this.unreadable.has(hash) && transactions.some((each) => each.hash === hash),
      ),
      setAside: transactions.filter(({ hash }) => this.unreadable.has(hash)),
    }));
  }

  get #final(): number {
    return this.#block - FINAL_AFTER;
  }

  #move(change: bigint, currency: Currency): string {
    const hash = `0x${this.#movements.length}`;
    this.#movements.push({
      id: `${hash}:0`,
      hash,
      block: this.#block,
      at: this.now,
      from: '0xfrom',
      to: '0xtreasury',
      sender: this.sender === null ? null : { address: this.sender, account: null },
      currency,
      amount: `${change < 0n ? -change : change}`,
      change,
    });
    return hash;
  }

  #answer<T>(read: () => T): Promise<T> {
    if (this.failures === 0) return Promise.resolve().then(read);
    this.failures -= 1;
    return Promise.reject(new Error('no endpoint answers'));
  }
}

function asideOf({ hash, block }: Deposit): SetAside {
  return { hash, block, reason: 'its version is above 1' };
}
