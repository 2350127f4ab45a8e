import type { Balances, Chain, Deposit, SetAside } from '@stablecoin/chains';
import { describeError, CURRENCIES, pocketOf } from '@stablecoin/contracts';
import type { Tenant, ChainName, Currency, Units } from '@stablecoin/contracts';
import type { Clock, Command, Log, Meter } from '@stablecoin/event-sourcing';
import { screeningOf } from '@stablecoin/funds';
import type { FollowedDeposit } from '../domain/treasury-commands';
import { compareBalances } from '../domain/reconciliation';
import type { ChainReading } from '../domain/reconciliation';
import { treasuryStream } from '../domain/streams';
import type { BalanceDifference, FollowedChain, SetAsideTransaction } from '../domain/followed-chains';
import { PostedSamples } from './posted-samples';
import type { Posted } from './posted-samples';
import type { TreasuryHandler } from './handlers';

export interface ChainBooksOptions {
  readonly tenant: Tenant;
  readonly chain: ChainName;
  /** Of the treasury, on this chain. */
  readonly address: string;
  readonly adapter: Pick<Chain, 'balances' | 'deposits' | 'setAside'>;
  /** Whether deposits are held until their sender is cleared. */
  readonly screens: boolean;
  readonly handler: Pick<TreasuryHandler, 'handle' | 'query'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
}

/** What a chain held when it was compared with the books. */
export interface ComparedChain {
  /** The time of the final block, in milliseconds since the epoch. */
  readonly at: number;
  readonly onChain: Readonly<Record<Currency, Units>>;
  /** What the books cannot explain, of differences that have stood for some looks. */
  readonly differences: ReadonlyMap<Currency, bigint>;
}

const PAGE = 100;
/** Maximum pages per check; the next check reads the rest. */
const PAGES_MAX = 50;
/** A cursor behind which nothing came in is written down so often: a restart reads on from there. */
const CURSOR_KEPT_MS = 3_600_000;
/** Our clock and the chain's, at most. */
const CLOCKS_APART_MS = 120_000;
/** A difference is reported after this many checks in a row: the index of an endpoint may lag. */
const CHECKS_BEFORE_ALERT = 3;
/** Transactions that were set aside are read again so often, so many at a time. */
const SET_ASIDE_READ_MS = 600_000;
const SET_ASIDE_READ_MAX = 100;

/**
 * Keeps the books of a treasury for one chain in step with it: opens them with the final balances, credits deposits,
 * and compares both. The stream of the treasury decides everything that must be right. State in memory may be lost, and
 * two instances may run at once.
 */
export class ChainBooks {
  readonly #options: ChainBooksOptions;
  readonly #stream: string;
  readonly #samples = new PostedSamples();
  /** How far was read from the cursor of the books on, without finding anything. */
  #read: { readonly from: string; readonly to: string } | undefined;
  #cursorKeptAt: number;
  #checksWithNews = 0;
  #told: ReadonlyMap<Currency, bigint> = new Map();
  #compared: Omit<ComparedChain, 'differences'> | null = null;
  /** Transactions that were set aside, the oldest first. */
  #setAside: readonly SetAsideTransaction[] = [];
  #setAsideReadAt = -Infinity;
  #setAsideRead = 0;

