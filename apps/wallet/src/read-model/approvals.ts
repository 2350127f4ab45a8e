import type { Approval, ApprovalStatus, ById, Page, PaymentErrorCode, WalletQueries } from '@stablecoin/contracts';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import type { Kysely, Transaction } from 'kysely';
import { decimal } from '../application/wallet-resource';
import type { ApprovedTransfer, WalletChains } from '../application/wallet-chains';
import type { ApprovalRequested, WalletEvent } from '../domain/wallet-events';
import type { ApprovalSubject, WalletTables } from './wallet-tables';

interface Begun {
  readonly event: RecordedEvent;
  readonly approvalId: string;
  readonly expiresAt: number;
}

/** The approvals that begin to wait with these events, and those that wait no longer. */
export function waitingApprovals(events: readonly RecordedEvent[]): {
  readonly begun: readonly Begun[];
  readonly ended: readonly string[];
} {
  const begun: Begun[] = [];
  const ended: string[] = [];
  for (const event of events) {
    const wallet = event as unknown as WalletEvent;
    if (wallet.type === 'ApprovalRequested') {
      const { approvalId, expiresAt } = wallet.data;
      begun.push({ event, approvalId, expiresAt });
    }
    const end = endOf(wallet);
    if (end !== undefined) ended.push(end.approvalId);
  }
  return { begun, ended };
}

/** Approvals are rare, so each is written in its own statement. */
export async function projectApprovals(
  trx: Transaction<WalletTables>,
  events: readonly RecordedEvent[],
): Promise<void> {
  for (const event of events) {
    const wallet = event as unknown as WalletEvent;
    const end = endOf(wallet);
    if (wallet.type === 'ApprovalRequested') {
      await trx.insertInto('approvals').values(rowOf(event, wallet.data)).execute();
    } else if (wallet.type === 'ApprovalGiven') {
      const approved_by = JSON.stringify(wallet.data.approvedBy);
      await trx.updateTable('approvals').set({ approved_by }).where('id', '=', wallet.data.approvalId).execute();
    } else if (end !== undefined) {
      await trx.updateTable('approvals').set({ status: end.status }).where('id', '=', end.approvalId).execute();
    }
  }
}

/** How an event ends an approval, if it does. */
function endOf({
  type,
  data,
}: WalletEvent): { readonly approvalId: string; readonly status: ApprovalStatus } | undefined {
  if (type === 'ApprovalCanceled') return { approvalId: data.approvalId, status: 'canceled' };
  if ((type !== 'FundsReserved' && type !== 'ReservationRefused') || data.approvalId === null) return undefined;
  return { approvalId: data.approvalId, status: type === 'FundsReserved' ? 'approved' : statusAfter(data.code) };
}

/** Beside a person's no and the expiry only a balance that is too low refuses: the approval itself was given. */
function statusAfter(code: PaymentErrorCode): ApprovalStatus {
  if (code === 'approval_rejected') return 'rejected';
  return code === 'approval_expired' ? 'expired' : 'approved';
}

function rowOf({ metadata }: RecordedEvent, data: ApprovalRequested['data']): WalletTables['approvals'] {
  return {
    id: data.approvalId,
    reservation_id: data.reservationId,
    payment_id: data.paymentId,
    wallet_id: data.wallet.walletId,
    account: data.wallet.account,
    livemode: data.wallet.livemode ? 1 : 0,
    amount: data.amount,
    currency: data.currency,
    status: 'pending',
    approved_by: '[]',
    threshold: data.threshold,
    expires_at: data.expiresAt,
    created_at: metadata.at,
    subject: subjectOf(data),
  };
}

function subjectOf({ wallet, transfer }: ApprovalRequested['data']): string | null {
  if (transfer === undefined) return null;
  const { chain, address, contract } = wallet;
  const subject: ApprovalSubject = {
    wallet: { chain, address, ...(contract === undefined ? {} : { contract }) },
    transfer,
  };
  return JSON.stringify(subject);
}

/** Answers from the read model. Another account's or mode's approval does not exist. */
export class Approvals {
  /** @param chains - says what approvers sign */
  constructor(
    private readonly db: Kysely<WalletTables>,
    private readonly chains: Pick<WalletChains, 'approval'>,
  ) {}

  async get({ id, account, livemode }: ById): Promise<Approval | null> {
    const row = await this.#ofTenant(account, livemode).where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : this.#resourceOf(row);
  }

  /** The newest first. */
  async list(params: WalletQueries['wallet.approvals']['params']): Promise<Page<Approval>> {
    let query = this.#ofTenant(params.account, params.livemode);
    if (params.startingAfter !== null) query = query.where('id', '<', params.startingAfter);
    if (params.status !== null) query = query.where('status', '=', params.status);
    if (params.wallets !== null) query = query.where('wallet_id', 'in', params.wallets);
    if (params.wallet !== null) query = query.where('wallet_id', '=', params.wallet);
    const rows = await query
      .orderBy('id', 'desc')
      .limit(params.limit + 1)
      .execute();
    const data = rows.slice(0, params.limit).map((row) => this.#resourceOf(row));
    const has_more = rows.length > params.limit;
    return { data, has_more, next_cursor: has_more ? (data.at(-1)?.id ?? null) : null };
  }

  #ofTenant(account: string, livemode: boolean) {
    return this.db
      .selectFrom('approvals')
      .selectAll()
      .where('account', '=', account)
      .where('livemode', '=', livemode ? 1 : 0);
  }

  #resourceOf(row: WalletTables['approvals']): Approval {
    const signed = this.#signedFor(row);
    return {
      id: row.id,
      payment_id: row.payment_id,
      wallet_id: row.wallet_id,
      amount: decimal(row.amount),
      currency: row.currency,
      status: row.status,
      approved_by: JSON.parse(row.approved_by) as string[],
      threshold: row.threshold,
      authorization: signed?.authorization ?? null,
      typed_data: signed?.typedData ?? null,
      expires_at: new Date(row.expires_at).toISOString(),
      created_at: new Date(row.created_at).toISOString(),
    };
  }

  #signedFor(row: WalletTables['approvals']): ReturnType<WalletChains['approval']> {
    if (row.subject === null) return null;
    const { wallet, transfer } = JSON.parse(row.subject) as ApprovalSubject;
    const { payment_id: paymentId, currency, amount } = row;
    const approved: ApprovedTransfer = { paymentId, currency, amount, ...transfer };
    return this.chains.approval({ livemode: row.livemode === 1, ...wallet }, approved);
  }
}
