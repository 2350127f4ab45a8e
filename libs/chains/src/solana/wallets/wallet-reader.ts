import { CURRENCIES } from '@stablecoin/contracts';
import type { Currency } from '@stablecoin/contracts';
import { agreement } from '../../rpc/agreement';
import type { EndpointAnswer } from '../../rpc/agreement';
import type { RpcPool } from '../../rpc/rpc-pool';
import type { AssociatedAccounts } from '../accounts/associated-accounts';
import { Batcher } from '../batcher';
import { readBlockTime } from '../block-time';
import type { SolanaNetwork } from '../network';
import { account, inContext, list } from '../values';
import type { AccountInfo } from '../values';
import { multisigIn, nonceAccountIn, tokenAccountIn } from './accounts';
import type { Multisig, NonceAccount, TokenAccount } from './accounts';
import type { SolanaWallet } from './multisig';

/** The accounts of a wallet, in a final block. Null: there is no such account, or another one is in its place. */
export interface WalletAccounts {
  readonly multisig: Multisig | null;
  readonly nonce: NonceAccount | null;
  readonly tokens: Readonly<Record<Currency, TokenAccount | null>>;
}

/** Accounts, and the final block that they were read in. */
export interface AccountsReading {
  readonly slot: number;
  /** The time of that block, in milliseconds since the epoch. */
  readonly at: number;
  readonly accounts: WalletAccounts;
}

/** What a majority, or one endpoint, says. */
interface Agreed {
  readonly slot: number;
  readonly accounts: WalletAccounts;
}

/** Wallets of one request. */
const AT_ONCE = 25;

/** Reads the accounts of wallets, as a majority of the configured endpoints has them at finality (protocol rule 29). */
export class WalletReader {
  readonly #pool: RpcPool;
  readonly #network: SolanaNetwork;
  readonly #associated: AssociatedAccounts;
  readonly #accounts: Batcher<Agreed | null>;

  constructor(parts: {
    readonly pool: RpcPool;
    readonly network: SolanaNetwork;
    readonly associated: AssociatedAccounts;
  }) {
    this.#pool = parts.pool;
    this.#network = parts.network;
    this.#associated = parts.associated;
    this.#accounts = new Batcher({ size: AT_ONCE, askAll: (keys) => this.#ask(keys) });
  }

  /** Null while no majority says the same. @throws Error when no endpoint answers */
  async accounts(wallet: SolanaWallet): Promise<WalletAccounts | null> {
    return (await this.#accounts.ask(keysOf(wallet)))?.accounts ?? null;
  }

  /** The same, with its block. @throws Error when no endpoint answers */
  async read(wallet: SolanaWallet): Promise<AccountsReading | null> {
    const agreed = await this.#accounts.ask(keysOf(wallet));
    if (agreed === null) return null;
    const at = await readBlockTime(this.#pool, agreed.slot).catch(() => null);
    return at === null ? null : { ...agreed, at };
  }

  async #ask(keys: readonly string[]): Promise<readonly (Agreed | null)[]> {
    const options = { commitment: 'finalized', encoding: 'base64' };
    const calls = keys.map((key) => ({ method: 'getMultipleAccounts', params: [this.#accountsOf(key), options] }));
    const said = await this.#pool.ask(
      async (endpoint) => (await endpoint.results(calls)).map(readSaid),
      (soFar) => keys.every((_, index) => agreement(at(soFar, index), this.#pool.majority, keyOf) !== undefined),
    );
    return keys.map((_, index) => {
      const agreed = agreement(at(said, index), this.#pool.majority, keyOf);
      if (agreed === undefined) return null;
      // The latest block: what is counted from its time on begins late rather than early.
      const slot = Math.max(...agreed.by.map(({ value }) => value.slot));
      return { slot, accounts: agreed.value.accounts };
    });
  }

  #accountsOf(key: string): readonly string[] {
    const [address = '', nonceAccount = ''] = key.split(' ');
    const tokens = CURRENCIES.map((currency) =>
      this.#associated.of(address, this.#network.tokens[currency]).toBase58(),
    );
    return [address, nonceAccount, ...tokens];
  }
}

function keysOf({ address, nonceAccount }: SolanaWallet): string {
  return `${address} ${nonceAccount}`;
}

function readSaid(answer: unknown): Agreed {
  const { slot, value } = inContext(answer, (each) => list(each, 2 + CURRENCIES.length).map(account));
  const [multisig = null, nonce = null, ...tokens] = value;
  const read = <T>(found: AccountInfo | null | undefined, into: (info: AccountInfo) => T | null): T | null =>
    found === null || found === undefined ? null : into(found);
  const held = CURRENCIES.map((currency, index) => [currency, read(tokens[index], tokenAccountIn)] as const);
  return {
    slot,
    accounts: {
      multisig: read(multisig, multisigIn),
      nonce: read(nonce, nonceAccountIn),
      tokens: Object.fromEntries(held) as WalletAccounts['tokens'],
    },
  };
}

function keyOf({ accounts }: Agreed): string {
  return JSON.stringify(accounts, (_, each: unknown) => (typeof each === 'bigint' ? `${each}` : each));
}

function at(said: readonly EndpointAnswer<readonly Agreed[]>[], index: number): readonly EndpointAnswer<Agreed>[] {
  return said.flatMap(({ endpoint, value }) => {
    const each = value[index];
    return each === undefined ? [] : [{ endpoint, value: each }];
  });
}
