import { treasuryKey, CHAIN_NAMES, CURRENCIES, formatAmount, pocketOf } from '@stablecoin/contracts';
import type {
  Approval,
  BalanceInterval,
  ById,
  Deposit,
  LedgerEntry,
  LedgerRequest,
  Outcome,
  OutcomeRequest,
  Page,
  QueryMap,
  ReconciledBalance,
  Tenant,
  TreasuryBalance,
  TreasuryReconciliation,
  TreasurySettings,
  Currency,
} from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import { outcomeOf } from '@stablecoin/host';
import type { ReadModel } from '@stablecoin/host';
import type { QueryHandlers } from '@stablecoin/messaging';
import { listLedger } from '@stablecoin/funds';
import type { Approvals, Deposits } from '@stablecoin/funds';
import type { Kysely } from 'kysely';
import type { Opening } from '../application/opening';
import type { TreasuryHandler } from '../application/handlers';
import { balanceResource, settingsResource } from '../application/treasury-resources';
import { openedTreasury } from '../domain/decide-treasury';
import { balancesFrom, type TreasuryState } from '../domain/treasury';
import type { ChainWatch } from '../application/chain-watch';
import type { ComparedChain } from '../application/chain-books';
import { treasuryStream } from '../domain/streams';
import { readBalanceHistory } from '../read-model/balance-history';
import type { TreasuryTables } from '../read-model/tables';

/** What the chains of the live treasury were seen to hold. */
interface LiveReadings {
  /** Undefined: there is no live treasury. */
  readonly account: string | undefined;
  readonly watches: readonly Pick<ChainWatch, 'chain' | 'compared'>[];
}

type Comparison = Pick<ReconciledBalance, 'onchain' | 'difference' | 'status' | 'read_at'>;

/** Sandbox money exists only in the books. */
const SIMULATED: Comparison = { onchain: null, difference: null, status: 'simulated', read_at: null };

function comparedWith(compared: ComparedChain | null, currency: Currency): Comparison {
  if (compared === null) return { ...SIMULATED, status: 'unknown' };
  const difference = compared.differences.get(currency) ?? 0n;
  return {
    onchain: formatAmount(BigInt(compared.onChain[currency])),
    difference: formatAmount(difference),
    status: difference === 0n ? 'matched' : 'differs',
    read_at: new Date(compared.at).toISOString(),
  };
}

interface Sources {
  readonly handler: TreasuryHandler;
  readonly readModel: ReadModel;
  readonly db: Kysely<TreasuryTables>;
  readonly approvals: Approvals;
  readonly deposits: Deposits;
  readonly opening: Opening;
  readonly clock: Clock;
  readonly live: LiveReadings;
}

/**
 * What a treasury answers to others. Balances and settings come from its stream, so they are never behind; the ledger
 * and approvals are read once they have all of the stream, so they always say what the balances say.
 */
