import type { Authorization, Observation } from '../../transfers';
import type { WalletRefusal } from '../../chain-wallets';
import { transferGas } from '../gas-figures';
import type { GasFigures } from '../gas-figures';
import type { EvmNetwork } from '../network';
import { creationGas, paymentGas } from './calls';
import type { WalletPayment } from './calls';
import type { EvmWallets } from './evm-wallets';

type Reverted = Extract<Observation, { readonly state: 'reverted' }>;

export function isOfWallet(authorization: Authorization): authorization is WalletPayment {
  return authorization.payer !== undefined;
}

/** Payments of wallets on a chain that may have none: they wait until there are some again. */
export class WalletPayments {
  readonly #network: EvmNetwork;
  readonly #wallets: EvmWallets | null;

  constructor(parts: { readonly network: EvmNetwork; readonly wallets: EvmWallets | null }) {
    this.#network = parts.network;
    this.#wallets = parts.wallets;
  }

  /** What each of these authorizations may use at most in one transaction, with the creation of its wallet before it. */
  gasOf(authorizations: readonly Authorization[], figures: GasFigures): readonly bigint[] {
    const created = new Set<string>();
    return authorizations.map((each) => {
      if (!isOfWallet(each)) return transferGas(figures, each.memo);
      const { address } = each.payer.wallet;
      const isCreated = created.has(address) || this.#wallets?.mayCreate(each) === false;
      created.add(address);
      return paymentGas(each, figures) + (isCreated ? 0n : creationGas(each, figures));
    });
  }

  /** Why a payment cannot go out now; null where nothing is known against it. */
  async check(payment: WalletPayment, now: number): Promise<WalletRefusal | 'chain_unavailable' | null> {
    return this.#wallets === null ? 'chain_unavailable' : this.#wallets.check(payment, now);
  }

  /** The calls that make payments, by their ids. @throws Error where there are payments, and no wallets */
  async calls(payments: readonly WalletPayment[], figures: GasFigures): ReturnType<EvmWallets['calls']> {
    if (payments.length === 0) return new Map();
    if (this.#wallets === null) throw new Error(`${this.#network.chain} has no wallets`);
    return this.#wallets.calls(payments, figures);
  }

  /** Adds why the chain refused a wallet's payment, where that is known: by the state of its block, however long ago. */
  async explain(payment: WalletPayment, observation: Reverted, now: number): Promise<Observation> {
    const refusal = await this.#refusalOf(payment, observation, now).catch(() => null);
    return refusal === null ? observation : { ...observation, refusal };
  }

  async #refusalOf(payment: WalletPayment, { block, at }: Reverted, now: number): Promise<WalletRefusal | null> {
    const wallets = this.#wallets;
    if (wallets === null) return null;
    const present = { block: 'latest', at: now } as const;
    if (block === undefined || at === undefined) return wallets.refusalIn(payment, present);
    // Where no endpoint has the state of that block any more, the present one may still tell.
    return wallets.refusalIn(payment, { block, at }).catch(() => wallets.refusalIn(payment, present));
  }
}
