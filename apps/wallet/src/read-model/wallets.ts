import type { Tenant, WalletQueries } from '@stablecoin/contracts';
import { BatchStatement } from '@stablecoin/event-sourcing';
import type { ChainName } from '@stablecoin/money';
import type { Kysely } from 'kysely';
import type { WalletTables } from './wallet-tables';

/** A wallet that a transfer went to, and whose it is. */
export interface AddressedWallet extends Tenant {
  readonly walletId: string;
}

interface Asked {
  readonly address: string;
  readonly chain: ChainName;
  readonly livemode: boolean;
  readonly resolve: (wallet: AddressedWallet | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Compiled once, because every sandbox payment asks. */
const ACTIVE_BY_ADDRESS = new BatchStatement<
  WalletTables,
  string,
  Pick<WalletTables['wallets'], 'id' | 'account' | 'livemode' | 'address' | 'chain'>
>({
  build: (queries, count) =>
    queries
      .selectFrom('wallets')
      .select(['id', 'account', 'livemode', 'address', 'chain'])
      .where('address', 'in', Array<string>(count).fill(''))
      .where('status', '=', 'active'),
  parameters: (addresses) => [...addresses, 'active'],
});

/** Which wallets there are. */
export class Wallets {
  #asked: Asked[] = [];

  constructor(private readonly db: Kysely<WalletTables>) {}

  /** Ids of a tenant's active wallets, the newest first; one more than asked for when there are more. */
  async page(params: WalletQueries['wallet.list']['params']): Promise<readonly string[]> {
    let query = this.db
      .selectFrom('wallets')
      .select('id')
      .where('account', '=', params.account)
      .where('livemode', '=', params.livemode ? 1 : 0)
      .where('status', '=', 'active');
    if (params.startingAfter !== null) query = query.where('id', '<', params.startingAfter);
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

  /**
   * The active wallet of an address on a chain, whoever owns it. Every sandbox payment asks, most in vain: what is
   * asked within one turn of the event loop is looked up together.
   */
  at(address: string, chain: ChainName, livemode: boolean): Promise<AddressedWallet | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#asked.push({ address, chain, livemode, resolve, reject }) === 1) setImmediate(() => this.#lookUp());
    });
  }

  #lookUp(): void {
    const asked = this.#asked;
    this.#asked = [];
    this.#answer(asked).catch((error: unknown) => asked.forEach(({ reject }) => reject(error)));
  }

  async #answer(asked: readonly Asked[]): Promise<void> {
    const addresses = [...new Set(asked.map(({ address }) => address))];
    const rows = await ACTIVE_BY_ADDRESS.run(this.db, addresses);
    const found = new Map(rows.map((row) => [`${row.address} ${row.chain} ${row.livemode}`, row]));
    for (const { address, chain, livemode, resolve } of asked) {
      const row = found.get(`${address} ${chain} ${livemode ? 1 : 0}`);
      resolve(row && { walletId: row.id, account: row.account, livemode });
    }
  }
}
