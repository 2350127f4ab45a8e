import type { Authorization, Observation } from '../../chain';
import type { WalletRefusal } from '../../chain-wallets';
import type { RpcPool } from '../../rpc/rpc-pool';
import type { EvmNetwork } from '../network';
import { transferGas } from '../transaction';
import type { WalletPayment } from './calls';
import type { EvmWallets } from './evm-wallets';
import { isMadeBy } from './made-by';

export function isOfWallet(authorization: Authorization): authorization is WalletPayment {
  return authorization.payer !== undefined;
}

/** Payments of wallets on a chain that may have none: they wait until there are some again. */
export class WalletPayments {
  readonly #network: EvmNetwork;
  readonly #pool: RpcPool;
  readonly #wallets: EvmWallets | null;

  constructor(parts: { readonly network: EvmNetwork; readonly pool: RpcPool; readonly wallets: EvmWallets | null }) {
    this.#network = parts.network;
    this.#pool = parts.pool;
    this.#wallets = parts.wallets;
  }

  /** How many of these authorizations one transaction can carry, from the first on; at least one. */
  capacity(authorizations: readonly Authorization[]): number {
    const each = authorizations.map((one) =>
      isOfWallet(one) ? one : transferGas(one.memo === null ? 0 : Buffer.byteLength(one.memo)),
    );
    return this.#wallets?.capacity(each) ?? authorizations.length;
  }

  /** Why a payment cannot go out now; null where nothing is known against it. */
  async check(payment: WalletPayment, now: number): Promise<WalletRefusal | 'chain_unavailable' | null> {
    return this.#wallets === null ? 'chain_unavailable' : this.#wallets.check(payment, now);
  }

  /** The calls that make payments, by their ids. @throws Error where there are payments, and no wallets */
  async calls(payments: readonly WalletPayment[]): ReturnType<EvmWallets['calls']> {
    if (payments.length === 0) return new Map();
    if (this.#wallets === null) throw new Error(`${this.#network.chain} has no wallets`);
    return this.#wallets.calls(payments);
  }

  /** Completes what was observed of a wallet's payment, which its owners have a say in too. */
  async observe(payment: WalletPayment, observation: Observation, now: number): Promise<Observation> {
    const wallets = this.#wallets;
    if (wallets === null) return observation;
    switch (observation.state) {
      case 'reverted': {
        const refusal = await wallets.refusalOf(payment, now).catch(() => null);
        return refusal === null ? observation : { ...observation, refusal };
      }
      case 'included':
      case 'confirmed':
      case 'final': {
        if (payment.payer.approval === null) return observation;
        const isMade = await isMadeBy(payment, observation.hash, this.#pool, this.#network);
        if (isMade === true) return observation;
        if (isMade === undefined) return { state: 'unknown', isDisputed: true };
        // Its nonce is used up for another transfer.
        return observation.state === 'final' ? { state: 'expired' } : { state: 'unknown' };
      }
      case 'unknown':
      case 'expired':
        return observation;
    }
  }
}
