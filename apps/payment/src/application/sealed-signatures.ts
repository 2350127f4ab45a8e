import type { Authorization, Payer } from '@stablecoin/chains';
import type { WalletPayer } from '@stablecoin/contracts';
import type { SecretBox } from '@stablecoin/security';
import type { Plain } from '../domain/payment-events';

/**
 * The payer as stored in events: the signature of an owner is encrypted.
 *
 * @param payer - as received from the wallet service
 */
export function sealedPayer({ wallet, approval }: WalletPayer): Plain<Payer> {
  const signatures = approval?.signatures.map(({ owner, sealed }) => ({ owner, signature: sealed }));
  return { wallet, approval: signatures ?? null };
}

/** Opens the signatures of a wallet's owners where their payment is sent, and nowhere else. */
export class SealedSignatures {
  constructor(private readonly secrets: Pick<SecretBox, 'open'>) {}

  /** @param sealed - an authorization as its event has it */
  open(sealed: Plain<Authorization>): Authorization {
    const { payer } = sealed;
    if (payer === undefined || payer.approval === null) return sealed;
    const approval = payer.approval.map(({ owner, signature }) => ({
      owner,
      signature: this.secrets.open(signature, 'approval signature'),
    }));
    return { ...sealed, payer: { ...payer, approval } };
  }
}
