import type { ApprovePayment } from '@stablecoin/contracts';
import type { SecretBox } from '@stablecoin/security';
import type { GivenSignature } from '../domain/wallet-commands';
import { walletStreams } from '../domain/streams';
import type { WalletState } from '../domain/wallet';
import type { WalletChains } from './wallet-chains';
import type { WalletHandler } from './handlers';

type Asked = Pick<ApprovePayment['data'], 'walletId' | 'approvalId' | 'approver' | 'sealedSignature'>;

const NOTHING_TO_SIGN = 'Nothing is signed for this approval: leave signature out.';
const MALFORMED = 'signature must be 65 bytes in hex that a key has made.';

/**
 * Finds out whose signatures are, and has the operator sign where that is who approves. A signature is open only here
 * and where the payment is sent: it is sealed before it comes and after it leaves.
 */
export class ApprovalSignatures {
  constructor(
    private readonly handler: Pick<WalletHandler, 'query'>,
    private readonly chains: WalletChains,
    private readonly secrets: SecretBox,
  ) {}

  /** The signature of an approval; null when there is none and the operator cannot sign for it. */
  async read({ walletId, approvalId, approver, sealedSignature = null }: Asked): Promise<GivenSignature | null> {
    const found = await this.handler.query(walletStreams.stream(walletId), (state) => approvalIn(state, approvalId));
    // The decider says that it is too late.
    if (found === undefined) return null;
    const { profile, transfer } = found;
    const approval = transfer === null ? null : this.chains.approval(profile, transfer);
    if (sealedSignature !== null) {
      if (approval === null) return { problem: NOTHING_TO_SIGN };
      const signer = await this.chains.signerOf(
        profile,
        approval,
        this.secrets.open(sealedSignature, 'approval signature'),
      );
      return signer === null ? { problem: MALFORMED } : { sealed: sealedSignature, signer };
    }
    const isOperator = approver === null ? profile.approvers.length === 0 : approver === this.#operatorOf(profile);
    if (approval === null || !isOperator) return null;
    const signed = await this.chains.signAsOperator(profile, approval);
    return (
      signed && {
        sealed: this.secrets.seal(signed.signature, 'approval signature'),
        signer: signed.owner,
        isOperator: true,
      }
    );
  }

  #operatorOf({
    livemode,
    chain,
  }: {
    readonly livemode: boolean;
    readonly chain: Parameters<WalletChains['operator']>[0];
  }) {
    return livemode ? this.chains.operator(chain) : null;
  }
}

/** A pending approval with its wallet and the data to sign. */
function approvalIn({ profile, approvals }: WalletState, approvalId: string) {
  const approval = approvals.get(approvalId);
  if (profile === undefined || approval === undefined) return undefined;
  const { paymentId, currency, amount, transfer } = approval;
  return { profile, transfer: transfer === undefined ? null : { paymentId, currency, amount, ...transfer } };
}
