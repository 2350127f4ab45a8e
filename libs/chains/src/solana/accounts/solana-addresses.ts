import { CURRENCIES } from '@stablecoin/contracts';
import type { AddressFlags, AddressNames, ChainAddresses } from '../../accounts';
import type { SolanaNetwork } from '../network';
import type { AssociatedAccounts } from './associated-accounts';
import type { RecipientReader } from './recipients';

/** What token accounts say about addresses. */
export class SolanaAddresses implements ChainAddresses {
  readonly #network: SolanaNetwork;
  readonly #recipients: RecipientReader;
  readonly #associated: AssociatedAccounts;

  constructor(parts: {
    readonly network: SolanaNetwork;
    readonly recipients: RecipientReader;
    readonly associated: AssociatedAccounts;
  }) {
    this.#network = parts.network;
    this.#recipients = parts.recipients;
    this.#associated = parts.associated;
  }

  /** An issuer blocks an address by freezing its token account. Solana has no sanctions oracle. */
  async flags(address: string): Promise<AddressFlags> {
    const { tokens } = this.#network;
    const issuers = CURRENCIES.map(async (currency) => {
      const { refusal } = await this.#recipients.establish(address, currency);
      return { currency, token: tokens[currency], isBlocked: refusal?.isBlocked === true };
    });
    return { state: null, oracle: null, issuers: await Promise.all(issuers) };
  }

  /** Of a token account: its owner, and the accounts in which that owner receives the tokens. */
  async namesOf(address: string): Promise<AddressNames> {
    const owner = await this.#recipients.ownerAt(address);
    const mints = CURRENCIES.map((currency) => this.#network.tokens[currency]);
    return { owner, accounts: mints.map((mint) => this.#associated.of(owner ?? address, mint).toBase58()) };
  }
}
