import type { Deposit, DepositEventData, ScreenDeposit, Tenant } from '@stablecoin/contracts';
import { formatAmount } from '@stablecoin/money';
import type { DepositFlagged, DepositKept, DepositReleased, HeldDeposit } from './domain/deposits';

/** What asks compliance about the sender of a deposit; null: there is nobody to ask about. */
export function screenDeposit(
  { depositId, sender, tokenAccount, amount, currency }: HeldDeposit,
  walletId: string | null,
): Pick<ScreenDeposit, 'type' | 'key' | 'data'> | null {
  if (sender === null) return null;
  const left = tokenAccount === undefined ? {} : { tokenAccount };
  const value = { value: formatAmount(BigInt(amount)), currency };
  return {
    type: 'compliance.ScreenDeposit',
    key: sender,
    data: { depositId, walletId, address: sender, ...left, amount: value },
  };
}

/** What an event knows of a deposit. */
type Told = HeldDeposit &
  Partial<Pick<DepositFlagged['data'], 'ref' | 'reason'>> &
  Pick<DepositReleased['data'] | DepositKept['data'], 'decision'>;

/** A deposit as the API shows it, right after an event. */
export function depositResource(
  status: Deposit['status'],
  { depositId, chain, currency, amount, from, sender, txHash, heldAt, ...told }: Told,
  { livemode }: Pick<Tenant, 'livemode'>,
  walletId: string | null,
): Deposit {
  return {
    id: depositId,
    status,
    wallet_id: walletId,
    chain,
    currency,
    amount: formatAmount(BigInt(amount)),
    from,
    sender,
    tx_hash: txHash,
    compliance_ref: told.ref ?? null,
    reason: told.reason ?? null,
    decided_by: told.decision?.decidedBy ?? null,
    decided_at: told.decision === undefined ? null : new Date(told.decision.decidedAt).toISOString(),
    decision_note: told.decision?.note ?? null,
    livemode,
    created_at: new Date(heldAt).toISOString(),
  };
}

/** The same as events carry it. */
export function depositEventData(...told: Parameters<typeof depositResource>): DepositEventData {
  const { decision_note: _, ...data } = depositResource(...told);
  return data;
}
