import { derivedId, formatAmount } from '@stablecoin/contracts';
import type { Deposit, DepositEventData, DepositScreening, ScreenDeposit, Tenant } from '@stablecoin/contracts';
import type { DepositFlagged, DepositKept, DepositReleased } from './domain/deposits';
import type { HeldDeposit } from './domain/waiting-deposit';

/** A transfer as its chain tells of it. */
interface SeenTransfer {
  /** By the chain's clock, in milliseconds since the epoch. */
  readonly at: number;
  readonly sender: { readonly address: string; readonly account: string | null } | null;
}

/**
 * Who is screened for a transfer that came in. Nobody for what the treasury has sent itself: only this service can move its
 * money. The owners of a wallet can move what it holds, so what comes from a wallet is screened like any other.
 *
 * @param stream - of the treasury or wallet that received it
 * @param treasury - address of the own treasury on this chain
 */
export function screeningOf(
  stream: string,
  transferId: string,
  { at, sender }: SeenTransfer,
  treasury: string,
): { readonly screening?: DepositScreening } {
  if (sender?.address === treasury) return {};
  const depositId = derivedId('dep', at, stream, transferId);
  const left = sender === null || sender.account === null ? {} : { tokenAccount: sender.account };
  return { screening: { depositId, sender: sender?.address ?? null, ...left } };
}

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