export class TreasuryAnswers {
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  register(queries: QueryHandlers<QueryMap>): void {
    queries.register('treasury.balance', (tenant) => this.#balance(tenant));
    queries.register('treasury.settings', (tenant) => this.#settings(tenant));
    queries.register('treasury.ledger', (page) => this.#ledger(page));
    queries.register('treasury.history', (request) => this.#history(request));
    queries.register('treasury.reconciliation', (tenant) => this.#reconciliation(tenant));
    queries.register('treasury.approval', (by) => this.#approval(by));
    queries.register('treasury.approvals', (page) => this.#approvals(page));
    queries.register('treasury.deposit', (by) => this.#deposit(by));
    queries.register('treasury.deposits', (page) => this.#deposits(page));
    queries.register('treasury.outcome', (request) => this.#outcome(request));
  }

  #balance(tenant: Tenant): Promise<TreasuryBalance> {
    return this.#state(tenant, ({ book }) =>
      balanceResource(
        {
          available: balancesFrom((chain, currency) => `${book.available(pocketOf(chain, currency))}`),
          reserved: balancesFrom((chain, currency) => `${book.reserved(pocketOf(chain, currency))}`),
          held: balancesFrom((chain, currency) => `${book.held(pocketOf(chain, currency))}`),
        },
        this.#sources.clock.now(),
      ),
    );
  }

  #settings(tenant: Tenant): Promise<TreasurySettings> {
    return this.#state(tenant, ({ thresholds }) => settingsResource(thresholds));
  }

  /** As the ledger: what it adds up to. */
  async #history({
    from,
    to,
    interval,
    ...tenant
  }: QueryMap['treasury.history']['params']): Promise<readonly BalanceInterval[]> {
    await this.#readModelIsCurrent(tenant);
    return readBalanceHistory(this.#sources.db, treasuryStream(tenant), { from, to, interval });
  }

  async #reconciliation(tenant: Tenant): Promise<TreasuryReconciliation> {
    const { watches, account } = this.#sources.live;
    const isLive = tenant.livemode && tenant.account === account;
    const compared = new Map(isLive ? watches.map((watch) => [watch.chain, watch.compared]) : []);
    const data = await this.#state(tenant, ({ book }) =>
      CHAIN_NAMES.flatMap((chain) =>
        CURRENCIES.map((currency): ReconciledBalance => {
          const pocket = pocketOf(chain, currency);
          return {
            chain,
            currency,
            booked: formatAmount(book.total(pocket)),
            available: formatAmount(book.available(pocket)),
            in_flight: formatAmount(book.reserved(pocket)),
            held: formatAmount(book.held(pocket)),
            ...(tenant.livemode ? comparedWith(compared.get(chain) ?? null, currency) : SIMULATED),
          };
        }),
      ),
    );
    return { as_of: new Date(this.#sources.clock.now()).toISOString(), data };
  }

  async #ledger(page: LedgerRequest): Promise<Page<LedgerEntry>> {
    await this.#readModelIsCurrent(page);
    return listLedger(this.#sources.db, treasuryStream(page), (chain) => `treasury:${chain}`, page);
  }

  async #approval(by: ById): Promise<Approval | null> {
    await this.#readModelIsCurrent(by);
    return this.#sources.approvals.get(by);
  }

  async #approvals(page: QueryMap['treasury.approvals']['params']): Promise<Page<Approval>> {
    await this.#readModelIsCurrent(page);
    return this.#sources.approvals.list({ ...page, wallets: null, wallet: null });
  }

  async #deposit(by: ById): Promise<Deposit | null> {
    await this.#readModelIsCurrent(by);
    return this.#sources.deposits.get(by);
  }

  async #deposits(page: QueryMap['treasury.deposits']['params']): Promise<Page<Deposit>> {
    await this.#readModelIsCurrent(page);
    return this.#sources.deposits.list({ ...page, wallets: null, wallet: null });
  }

  /** A treasury that no command has opened yet has no entries, approvals and deposits. */
  async #readModelIsCurrent(tenant: Tenant): Promise<void> {
    const position = await this.#sources.handler.query(treasuryStream(tenant), (_state, at) => at.position);
    if (position !== undefined) await this.#sources.readModel.waitFor(position);
  }

  async #outcome({ id, commandId, ...tenant }: OutcomeRequest): Promise<Outcome> {
    if (id !== treasuryKey(tenant)) return { applied: false, refusal: null };
    return outcomeOf(this.#sources.handler, this.#sources.readModel, treasuryStream(tenant), commandId);
  }

  /** What the treasury holds now. One that no command has opened yet holds what it will open with: a query changes nothing. */
  async #state<T>(tenant: Tenant, select: (state: TreasuryState) => T): Promise<T> {
    const found = await this.#sources.handler.query(treasuryStream(tenant), select);
    return found ?? select(openedTreasury(this.#sources.opening.of(tenant)));
  }
}
