import type { Chain, Deposit } from '@stablecoin/chains';
import type { Alarm, ChainName } from '@stablecoin/contracts';
import type { Clock, EventStore, Log, Meter } from '@stablecoin/event-sourcing';
import { screeningOf } from '@stablecoin/funds';
import { depositsCommand } from '../domain/followed-deposits';
import { walletStreams, depositsStreams } from '../domain/streams';
import type { LiveWallet } from './live-wallet';
import type { DepositsHandler } from './handlers';
import { SetAsideTransactions } from './set-aside-transactions';
import type { WalletCredits } from './wallet-credits';

export interface WalletDepositsOptions {
  readonly chain: ChainName;
  readonly adapter: Pick<Chain, 'balances' | 'deposits' | 'setAside'>;
  /** Of the treasury on the chain. Its balances are read for their cursor alone, and what it sends is not screened. */
  readonly treasury: string;
  /** Whether deposits are held until their sender is cleared. */
  readonly screens: boolean;
  /** Every live wallet of the chain that may be used, as the read model has them now. */
  readonly wallets: () => Promise<readonly LiveWallet[]>;
  readonly credits: Pick<WalletCredits, 'credit'>;
  readonly handler: Pick<DepositsHandler, 'handle' | 'query'>;
  readonly store: Pick<EventStore, 'read'>;
  /** Set while clients may repeat what a restored store has lost: the position after which records may be missing. */
  readonly boundary: number | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
}

type Addressed = ReadonlyMap<string, LiveWallet>;

/** Events of a cursor that are read at once, while the one of a boundary is looked for. */
const CURSORS = 100;
const PAGE = 1_000;
/** Maximum pages per check; the next check reads the rest. */
const PAGES_MAX = 50;
/** A cursor behind which nothing came in is written down so often: a restart reads on from there. */
const CURSOR_KEPT_MS = 3_600_000;

/**
 * Credits final deposits to live wallets. Each check reads the transfers of a chain after one cursor, for all wallets
 * together. Reading a page twice is safe: a transfer is credited once by its identity, and the cursor moves only from
 * where the page began.
 */
export class WalletDeposits {
  readonly #options: WalletDepositsOptions;
  /** How far was read from the cursor that is written down, without finding anything. */
  #read: { readonly from: string; readonly to: string } | undefined;
  #cursorKeptAt: number;
  #known: Addressed = new Map();
  /** Wallets whose deposits since the boundary are credited. */
  #caughtUp: ReadonlySet<string> = new Set();
  #boundaryCursor: Promise<string | null> | undefined;
  readonly #setAside: SetAsideTransactions;

  constructor(options: WalletDepositsOptions) {
    this.#options = options;
    this.#cursorKeptAt = options.clock.now();
    this.#setAside = new SetAsideTransactions({ ...options, stream: depositsStreams.stream(options.chain) });
  }

  /** What an operator has to look at. */
  alarms(): readonly Alarm[] {
    return this.#setAside.alarms();
  }

