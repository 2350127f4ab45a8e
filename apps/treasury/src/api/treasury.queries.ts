import { treasuryKey } from '@stablecoin/contracts';
import type {
  Outcome,
  OutcomeRequest,
  QueryMap,
  Tenant,
  TreasuryBalance,
  TreasurySettings,
} from '@stablecoin/contracts';
import type { Clock, Projector } from '@stablecoin/event-sourcing';
import { pocketOf } from '@stablecoin/money';
import { outcomeOf } from '@stablecoin/platform';
import type { QueryHandlers } from '@stablecoin/platform';
import type { Kysely } from 'kysely';
import { treasuryStream, type Opening } from '../application/opening';
import type { TreasuryHandler } from '../application/treasury-handler';
import { treasuryBalance, treasurySettings } from '../application/treasury-resources';
import { balancesFrom } from '../domain/treasury';
import { listLedger } from '../read-model/ledger-query';
import type { TreasuryTables } from '../read-model/treasury-projection';

/** What a treasury answers to others. Balances and settings come from its stream, so they are never behind. */
export class TreasuryQueries {
  constructor(
    private readonly handler: TreasuryHandler,
    private readonly projector: Projector<TreasuryTables>,
    private readonly db: Kysely<TreasuryTables>,
    private readonly opening: Opening,
    private readonly clock: Clock,
  ) {}

  register(queries: QueryHandlers<QueryMap>): void {
    queries.register('treasury.balance', (tenant) => this.#balance(tenant));
    queries.register('treasury.settings', (tenant) => this.#settings(tenant));
    queries.register('treasury.ledger', (page) => listLedger(this.db, treasuryStream(page), page));
    queries.register('treasury.outcome', (request) => this.#outcome(request));
  }

  /** A treasury that nothing has happened to shows what it would open with. */
  async #balance(tenant: Tenant): Promise<TreasuryBalance> {
    const now = this.clock.now();
    const balance = await this.handler.query(treasuryStream(tenant), ({ book }) =>
      treasuryBalance(
        balancesFrom((chain, currency) => `${book.available(pocketOf(chain, currency))}`),
        balancesFrom((chain, currency) => `${book.reserved(pocketOf(chain, currency))}`),
        now,
      ),
    );
    const unopened = (): TreasuryBalance =>
      treasuryBalance(
        balancesFrom(() => this.opening.of(tenant)),
        balancesFrom(() => '0'),
        now,
      );
    return balance ?? unopened();
  }

  async #settings(tenant: Tenant): Promise<TreasurySettings> {
    const settings = await this.handler.query(treasuryStream(tenant), ({ thresholds }) => treasurySettings(thresholds));
    return settings ?? treasurySettings(new Map());
  }

  async #outcome({ id, commandId, ...tenant }: OutcomeRequest): Promise<Outcome> {
    if (id !== treasuryKey(tenant)) return { applied: false, refusal: null };
    return outcomeOf(this.handler, this.projector, treasuryStream(tenant), commandId);
  }
}
