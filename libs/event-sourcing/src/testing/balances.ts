import type { Kysely, Transaction } from 'kysely';
import type { Projection } from '../projection';
import type { StoredEvent } from '../stream-category';
import { accountStreams } from './account';
import type { AccountEvent } from './account';

/** The accounts of {@link accountDecider} as rows, for this library's own tests. */
export interface BalanceTables {
  readonly balances: { readonly account: string; readonly balance: number; readonly events: number };
}

export class Balances implements Projection<BalanceTables, AccountEvent> {
  readonly name = 'balances';
  readonly streams = [accountStreams];
  readonly tables = ['balances'];
  /** Fails the applications to come, one each. */
  readonly faults: Error[] = [];
  /** The account whose events cannot be applied. */
  poison: string | undefined;
  batches = 0;

  constructor(readonly version = 1) {}

  async createTables(db: Kysely<BalanceTables>): Promise<void> {
    await db.schema
      .createTable('balances')
      .ifNotExists()
      .addColumn('account', 'text', (column) => column.primaryKey())
      .addColumn('balance', 'integer', (column) => column.notNull())
      .addColumn('events', 'integer', (column) => column.notNull())
      .execute();
  }

  async apply(events: readonly StoredEvent<AccountEvent>[], trx: Transaction<BalanceTables>): Promise<void> {
    this.batches++;
    for (const { stream: account, type, data } of events) {
      const { amount = 0 } = data as { readonly amount?: number };
      const change = type === 'Deposited' ? amount : type === 'Withdrawn' ? -amount : 0;
      await trx
        .insertInto('balances')
        .values({ account, balance: change, events: 1 })
        .onConflict((conflict) =>
          conflict.column('account').doUpdateSet((row) => ({
            balance: row('balances.balance', '+', change),
            events: row('balances.events', '+', 1),
          })),
        )
        .execute();
    }
    const fault = events.some(({ stream }) => stream === this.poison)
      ? new Error('no such column')
      : this.faults.shift();
    // After the rows are written, so that a test sees whether they are taken back.
    if (fault !== undefined) throw fault;
  }
}