  constructor(options: ChainBooksOptions) {
    this.#options = options;
    this.#stream = treasuryStream(options.tenant);
    this.#cursorKeptAt = options.clock.now();
    const { chain, meter } = options;
    meter.gauge('treasury_set_aside', { chain }, () => this.#setAside.length);
    for (const currency of CURRENCIES) {
      meter.gauge('treasury_difference_units', { chain, currency }, () => Number(this.#told.get(currency) ?? 0n));
      meter.gauge('treasury_balance_units', { chain, currency }, () =>
        Number(this.#compared?.onChain[currency] ?? NaN),
      );
    }
  }

  /** The last comparison with the chain; null: none yet. */
  get compared(): ComparedChain | null {
    if (this.#compared === null) return null;
    return { ...this.#compared, differences: this.#told };
  }

  /** Whether a difference stands that was told of. */
  get differs(): boolean {
    return [...this.#told.values()].some((difference) => difference !== 0n);
  }

  /** Transactions that may have paid the treasury and cannot be read, the oldest first. */
  get setAside(): readonly SetAsideTransaction[] {
    return this.#setAside;
  }

  /**
   * Looks at the chain once.
   *
   * @returns whether the books were compared with it; false when there is more to be read first
   * @throws Error when the chain gives no answer, or the books are of another address
   */
  async look(): Promise<boolean> {
    const { chain, address, adapter } = this.#options;
    const opened = await this.#opened();
    if (opened !== undefined && opened.address !== address) {
      throw new Error(`the books of ${chain} are of ${opened.address}, and the treasury is ${address} now`);
    }
    // Before the deposits: those that are in it are credited then.
    const read = await adapter.balances({ chain, addresses: [address] }).catch(async (error: unknown) => {
      // Deposits do not wait for the comparison.
      if (opened !== undefined) await this.#follow();
      throw error;
    });
    // The time of a block may be ahead of our clock. What was posted since is not in that block.
    const balances = { ...read, at: Math.min(read.at, this.#options.clock.now()) };
    if (opened === undefined) await this.#open(balances);
    const cursor = await this.#follow();
    await this.#readSetAside();
    return cursor !== null && (await this.#compare(balances, cursor));
  }

  #opened(): Promise<FollowedChain | undefined> {
    return this.#options.handler.query(this.#stream, ({ chains }) => chains.get(this.#options.chain));
  }

  async #open({ cursor, balances }: Balances): Promise<void> {
    const { chain, address, handler, log } = this.#options;
    const data = { chain, address, cursor, balances: byCurrency(balances), opening: '0' as const };
    await handler.handle(this.#stream, this.#command('OpenChain', 'open', data));
    log.info({ chain, address, cursor }, 'the books of a chain are open');
  }

  /** @returns the cursor of the books when everything before it is credited; null when there is more, or another one is at it */
  async #follow(): Promise<string | null> {
    const { chain, address, adapter, screens, clock } = this.#options;
    let from = (await this.#opened())?.cursor;
    const asked = { chain, addresses: [address], mintSenders: screens };
    for (let pages = 0; pages < PAGES_MAX && from !== undefined; pages++) {
      if (this.#read?.from !== from) this.#read = { from, to: from };
      const { to: after } = this.#read;
      const page = await adapter.deposits({ ...asked, after, limit: PAGE });
      const { deposits, setAside = [], cursor, more } = page;
      // Anybody may send nothing to anybody, and some do.
      const worth = deposits.filter(({ amount }) => amount !== '0');
      this.#read = { from, to: cursor };
      const isNews = worth.length + setAside.length > 0;
      if (isNews || (cursor !== from && clock.now() >= this.#cursorKeptAt + CURSOR_KEPT_MS)) {
        await this.#credit(from, cursor, worth, setAside);
        from = (await this.#opened())?.cursor;
        if (from !== cursor) return null;
      }
      if (!more) return from;
    }
    return null;
  }

  async #credit(
    after: string,
    cursor: string,
    deposits: readonly Deposit[],
    unread: readonly SetAside[],
  ): Promise<void> {
    const { chain, handler, clock, log, meter } = this.#options;
    const setAside = unread.map(({ hash: txHash, block, reason }) => ({ txHash, block, reason }));
    const data = { chain, after, cursor, deposits: deposits.map((each) => this.#followed(each)), setAside };
    const { events } = await handler.handle(this.#stream, this.#command('FollowDeposits', `follow:${after}`, data));
    this.#cursorKeptAt = clock.now();
    if (events.length === 0) return;
    for (const transaction of setAside) {
      meter.count('treasury_set_aside_total', { chain });
      log.error(
        { chain, ...transaction },
        'a transaction that may have paid the treasury cannot be read: it is set aside',
      );
    }
    if (deposits.length === 0) return;
    meter.count('treasury_deposits_total', { chain }, deposits.length);
    log.info({ chain, deposits: deposits.length, cursor }, 'deposits booked');
  }

  /** Reads transactions again that were set aside, some at a time: a later version may be able to. */
  async #readSetAside(): Promise<void> {
    const { chain, address, adapter, handler, screens, clock, log } = this.#options;
    this.#setAside = (await this.#loadSetAside()) ?? [];
    const isDue = clock.now() >= this.#setAsideReadAt + SET_ASIDE_READ_MS;
    if (!isDue || this.#setAside.length === 0) return;
    this.#setAsideReadAt = clock.now();
    if (this.#setAsideRead >= this.#setAside.length) this.#setAsideRead = 0;
    const some = this.#setAside.slice(this.#setAsideRead, this.#setAsideRead + SET_ASIDE_READ_MAX);
    this.#setAsideRead += some.length;
    try {
      const transactions = some.map(({ txHash: hash, block, reason }) => ({ hash, block, reason }));
      const { deposits, setAside = [] } = await adapter.setAside({
        chain,
        addresses: [address],
        transactions,
        mintSenders: screens,
      });
      const unread = new Set(setAside.map(({ hash }) => hash));
      for (const { txHash } of some.filter((each) => !unread.has(each.txHash))) {
        const found = deposits.filter(({ hash }) => hash === txHash).map((each) => this.#followed(each));
        await handler.handle(
          this.#stream,
          this.#command('CreditSetAside', `set-aside:${txHash}`, { chain, txHash, deposits: found }),
        );
        log.info({ chain, txHash, deposits: found.length }, 'a transaction that was set aside is read');
      }
      this.#setAside = (await this.#loadSetAside()) ?? [];
    } catch (error) {
      // One that can no longer be had keeps neither deposits nor the comparison waiting.
      log.warn({ chain, error: describeError(error) }, 'cannot read transactions that were set aside, retrying');
    }
  }

  #loadSetAside(): Promise<readonly SetAsideTransaction[] | undefined> {
    const { handler, chain } = this.#options;
    return handler.query(this.#stream, ({ setAside }) => [...(setAside.get(chain)?.values() ?? [])]);
  }

  async #compare(read: Balances, cursor: string): Promise<boolean> {
    const { chain, address, adapter, handler, clock } = this.#options;
    const question = { chain, addresses: [address], after: read.cursor, limit: PAGE };
    const { deposits: later, more } = await adapter.deposits(question);
    if (more) return false;
    const reading: ChainReading = {
      chain,
      cursor,
      balances: byCurrency(read.balances),
      laterDeposits: later.map((each) => this.#followed(each)),
      postedBefore: this.#samples.before(read.at - CLOCKS_APART_MS),
    };
    const view = await handler.query(this.#stream, (state) => ({
      found: compareBalances(state, reading),
      told: new Map(CURRENCIES.map((each) => [each, state.differences.get(pocketOf(chain, each)) ?? 0n])),
      posted: byPocket(chain, state.posted),
    }));
    if (view === undefined || view.found === null) return false;
    this.#samples.take(clock.now(), view.posted);
    this.#told = view.told;
    await this.#tell(view.found, reading, read.cursor);
    this.#compared = { at: read.at, onChain: reading.balances };
    return true;
  }

  /** Tells of differences that are news, and of their end, once they have stood for some looks. */
  async #tell(found: readonly BalanceDifference[], reading: ChainReading, at: string): Promise<void> {
    const news = found.filter(({ currency, difference }) => BigInt(difference) !== this.#told.get(currency));
    this.#checksWithNews = news.length === 0 ? 0 : this.#checksWithNews + 1;
    if (this.#checksWithNews < CHECKS_BEFORE_ALERT) return;
    const { handler, log } = this.#options;
    const { events } = await handler.handle(
      this.#stream,
      this.#command('ReconcileBalances', `reconcile:${at}:${reading.cursor}`, reading),
    );
    this.#checksWithNews = 0;
    for (const { type, data } of events) {
      if (type === 'BalanceDiffered') log.error(data, 'the balance on chain differs from the books');
      if (type === 'BalanceReconciled') log.info(data, 'the books and the chain agree again');
    }
    this.#told = new Map(found.map(({ currency, difference }) => [currency, BigInt(difference)]));
  }

  #followed(deposit: Deposit): FollowedDeposit {
    const { chain, address, screens } = this.#options;
    const { id, currency, amount, from, hash: txHash } = deposit;
    const transferId = `${chain}:${id}`;
    const screening = screens ? screeningOf(this.#stream, transferId, deposit, address) : {};
    return { transferId, currency, amount, from, txHash, ...screening };
  }

  /** Two that do the same at once do it under one command id, and so do repetitions (protocol rule 2). */
  #command<Type extends string, Data>(type: Type, verb: string, data: Data): Command<Type, Data> {
    const { tenant, chain, clock } = this.#options;
    const { account, livemode } = tenant;
    const id = `${this.#stream}:${chain}:${verb}`;
    return { id, type, data, at: clock.now(), correlationId: id, account, livemode };
  }
}

function byCurrency(balances: Balances['balances']): Readonly<Record<Currency, Units>> {
  const of = (currency: Currency): Units => {
    const found = balances.find((each) => each.currency === currency);
    if (found === undefined) throw new Error(`the chain says nothing of ${currency}`);
    return found.amount;
  };
  return { USDC: of('USDC'), EURC: of('EURC') };
}

function byPocket(chain: ChainName, posted: ReadonlyMap<string, bigint>): Posted {
  const of = (currency: Currency): Units => `${posted.get(pocketOf(chain, currency)) ?? 0n}`;
  return { USDC: of('USDC'), EURC: of('EURC') };
}
