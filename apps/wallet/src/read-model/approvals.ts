import type { Approval } from '@stablecoin/contracts';
import type { StoredApproval } from '@stablecoin/funds';
import type { ApprovedTransfer, WalletChains } from '../application/wallet-chains';
import type { ApprovalRequested, SignedTransfer, WalletProfile } from '../domain/wallet-events';

/** The wallet and the transfer of an approval, as far as its row does not say them. */
interface ApprovalSubject {
  readonly wallet: Pick<WalletProfile, 'chain' | 'address' | 'contract'>;
  readonly transfer: SignedTransfer;
}

/** What the row of an approval says of its wallet. */
export function walletOf({ data }: ApprovalRequested): Pick<StoredApproval, 'wallet_id' | 'subject'> {
  const { wallet, transfer } = data;
  const { chain, address, contract } = wallet;
  const subject: ApprovalSubject | undefined = transfer && {
    wallet: { chain, address, ...(contract === undefined ? {} : { contract }) },
    transfer,
  };
  return { wallet_id: wallet.walletId, subject: subject === undefined ? null : JSON.stringify(subject) };
}

/** What approvers sign. */
export function signedFor(
  row: StoredApproval,
  chains: Pick<WalletChains, 'approval'>,
): Pick<Approval, 'authorization' | 'typed_data'> {
  const nothing = { authorization: null, typed_data: null };
  if (row.subject === null) return nothing;
  const { wallet, transfer } = JSON.parse(row.subject) as ApprovalSubject;
  const { payment_id: paymentId, currency, amount } = row;
  const approved: ApprovedTransfer = { paymentId, currency, amount, ...transfer };
  const signed = chains.approval({ livemode: row.livemode === 1, ...wallet }, approved);
  return signed === null ? nothing : { authorization: signed.authorization, typed_data: signed.typedData };
}
