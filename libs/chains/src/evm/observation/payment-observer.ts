import type { Authorization, Observation, Submission } from '../../transfers';
import { isOfWallet } from '../wallets/wallet-payments';
import type { WalletPayments } from '../wallets/wallet-payments';
import type { TransferObserver } from './transfer-observer';

/** Observes payments: a transfer that uses a payment's nonce may be another than the one that was signed here. */
export class PaymentObserver {
  readonly #transfers: TransferObserver;
  readonly #walletPayments: WalletPayments;

  constructor(parts: { readonly transfers: TransferObserver; readonly walletPayments: WalletPayments }) {
    this.#transfers = parts.transfers;
    this.#walletPayments = parts.walletPayments;
  }

  /** @throws Error for an authorization that the submission does not carry */
  async observe(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<readonly Observation[]> {
    const carried = new Set(submission.authorizations);
    const stranger = authorizations.find(({ id }) => !carried.has(id));
    if (stranger !== undefined) {
      throw new Error(`submission ${submission.hash} does not carry authorization ${stranger.id}`);
    }
    const transfers = this.#transfers.of(submission);
    const seen = await transfers.observe(submission, authorizations, now);
    return Promise.all(
      seen.map(async (observation, index) => {
        const of = authorizations[index];
        return of === undefined ? observation : this.#seenOf(transfers, of, submission, observation, now);
      }),
    );
  }

  async #seenOf(
    transfers: TransferObserver,
    payment: Authorization,
    { hash }: Submission,
    observation: Observation,
    now: number,
  ): Promise<Observation> {
    switch (observation.state) {
      case 'reverted':
        return isOfWallet(payment) ? this.#walletPayments.explain(payment, observation, now) : observation;
      case 'included':
      case 'confirmed':
      case 'final': {
        // Owners may have signed another one, or a payment of which there is no record any more was another one.
        const mayBeAnother =
          (payment.payer?.approval ?? null) !== null || (payment.onchainId !== undefined && observation.hash !== hash);
        if (!mayBeAnother) return observation;
        const isMade = await transfers.isMade(payment, observation.hash);
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
