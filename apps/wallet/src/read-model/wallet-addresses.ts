import type { Tenant } from '@stablecoin/contracts';
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

/** Addresses that are remembered at most. */
const REMEMBERED_MAX = 10_000;

/**
 * Whose wallet an address is. Every sandbox payment asks, most in vain, and so it is remembered, also that it is
 * nobody's.
 *
 * What is remembered is never older than the read model: the projection has it forgotten inside the very transaction
 * that changes a wallet, and a database that takes one transaction at a time lets nobody read before that transaction
 * has ended. It is the question that is remembered, so that one which is under way then is forgotten with its answer.
 * Nothing is remembered of a database that is shared: another process may write it.
 */
export class WalletAddresses {
  readonly #remembered = new Map<string, Promise<AddressedWallet | undefined>>();
  #asked: Asked[] = [];

  constructor(
    private readonly db: Kysely<WalletTables>,
    private readonly options: { readonly shared: boolean } = { shared: false },
  ) {}

  /** Addresses that are remembered now. */
  get size(): number {
    return this.#remembered.size;
  }

  /** The active wallet of an address on a chain, whoever owns it. */
  at(address: string, chain: ChainName, livemode: boolean): Promise<AddressedWallet | undefined> {
    if (this.options.shared) return this.#ask(address, chain, livemode);
    const key = keyOf(address, chain, livemode ? 1 : 0);
    const known = this.#remembered.get(key);
    if (known !== undefined) return known;
    const asked = this.#ask(address, chain, livemode);
    asked.catch(() => this.#remembered.delete(key));
    // Forgetting is never wrong, and addresses that many pay to are soon asked for again.
    if (this.#remembered.size >= REMEMBERED_MAX) this.forget();
    this.#remembered.set(key, asked);
    return asked;
  }

  /** Forgets all of them, because a wallet changes. */
  forget(): void {
    this.#remembered.clear();
  }

  /** What is asked within one turn of the event loop is looked up together. */
  #ask(address: string, chain: ChainName, livemode: boolean): Promise<AddressedWallet | undefined> {
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
