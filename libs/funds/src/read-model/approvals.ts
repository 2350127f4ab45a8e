import type {
  Approval,
  ApprovalsRequest,
  ApprovalStatus,
  ById,
  Page,
  PaymentErrorCode,
  Currency,
  Units,
} from '@stablecoin/contracts';
import { BatchStatement, jobFrom, rowWriter } from '@stablecoin/event-sourcing';
import type { AnyKysely, DomainEvent, JobChanges, RecordedEvent, StoredEvent } from '@stablecoin/event-sourcing';
import { pageFrom, formatAmount } from '@stablecoin/contracts';
import { QueryCreator, SchemaModule } from 'kysely';
import { APPROVAL_EXPIRY } from '../approval-expiry';
import type { ApprovalGiven, ApprovalRequested } from '../domain/approvals';

/** The approvals of a treasury or of wallets, as part of their service's read model. */
export interface ApprovalTables {
  readonly approvals: {
    readonly id: string;
    readonly reservation_id: string;
    readonly payment_id: string;
    /** Null: the treasury would pay. */
    readonly wallet_id: string | null;
    readonly account: string;
    /** 0 or 1. */
    readonly livemode: number;
    /** Minor units. */
    readonly amount: Units;
    readonly currency: Currency;
    readonly status: ApprovalStatus;
    /** JSON. */
    readonly approved_by: string;
    readonly threshold: number;
    readonly expires_at: number;
    readonly created_at: number;
    /** JSON of what approvers sign; null where they sign nothing. */
    readonly subject: string | null;
  };
}

export type StoredApproval = ApprovalTables['approvals'];
/** What an approval of a wallet has beyond one of the treasury. */
type OfWallet = Pick<StoredApproval, 'wallet_id' | 'subject'>;
type Signed = Pick<Approval, 'authorization' | 'typed_data'>;

type Ended = Pick<StoredApproval, 'id' | 'status'>;

/** The events that end an approval, where they name one. */
const ENDS: ReadonlySet<string> = new Set([
  'FundsReserved',
  'PaymentSignedAgain',
  'ReservationRefused',
  'ApprovalCanceled',
]);
type Ending = { readonly approvalId?: string | null; readonly code?: PaymentErrorCode };
const WRITE = rowWriter<StoredApproval>({
  table: 'approvals',
  columns: [
    ...(['id', 'reservation_id', 'payment_id', 'wallet_id', 'account', 'livemode', 'amount', 'currency'] as const),
    ...(['status', 'approved_by', 'threshold', 'expires_at', 'created_at', 'subject'] as const),
  ],
});
/** Ends approvals that all end in one way. */
const END = new BatchStatement<ApprovalTables, Ended>({
  build: (queries, count) =>
    queries.updateTable('approvals').set({ status: 'pending' }).where('id', 'in', Array<string>(count).fill('')),
  parameters: (ended) => [ended[0]?.status, ...ended.map(({ id }) => id)],
});
const OF_TREASURY: OfWallet = { wallet_id: null, subject: null };
const UNSIGNED: Signed = { authorization: null, typed_data: null };

