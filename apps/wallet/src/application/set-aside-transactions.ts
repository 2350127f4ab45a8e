import type { Chain, Deposit, SetAside } from '@stablecoin/chains';
import type { Alarm, ChainName } from '@stablecoin/contracts';
import { describeError } from '@stablecoin/contracts';
import type { Clock, Log, Meter } from '@stablecoin/event-sourcing';
import { depositsCommand } from '../domain/followed-deposits';
import type { FollowedDepositsCommand, SetAsideTransaction } from '../domain/followed-deposits';
import type { DepositsHandler } from './handlers';

export interface SetAsideTransactionsOptions {
  readonly chain: ChainName;
  /** The stream of the chain's cursor. */
  readonly stream: string;
  readonly adapter: Pick<Chain, 'setAside'>;
  /** Whether deposits are held until their sender is cleared. */
  readonly screens: boolean;
  readonly handler: Pick<DepositsHandler, 'handle' | 'query'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
}

/** They are read again so often, so many at a time. */
const READ_MS = 600_000;
const READ_MAX = 100;

/** Transactions that may have paid a wallet and cannot be read. They keep no other deposit waiting, and are read again later. */
export class SetAsideTransactions {
  readonly #options: SetAsideTransactionsOptions;
  /** The oldest first. */
  #known: readonly SetAsideTransaction[] = [];
  #readAt = -Infinity;
  #next = 0;

  constructor(options: SetAsideTransactionsOptions) {
    this.#options = options;
    options.meter.gauge('wallet_set_aside', { chain: options.chain }, () => this.#known.length);
  }

  /** Records them, before a cursor passes them. */
  async add(transactions: readonly SetAside[]): Promise<void> {
    const { chain, stream, handler, clock, log, meter } = this.#options;
    for (const { hash: txHash, block, reason } of transactions) {
      const id = this.#idOf('SetTransactionAside', txHash);
      const data = { chain, txHash, block, reason };
      const { events } = await handler.handle(stream, depositsCommand(id, 'SetTransactionAside', data, clock.now()));
      if (events.length === 0) continue;
      meter.count('wallet_set_aside_total', { chain });
      log.error(
        { chain, txHash, block, reason },
        'a transaction that may have paid a wallet cannot be read: it is set aside',
      );
    }
    if (transactions.length > 0) await this.#load();
  }

  /**
   * Reads some again, at the first call and then every ten minutes: a later version may be able to.
   *
   * @param addresses - of all wallets
   * @param credit - credits what they brought, each deposit once
   */
  async readAgain(
    addresses: readonly string[],
    credit: (deposits: readonly Deposit[]) => Promise<void>,
  ): Promise<void> {
    const { chain, stream, handler, adapter, screens, clock, log } = this.#options;
    const isDue = clock.now() >= this.#readAt + READ_MS;
    if (!isDue) return;
    this.#readAt = clock.now();
    await this.#load();
    if (this.#known.length === 0) return;
    if (this.#next >= this.#known.length) this.#next = 0;
    const some = this.#known.slice(this.#next, this.#next + READ_MAX);
    this.#next += some.length;
    try {
      const transactions = some.map(({ txHash: hash, block, reason }) => ({ hash, block, reason }));
      const { deposits, setAside = [] } = await adapter.setAside({
        chain,
        addresses,
        transactions,
        mintSenders: screens,
      });
      const unread = new Set(setAside.map(({ hash }) => hash));
      await credit(deposits.filter(({ hash }) => !unread.has(hash)));
      for (const { txHash } of some.filter((each) => !unread.has(each.txHash))) {
        const id = this.#idOf('EndSetAside', txHash);
        await handler.handle(stream, depositsCommand(id, 'EndSetAside', { chain, txHash }, clock.now()));
        log.info({ chain, txHash }, 'a transaction that was set aside is read');
      }
      await this.#load();
    } catch (error) {
      // One that can no longer be had keeps no deposit waiting.
      log.warn({ chain, error: describeError(error) }, 'cannot read transactions that were set aside, retrying');
    }
  }

  alarms(): readonly Alarm[] {
    const { chain } = this.#options;
    const [oldest] = this.#known;
    if (oldest === undefined) return [];
    const message =
      `${this.#known.length} transactions on ${chain} that may have paid wallets cannot be read; the oldest is ` +
      `${oldest.txHash}. Look it up in an explorer, and upgrade the service.`;
    return [{ name: 'transactions_set_aside', service: 'wallet', severity: 'warning', message, object: chain }];
  }

  async #load(): Promise<void> {
    const { handler, stream } = this.#options;
    this.#known = (await handler.query(stream, ({ setAside }) => [...setAside.values()])) ?? [];
  }

  #idOf(type: FollowedDepositsCommand['type'], txHash: string): string {
    return `${this.#options.stream}:${type}:${txHash}`;
  }
}
