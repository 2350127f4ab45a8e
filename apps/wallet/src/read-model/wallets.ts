import type { WalletQueries, ChainName } from '@stablecoin/contracts';
import { labelSearch } from '@stablecoin/event-sourcing';
import { sql, type Kysely, type SqlBool } from 'kysely';
import type { LiveWallet } from '../application/live-wallet';
import type { WalletTables } from './tables';

/** Rows that are read at once: what else happens in the process waits for no more. */
const ROWS_AT_ONCE = 5_000;

/** Which wallets there are. */
export class Wallets {
  constructor(private readonly db: Kysely<WalletTables>) {}

  /**
   * Ids of a tenant's wallets that exist, the newest first by their creation: an id that follows from an idempotency key has no
   * time in it. One more than asked for when there are more.
   */
  async page(params: WalletQueries['wallet.list']['params']): Promise<readonly string[]> {
    const { account, livemode, metadata: labels } = params;
    const own = this.db
      .selectFrom('wallets')
      .select('wallets.id')
      .where('wallets.account', '=', account)
      .where('wallets.livemode', '=', livemode ? 1 : 0)
      .where('status', 'in', ['active', 'in_review', 'rejected']);
    const search = labelSearch({ table: 'wallet_metadata', id: 'wallets.id', account, livemode, labels });
    let query = own;
    if (search !== undefined) {
      query = query.innerJoin(search.table, search.on);
      for (const condition of search.where) query = query.where(condition);
    }
    if (params.startingAfter !== null) {
      const last = sql`select created_at, id from ${sql.table('wallets')} as last where last.id = ${params.startingAfter}`;
      query = query.where(sql<SqlBool>`(${sql.ref('wallets.created_at')}, ${sql.ref('wallets.id')}) < (${last})`);
    }
    if (params.wallets !== null) query = query.where('wallets.id', 'in', params.wallets);
    if (params.owner !== null) query = query.where('wallets.owner', '=', params.owner);
    if (params.chain !== null) query = query.where('chain', '=', params.chain);
    if (params.createdAfter !== null) query = query.where('created_at', '>', params.createdAfter);
    if (params.createdBefore !== null) query = query.where('created_at', '<', params.createdBefore);
    const rows = await query
      .orderBy('wallets.created_at', 'desc')
      .orderBy('wallets.id', 'desc')
      .limit(params.limit + 1)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** All live wallets of a chain that may be used. */
  async live(chain: ChainName): Promise<readonly LiveWallet[]> {
    const found: LiveWallet[] = [];
    for (let after = '', more = true; more;) {
      const rows = await this.db
        .selectFrom('wallets')
        .select(['id', 'account', 'address'])
        .where('livemode', '=', 1)
        .where('chain', '=', chain)
        .where('status', '=', 'active')
        .where('id', '>', after)
        .orderBy('id')
        .limit(ROWS_AT_ONCE)
        .execute();
      for (const { id, account, address } of rows) found.push({ walletId: id, account, address });
      more = rows.length === ROWS_AT_ONCE;
      after = rows.at(-1)?.id ?? after;
      // Between two pages others have their turn.
      if (more) await new Promise((resolve) => setImmediate(resolve));
    }
    return found;
  }

  /** How many live wallets of a chain there are, those included that are being verified. */
  async countLive(chain: ChainName): Promise<number> {
    const { count } = await this.db
      .selectFrom('wallets')
      .select((select) => select.fn.countAll<number | string>().as('count'))
      .where('livemode', '=', 1)
      .where('chain', '=', chain)
      .where('status', 'not in', ['refused', 'rejected'])
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Whether a wallet was ever asked for. */
  async has(walletId: string): Promise<boolean> {
    const row = await this.db.selectFrom('wallets').select('id').where('id', '=', walletId).executeTakeFirst();
    return row !== undefined;
  }
}
