import type { AuditedFields } from '@stablecoin/contracts';
import type { HeldDeposit } from '@stablecoin/funds/domain';
import type { AuditTable } from '@stablecoin/host';
import { decimal } from '../application/treasury-resources';
import { treasuryStreams } from '../domain/streams';
import { THRESHOLD_SCOPES } from '../domain/treasury';
import type { ThresholdsConfigured, TreasuryEvent } from '../domain/treasury';

const events: AuditTable<TreasuryEvent> = {
  ThresholdsConfigured: { action: 'treasury.settings_updated', fields: thresholdsOf },
  TreasuryCredited: {
    action: 'treasury.credited',
    details: ({ chain, currency, amount }) => ({ chain, currency, amount: decimal(amount) }),
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
  TreasuryOpened: null,
  FundsReserved: null,
  ReservationPosted: null,
  FoundTransferPosted: null,
  TransferBooked: {
    action: 'treasury.transfer_booked',
    details: ({ chain, currency, amount, to, txHash }) => ({
      chain,
      currency,
      amount: decimal(amount),
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
  ChainOpened: null,
  DepositsFollowed: null,
  TransactionSetAside: null,
  SetAsideRead: null,
  BalanceDiffered: null,
  BalanceReconciled: null,
  NetworkFeePaid: null,
  LowBalanceReached: null,
  LowBalanceCleared: null,
};

/** What the audit log shows of treasuries. */
export const treasuryAudit = { streams: [treasuryStreams], events };

/** By the path of each in the settings, so that the log shows those that changed. */
function thresholdsOf({ thresholds }: ThresholdsConfigured['data']): AuditedFields {
  const entries = THRESHOLD_SCOPES.map((scope) => {
    const threshold = thresholds[scope];
    const name = scope === 'total' ? 'low_balance.total' : `low_balance.chains.${scope}`;
    return [name, threshold === null ? null : decimal(threshold)] as const;
  });
  return Object.fromEntries(entries);
}

function depositOf({
  chain,
  currency,
  amount,
  from,
  reason,
}: HeldDeposit & { readonly reason?: string }): AuditedFields {
  return { chain, currency, amount: decimal(amount), from, reason: reason ?? null };
}
