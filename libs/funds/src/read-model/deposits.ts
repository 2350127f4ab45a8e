import { pageFrom } from '@stablecoin/contracts';
import type { ById, Deposit, DepositsRequest, DepositStatus, Page } from '@stablecoin/contracts';
import { rowWriter } from '@stablecoin/event-sourcing';
import type { AnyKysely, RecordedEvent } from '@stablecoin/event-sourcing';
import { QueryCreator, SchemaModule } from 'kysely';
import { depositResource } from '../deposit-messages';
import type { DepositEvent } from '../domain/deposits';

/** The deposits of a treasury or of wallets that were not available at once, as part of their service's read model. */
export interface DepositTables {
  readonly deposits: {
    readonly id: string;
    readonly account: string;
    /** 0 or 1. */
    readonly livemode: number;
    /** Null: the treasury received it. */
    readonly wallet_id: string | null;
    readonly status: DepositStatus;
    /** JSON of {@link Deposit}. */
    readonly deposit: string;
  };
}

type StoredDeposit = DepositTables['deposits'];

const STATUS: Readonly<Record<DepositEvent['type'], DepositStatus>> = {
  DepositHeld: 'screening',
  DepositFlagged: 'held',
  DepositReleased: 'released',
  DepositKept: 'kept',
};

const WRITE = rowWriter<StoredDeposit>({
  table: 'deposits',
  columns: ['id', 'account', 'livemode', 'wallet_id', 'status', 'deposit'],
  onConflict: { key: ['id'], update: ['status', 'deposit'] },
});

/** Creates the table where it is absent: for a projection's `createTables`. */
export async function createDepositTable(db: AnyKysely): Promise<void> {
  const schema = new SchemaModule(db.getExecutor());
  await schema
    .createTable('deposits')
    .ifNotExists()
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('account', 'varchar(64)', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('wallet_id', 'varchar(64)')
    .addColumn('status', 'varchar(16)', (column) => column.notNull())
    .addColumn('deposit', 'text', (column) => column.notNull())
    .execute();
  const index = (name: string, columns: readonly string[]) =>
    schema
      .createIndex(name)
      .ifNotExists()
      .on('deposits')
      .columns([...columns])
      .execute();
  await index('deposits_of_account', ['account', 'livemode', 'id']);
  await index('deposits_by_status', ['livemode', 'status']);
}

/** Projects the deposits of a batch: every event tells all of one. */
export async function projectDeposits(
  trx: AnyKysely,
  events: readonly RecordedEvent[],
  walletOf: (event: RecordedEvent) => string | null = () => null,
): Promise<void> {
  const rows = new Map<string, StoredDeposit>();
  for (const event of events) {
    if (!isDeposit(event)) continue;
    const { account, livemode } = event.metadata;
    const wallet_id = walletOf(event);
    const status = STATUS[event.type];
    const deposit = JSON.stringify(depositResource(status, event.data, event.metadata, wallet_id));
    const id = event.data.depositId;
    rows.set(id, { id, account, livemode: livemode ? 1 : 0, wallet_id, status, deposit });
  }
  await WRITE.run(trx, [...rows.values()]);
}

function isDeposit(event: RecordedEvent): event is RecordedEvent<DepositEvent> {
  return Object.hasOwn(STATUS, event.type);
}

/** Answers from the read model. Another account's or mode's deposit does not exist. */
export class Deposits {
  constructor(private readonly db: AnyKysely) {}

  async get({ id, account, livemode }: ById): Promise<Deposit | null> {
    const row = await this.#ofTenant(account, livemode).where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : depositOf(row);
  }

  /** The newest first. */
  async list(request: DepositsRequest): Promise<Page<Deposit>> {
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
    return pageFrom(rows, limit, depositOf);
  }

  /** Live deposits in a status, over all accounts. */
  async countLive(status: DepositStatus): Promise<number> {
    const row = await tables(this.db)
      .selectFrom('deposits')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('livemode', '=', 1)
      .where('status', '=', status)
      .executeTakeFirst();
    return Number(row?.count ?? 0);
  }

  #ofTenant(account: string, livemode: boolean) {
    return tables(this.db)
      .selectFrom('deposits')
      .select('deposit')
      .where('account', '=', account)
      .where('livemode', '=', livemode ? 1 : 0);
  }
}

function depositOf({ deposit }: Pick<StoredDeposit, 'deposit'>): Deposit {
  return JSON.parse(deposit) as Deposit;
}

function tables(db: AnyKysely): QueryCreator<DepositTables> {
  return new QueryCreator({ executor: db.getExecutor() });
}
