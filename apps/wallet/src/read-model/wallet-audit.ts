import type { AuditedFields } from '@stablecoin/contracts';
import { formatAmount } from '@stablecoin/contracts';
import type { HeldDeposit } from '@stablecoin/funds/domain';
import type { AuditTable } from '@stablecoin/host';
import { walletStreams } from '../domain/streams';
import type { WalletEvent, WalletProfile } from '../domain/wallet-events';

const events: AuditTable<WalletEvent> = {
  // Where the owner is verified first, no request causes what follows.
  WalletRequested: { action: 'wallet.created', details: rulesOf },
  WalletCreated: {
    action: 'wallet.created',
    details: ({ complianceRef, ...profile }) => ({
      ...rulesOf(profile),
      ...(complianceRef === null ? { compliance: 'skip' } : {}),
    }),
  },
  WalletCredited: {
    action: 'wallet.credited',
    details: ({ chain, currency, amount }) => ({ chain, currency, amount: formatAmount(BigInt(amount)) }),
  },
  DepositReleased: {
    action: 'deposit.cleared',
    id: ({ depositId }) => depositId,
    details: depositOf,
    when: ({ decision }) => decision !== undefined,
  },
  DepositKept: {
    action: 'deposit.kept',
    id: ({ depositId }) => depositId,
    details: depositOf,
    when: ({ decision }) => decision !== undefined,
  },
  DepositHeld: null,
  DepositFlagged: null,
  ApprovalGiven: {
    action: 'approval.approved',
    id: ({ approvalId }) => approvalId,
    details: ({ approvedBy }) => ({ approved_by: approvedBy }),
  },
  ReservationRefused: {
    action: 'approval.rejected',
    id: ({ approvalId }) => approvalId ?? '',
    when: ({ code }) => code === 'approval_rejected',
  },
  WalletInReview: null,
  WalletRefused: null,
  FundsReserved: null,
  PaymentSignedAgain: null,
  ReservationPosted: null,
  FoundTransferPosted: null,
  TransferBooked: {
    action: 'wallet.transfer_booked',
    details: ({ chain, currency, amount, to, txHash }) => ({
      chain,
      currency,
      amount: formatAmount(BigInt(amount)),
      to,
      tx_hash: txHash,
    }),
    bySystem: true,
  },
  ReservationVoided: null,
  ReservationReturned: null,
  VoidRemembered: null,
  ReservationOverdue: null,
  ApprovalRequested: null,
  ApprovalCanceled: null,
};

/** What the audit log shows of wallets and approvals. */
export const walletAudit = { streams: [walletStreams], events };

/** Fixed at creation. */
function rulesOf({ owner, chain, spendLimit, label, approvers, approvalThreshold }: WalletProfile): AuditedFields {
  return {
    owner,
    chain,
    label,
    approvers,
    spend_limit: spendLimit === null ? null : formatAmount(BigInt(spendLimit)),
    approval_threshold: approvalThreshold,
  };
}

function depositOf({
  chain,
  currency,
  amount,
  from,
  reason,
}: HeldDeposit & { readonly reason?: string }): AuditedFields {
  return { chain, currency, amount: formatAmount(BigInt(amount)), from, reason: reason ?? null };
}