  /** The wallets that the last look knew. */
  get wallets(): readonly LiveWallet[] {
    return [...this.#known.values()];
  }

  /**
   * Looks at the chain once.
   *
   * @returns the wallets that were credited; null when there is more to be read first
   */
  async look(): Promise<ReadonlySet<string> | null> {
    const { chain, adapter, screens, clock } = this.#options;
    const credited = new Set<string>();
    let from = (await this.#cursor()) ?? (await this.#begin());
    this.#known = await this.#load();
    await this.#setAside.readAgain([...this.#known.keys()], (deposits) => this.#credit(deposits, credited));
    await this.#catchUp(credited);
    for (let page = 0; page < PAGES_MAX; page++) {
      if (this.#read?.from !== from) this.#read = { from, to: from };
      const { to: after } = this.#read;
      const addresses = [...this.#known.keys()];
      // Without wallets nothing can have come in.
      const found =
        addresses.length === 0
          ? { deposits: [], cursor: await this.#final(), more: false }
          : await adapter.deposits({ chain, addresses, after, limit: PAGE, mintSenders: screens });
      await this.#setAside.add(found.setAside ?? []);
      const missed = await this.#missed(after);
      await this.#credit([...found.deposits, ...missed], credited);
      const isNews = found.deposits.length + missed.length > 0;
      if (isNews || (found.cursor !== from && clock.now() >= this.#cursorKeptAt + CURSOR_KEPT_MS)) {
        await this.#follow(from, found.cursor);
        from = found.cursor;
        if ((await this.#cursor()) !== from) return null;
      } else {
        this.#read = { from, to: found.cursor };
      }
      if (!found.more) return credited;
    }
    return null;
  }

  /**
   * A wallet that was lost and comes back has deposits that the cursor has passed already. Those of before this service's
   * boundary were credited before; a transfer is credited once.
   */
  async #catchUp(credited: Set<string>): Promise<void> {
    const addresses = [...this.#known.keys()].filter((address) => !this.#caughtUp.has(address));
    if (addresses.length === 0 || this.#options.boundary === null) return;
    const cursor = await (this.#boundaryCursor ??= this.#cursorAt(this.#options.boundary));
    if (cursor !== null) await this.#credit(await this.#depositsSince(cursor, addresses), credited);
    this.#caughtUp = new Set(this.#known.keys());
  }

  /** The cursor as it was at a position; null when there was none. */
  async #cursorAt(position: number): Promise<string | null> {
    const { chain, store } = this.#options;
    let from: number | undefined;
    for (;;) {
      const options = { direction: 'backwards', limit: CURSORS, ...(from === undefined ? {} : { from }) } as const;
      const events = await store.read(depositsStreams.stream(chain), options);
      for (const { type, data, ...event } of events.map((stored) => depositsStreams.decode(stored))) {
        if (type === 'DepositsFollowed' && event.position <= position) return data.cursor;
      }
      from = (events.at(-1)?.revision ?? 0) - 1;
      if (from < 0) return null;
    }
  }

  /** Deposits to wallets that were created while the page was read. */
  async #missed(after: string): Promise<readonly Deposit[]> {
    const before = this.#known;
    this.#known = await this.#load();
    return this.#depositsSince(
      after,
      [...this.#known.keys()].filter((address) => !before.has(address)),
    );
  }

  async #depositsSince(after: string, addresses: readonly string[]): Promise<readonly Deposit[]> {
    const { chain, adapter, screens } = this.#options;
    const deposits: Deposit[] = [];
    for (let from = after, more = addresses.length > 0; more;) {
      const page = await adapter.deposits({ chain, addresses, after: from, limit: PAGE, mintSenders: screens });
      await this.#setAside.add(page.setAside ?? []);
      deposits.push(...page.deposits);
      ({ cursor: from, more } = page);
    }
    return deposits;
  }

  async #credit(deposits: readonly Deposit[], credited: Set<string>): Promise<void> {
    const { chain, credits, treasury, screens, clock, log, meter } = this.#options;
    for (const deposit of deposits) {
      const { id, to, currency, amount, from, hash } = deposit;
      const wallet = this.#known.get(to);
      // Anybody may send nothing to anybody, and some do.
      if (wallet === undefined || amount === '0') continue;
      const { walletId, account } = wallet;
      const transferId = `${chain}:${id}`;
      const envelope = { id: transferId, time: clock.now(), account, livemode: true, correlationId: transferId };
      const screening = screens ? screeningOf(walletStreams.stream(walletId), transferId, deposit, treasury) : {};
      const transfer = { transferId, chain, currency, amount, from, txHash: hash, ...screening };
      credited.add(walletId);
      if (!(await credits.credit(envelope, walletId, transfer))) continue;
      meter.count('wallet_deposits_total', { chain });
      log.info({ chain, wallet: walletId, transfer: transferId }, 'deposit of a wallet booked');
    }
  }

  /** Deposits count from the first look on: no wallet of this service is older. */
  async #begin(): Promise<string> {
    await this.#follow(null, await this.#final());
    const cursor = await this.#cursor();
    if (cursor === null) throw new Error('a cursor was written down and is not there');
    return cursor;
  }

  async #final(): Promise<string> {
    const { chain, adapter, treasury } = this.#options;
    return (await adapter.balances({ chain, addresses: [treasury] })).cursor;
  }

  async #cursor(): Promise<string | null> {
    const { chain, handler } = this.#options;
    return (await handler.query(depositsStreams.stream(chain), ({ cursor }) => cursor)) ?? null;
  }

  async #follow(after: string | null, cursor: string): Promise<void> {
    const { chain, handler, clock } = this.#options;
    const stream = depositsStreams.stream(chain);
    const data = { chain, after, cursor };
    const command = depositsCommand(`${stream}:${after ?? 'begin'}`, 'FollowDeposits', data, clock.now());
    await handler.handle(stream, command);
    this.#cursorKeptAt = clock.now();
  }

  async #load(): Promise<Addressed> {
    return new Map((await this.#options.wallets()).map((wallet) => [wallet.address, wallet]));
  }
}
