import type { Authorization, Observation, PrecheckFailure } from '../../transfers';
import type { SolanaWallets, WalletPayment } from './solana-wallets';

export function isOfWallet(authorization: Authorization): authorization is WalletPayment {
  return authorization.payer !== undefined;
}

/** Payments of wallets on a chain that may have none: they fail until there are some again. */
export class WalletPayments {
  readonly #wallets: SolanaWallets | null;
  readonly #spender: string | null;

  constructor(wallets: SolanaWallets | null, spender: string | null) {
    this.#wallets = wallets;
    this.#spender = spender;
  }

  /** Why a payment cannot go out now; null where nothing is known against it. Another key than the wallet's cannot pay. */
  async check(payment: WalletPayment): Promise<PrecheckFailure | null> {
    const wallets = this.#wallets;
    const { wallet, approval } = payment.payer;
    const isPayable = wallet.spender === this.#spender && approval === null;
    return wallets?.isOwn(wallet) === true && isPayable ? wallets.check(payment) : 'chain_unavailable';
  }

  /** Adds why the chain refused payments of wallets, where their present state tells. */
  explain(authorizations: readonly Authorization[], seen: readonly Observation[]): Promise<readonly Observation[]> {
    return Promise.all(
      seen.map(async (each, index): Promise<Observation> => {
        const authorization = authorizations[index];
        if (each.state !== 'reverted' || authorization === undefined || !isOfWallet(authorization)) return each;
        const refusal = (await this.#wallets?.check(authorization).catch(() => null)) ?? null;
        return refusal === null ? each : { ...each, refusal };
      }),
    );
  }
}
