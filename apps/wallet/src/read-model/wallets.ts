import type { WalletQueries } from '@stablecoin/contracts';
import type { Kysely } from 'kysely';
import type { WalletTables } from './wallet-tables';

/** Which wallets there are. */
export class Wallets {
  constructor(private readonly db: Kysely<WalletTables>) {}

  /** Ids of a tenant's wallets that exist, the newest first; one more than asked for when there are more. */
  async page(params: WalletQueries['wallet.list']['params']): Promise<readonly string[]> {
    let query = this.db
      .selectFrom('wallets')
      .select('id')
      .where('account', '=', params.account)
      .where('livemode', '=', params.livemode ? 1 : 0)
      .where('status', 'in', ['active', 'in_review', 'rejected']);
    if (params.startingAfter !== null) query = query.where('id', '<', params.startingAfter);
    if (params.wallets !== null) query = query.where('id', 'in', params.wallets);
    if (params.chain !== null) query = query.where('chain', '=', params.chain);
    if (params.createdAfter !== null) query = query.where('created_at', '>', params.createdAfter);
    if (params.createdBefore !== null) query = query.where('created_at', '<', params.createdBefore);
    const rows = await query
      .orderBy('id', 'desc')
      .limit(params.limit + 1)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Whether a wallet was ever asked for. */
  async has(walletId: string): Promise<boolean> {
    const row = await this.db.selectFrom('wallets').select('id').where('id', '=', walletId).executeTakeFirst();
    return row !== undefined;
  }
}
