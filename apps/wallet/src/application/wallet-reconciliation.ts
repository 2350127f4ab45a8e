import type { Chain } from '@stablecoin/chains';
import type { Clock, Log, Meter } from '@stablecoin/event-sourcing';
import { CURRENCIES, pocketOf } from '@stablecoin/contracts';
import type { ChainName, Currency } from '@stablecoin/contracts';
import { walletStreams } from '../domain/streams';
import type { LiveWallet } from './live-wallet';
import type { WalletHandler } from './handlers';

export interface WalletReconciliationOptions {
  readonly chain: ChainName;
  readonly adapter: Pick<Chain, 'balances'>;
  readonly handler: Pick<WalletHandler, 'query'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
}

/** What the books say of a wallet at one moment. */
interface Books {
  readonly walletId: string;
  readonly address: string;
  /** Of the stream's last event: another one means that the books have gone on. */
  readonly position: number;
  readonly isUnderWay: boolean;
  readonly balances: Readonly<Record<Currency, bigint>>;
}

/** What the chain says of wallets whose books were read before. */
export interface WalletReading {
  readonly books: readonly Books[];
  /** The time of the final block, by our clock at the latest. */
  readonly at: number;
  readonly onChain: ReadonlyMap<string, bigint>;
}

/** Wallets that are compared in one look: those that have changed, and some of the others in turn. */
const CHANGED_PER_CHECK = 200;
const OTHERS_PER_CHECK = 20;
/** Maximum wallets queued for comparison. The others are compared in turn. */
const CHANGED_MAX = 10_000;
/** Our clock and the chain's, at most. */
const CLOCKS_APART_MS = 120_000;
/** A difference is reported after this many checks in a row: the index of an endpoint may lag. */
const CHECKS_BEFORE_ALERT = 3;

/**
 * Compares the books of live wallets with the chain, and alerts an operator when they differ. A wallet is compared
 * while it has no payment in progress and the final block is newer than its last change. The state in memory may be
 * lost: after a restart every wallet is compared in turn.
 */
export class WalletReconciliation {
  readonly #options: WalletReconciliationOptions;
  /** Wallets that have changed, with when; the one that waits longest first. */
  readonly #changed = new Map<string, number>();
  /** Looks in a row that have found a wallet different. */
  readonly #differing = new Map<string, number>();
  readonly #startedAt: number;
  #turn = 0;

  constructor(options: WalletReconciliationOptions) {
    this.#options = options;
    const { chain, clock, meter } = options;
    this.#startedAt = clock.now();
    const told = (): number => [...this.#differing.values()].filter((looks) => looks >= CHECKS_BEFORE_ALERT).length;
    meter.gauge('wallet_differences', { chain }, told);
  }

  /** A wallet's books have changed. */
  note(walletId: string, at: number): void {
    if (this.#changed.size < CHANGED_MAX || this.#changed.has(walletId)) this.#changed.set(walletId, at);
  }

  /** Reads the balances of some wallets before their new deposits are credited. */
  async read(wallets: readonly LiveWallet[]): Promise<WalletReading> {
    const { chain, adapter, clock } = this.#options;
    const books = await Promise.all(this.#choose(wallets).map((wallet) => this.#booksOf(wallet)));
    const found = books.filter((each) => each !== null);
    if (found.length === 0) return { books: [], at: 0, onChain: new Map() };
    const { balances, at } = await adapter.balances({ chain, addresses: found.map(({ address }) => address) });
    const onChain = new Map(
      balances.map(({ address, currency, amount }) => [keyOf(address, currency), BigInt(amount)]),
    );
    return { books: found, at: Math.min(at, clock.now()), onChain };
  }

  /** @param credited - wallets that something came in to since the reading began */
  async compare({ books, at, onChain }: WalletReading, credited: ReadonlySet<string>): Promise<void> {
    for (const before of books) {
      const { walletId } = before;
      const changedAt = this.#changed.get(walletId) ?? this.#startedAt;
      const now = await this.#booksOf(before);
      const isQuiet = !before.isUnderWay && now?.position === before.position && !credited.has(walletId);
      if (!isQuiet || changedAt > at - CLOCKS_APART_MS) {
        // It is looked at again, after the others.
        if (this.#changed.delete(walletId)) this.#changed.set(walletId, changedAt);
        continue;
      }
      this.#tell(before, onChain);
    }
  }

  #choose(wallets: readonly LiveWallet[]): readonly LiveWallet[] {
    const byId = new Map(wallets.map((wallet) => [wallet.walletId, wallet]));
    const chosen = new Map<string, LiveWallet>();
    for (const walletId of [...this.#differing.keys(), ...this.#changed.keys()]) {
      const wallet = byId.get(walletId);
      if (wallet !== undefined && chosen.size < CHANGED_PER_CHECK) chosen.set(walletId, wallet);
    }
    for (let n = 0; n < Math.min(OTHERS_PER_CHECK, wallets.length); n++) {
      const wallet = wallets[this.#turn++ % wallets.length];
      if (wallet !== undefined) chosen.set(wallet.walletId, wallet);
    }
    return [...chosen.values()];
  }

  async #booksOf({ walletId, address }: Pick<LiveWallet, 'walletId' | 'address'>): Promise<Books | null> {
    const { chain, handler } = this.#options;
    const found = await handler.query(walletStreams.stream(walletId), ({ book }, { position }) => ({
      walletId,
      address,
      position,
      isUnderWay: book.open().size > 0,
      balances: { USDC: book.total(pocketOf(chain, 'USDC')), EURC: book.total(pocketOf(chain, 'EURC')) },
    }));
    return found ?? null;
  }

  #tell({ walletId, address, balances }: Books, onChain: ReadonlyMap<string, bigint>): void {
    const { chain, log } = this.#options;
    const differences = CURRENCIES.map((currency) => ({
      currency,
      books: `${balances[currency]}`,
      onChain: `${onChain.get(keyOf(address, currency)) ?? 0n}`,
    })).filter(({ books, onChain: held }) => books !== held);
    const before = this.#differing.get(walletId) ?? 0;
    this.#changed.delete(walletId);
    if (differences.length === 0) {
      this.#differing.delete(walletId);
      if (before >= CHECKS_BEFORE_ALERT)
        log.info({ chain, wallet: walletId }, 'the books of a wallet and the chain agree again');
      return;
    }
    if (this.#differing.size < CHANGED_MAX || before > 0) this.#differing.set(walletId, before + 1);
    if (before + 1 !== CHECKS_BEFORE_ALERT) return;
    log.error(
      { chain, wallet: walletId, address, differences },
      'the balance of a wallet on chain differs from its books',
    );
  }
}

function keyOf(address: string, currency: Currency): string {
  return `${address} ${currency}`;
}
