import type { Tenant, ChainName } from '@stablecoin/contracts';
import { BatchStatement } from '@stablecoin/event-sourcing';
import type { Kysely } from 'kysely';
import type { WalletTables } from './tables';

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

/** Compiled once, because many ask. */
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

/** Finds the wallet of an address. Every sandbox payment asks, mostly without a match. */
export class WalletAddresses {
  readonly #db: Kysely<WalletTables>;
  #asked: Asked[] = [];

  constructor(db: Kysely<WalletTables>) {
    this.#db = db;
  }

  /**
   * The active wallet of an address on a chain, of any account. All addresses of one event-loop tick are looked up
   * together.
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
    const rows = await ACTIVE_BY_ADDRESS.run(this.#db, addresses);
    const found = new Map(rows.map((row) => [keyOf(row.address, row.chain, row.livemode), row]));
    for (const { address, chain, livemode, resolve } of asked) {
      const row = found.get(keyOf(address, chain, livemode ? 1 : 0));
      resolve(row && { walletId: row.id, account: row.account, livemode });
    }
  }
}

function keyOf(address: string, chain: ChainName, livemode: number): string {
  return `${address} ${chain} ${livemode}`;
}