/** Creates the table where it is absent: for a projection's `createTables`. */
export async function createApprovalTable(db: AnyKysely): Promise<void> {
  const schema = new SchemaModule(db.getExecutor());
  await schema
    .createTable('approvals')
    .ifNotExists()
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('reservation_id', 'varchar(64)', (column) => column.notNull().unique())
    .addColumn('payment_id', 'varchar(64)', (column) => column.notNull())
    .addColumn('wallet_id', 'varchar(64)')
    .addColumn('account', 'varchar(64)', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('amount', 'varchar(40)', (column) => column.notNull())
    .addColumn('currency', 'varchar(8)', (column) => column.notNull())
    .addColumn('status', 'varchar(16)', (column) => column.notNull())
    .addColumn('approved_by', 'text', (column) => column.notNull())
    .addColumn('threshold', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('subject', 'text')
    .execute();
  await schema
    .createIndex('approvals_of_account')
    .ifNotExists()
    .on('approvals')
    .columns(['account', 'livemode', 'id'])
    .execute();
}

/** Projects the approvals of a batch, and the jobs that expire them: what begins and ends within it is written once. */
export async function projectApprovals<E extends DomainEvent>(
  trx: AnyKysely,
  events: readonly StoredEvent<E>[],
  jobs: Pick<JobChanges, 'add' | 'remove'>,
  ofWallet: (event: Requested<E>) => OfWallet = () => OF_TREASURY,
): Promise<void> {
  const requested = new Map<string, StoredApproval>();
  /** Of approvals that were requested before this batch. */
  const given = new Map<string, string>();
  const ended: Ended[] = [];
  for (const event of events) {
    const { type } = event;
    if (isRequest(event)) {
      const data = event.data as ApprovalRequested['data'];
      const { approvalId, expiresAt } = data;
      requested.set(approvalId, { ...rowOf(event, data), ...ofWallet(event) });
      jobs.add(jobFrom(event, { kind: APPROVAL_EXPIRY, key: approvalId, dueAt: expiresAt, data: { approvalId } }));
    } else if (ENDS.has(type)) {
      const { approvalId: id = null, code } = event.data as Ending;
      if (id === null) continue;
      const status = statusAfter(type, code);
      const row = requested.get(id);
      if (row !== undefined) requested.set(id, { ...row, status });
      else ended.push({ id, status });
      jobs.remove(APPROVAL_EXPIRY, id);
    } else if (type === 'ApprovalGiven') {
      const { approvalId, approvedBy } = event.data as ApprovalGiven['data'];
      const approved_by = JSON.stringify(approvedBy);
      const row = requested.get(approvalId);
      if (row !== undefined) requested.set(approvalId, { ...row, approved_by });
      else given.set(approvalId, approved_by);
    }
  }
  await WRITE.run(trx, [...requested.values()]);
  for (const status of new Set(ended.map((each) => each.status))) {
    await END.run(
      trx,
      ended.filter((each) => each.status === status),
    );
  }
  const approvals = tables(trx);
  // A person gives each.
  for (const [id, approved_by] of given) {
    await approvals.updateTable('approvals').set({ approved_by }).where('id', '=', id).execute();
  }
}

type Requested<E extends DomainEvent> = RecordedEvent<Extract<E, { readonly type: 'ApprovalRequested' }>>;

function isRequest<E extends DomainEvent>(event: StoredEvent<E>): event is Requested<E> {
  return event.type === 'ApprovalRequested';
}

/** Beside a person's no and the expiry only a balance that is too low refuses: the approval itself was given. */
function statusAfter(type: string, code: PaymentErrorCode | undefined): ApprovalStatus {
  if (type === 'ApprovalCanceled') return 'canceled';
  if (code === 'approval_rejected') return 'rejected';
  return code === 'approval_expired' ? 'expired' : 'approved';
}

function rowOf({ metadata }: RecordedEvent, data: ApprovalRequested['data']): Omit<StoredApproval, keyof OfWallet> {
  return {
    id: data.approvalId,
    reservation_id: data.reservationId,
    payment_id: data.paymentId,
    account: metadata.account,
    livemode: metadata.livemode ? 1 : 0,
    amount: data.amount,
    currency: data.currency,
    status: 'pending',
    approved_by: '[]',
    threshold: data.threshold,
    expires_at: data.expiresAt,
    created_at: metadata.at,
  };
}

/** What has become of an approval; undefined: it was never asked for. */
export async function approvalStatus(
  db: AnyKysely,
  column: 'id' | 'reservation_id',
  id: string,
): Promise<ApprovalStatus | undefined> {
  const row = await tables(db).selectFrom('approvals').select('status').where(column, '=', id).executeTakeFirst();
  return row?.status;
}

/** Answers from the read model. Another account's or mode's approval does not exist. */
export class Approvals {
  /** @param signedFor - what approvers sign */
  constructor(
    private readonly db: AnyKysely,
    private readonly signedFor: (row: StoredApproval) => Signed = () => UNSIGNED,
  ) {}

  async get({ id, account, livemode }: ById): Promise<Approval | null> {
    const row = await this.#ofTenant(account, livemode).where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : this.#resourceOf(row);
  }

  /** The newest first. */
  async list(request: ApprovalsRequest): Promise<Page<Approval>> {
    const { account, livemode, limit, startingAfter, status, wallets, wallet } = request;
    let query = this.#ofTenant(account, livemode);
    if (startingAfter !== null) query = query.where('id', '<', startingAfter);
    if (status !== null) query = query.where('status', '=', status);
    if (wallets !== null) query = query.where('wallet_id', 'in', wallets);
    if (wallet !== null) query = query.where('wallet_id', '=', wallet);
    const rows = await query
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return pageFrom(rows, limit, (row) => this.#resourceOf(row));
  }

  #ofTenant(account: string, livemode: boolean) {
    return tables(this.db)
      .selectFrom('approvals')
      .selectAll()
      .where('account', '=', account)
      .where('livemode', '=', livemode ? 1 : 0);
  }

  #resourceOf(row: StoredApproval): Approval {
    return {
      id: row.id,
      payment_id: row.payment_id,
      wallet_id: row.wallet_id,
      amount: formatAmount(BigInt(row.amount)),
      currency: row.currency,
      status: row.status,
      approved_by: JSON.parse(row.approved_by) as string[],
      threshold: row.threshold,
      ...this.signedFor(row),
      expires_at: new Date(row.expires_at).toISOString(),
      created_at: new Date(row.created_at).toISOString(),
    };
  }
}

function tables(db: AnyKysely): QueryCreator<ApprovalTables> {
  return new QueryCreator({ executor: db.getExecutor() });
}
