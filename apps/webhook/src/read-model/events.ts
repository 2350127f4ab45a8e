import { pageFrom, isId } from '@stablecoin/contracts';
import type { ById, Page, QueryMap, Tenant, WalletBound, WebhookEvent } from '@stablecoin/contracts';
import { rowWriter, rowsByKey } from '@stablecoin/event-sourcing';
import type { StoredEvent } from '@stablecoin/event-sourcing';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { WebhookServiceEvent } from '../domain/streams';
import type { ReplayRange } from '../domain/endpoint';
import { LATE_MS } from './tables';
import type { EventRow, WebhookTables } from './tables';

const WRITE = rowWriter<EventRow>({
  table: 'webhook_events',
  columns: ['id', 'position', 'account', 'livemode', 'type', 'created_at', 'latest_at', 'late', 'wallet', 'body'],
});

const BY_ID = rowsByKey<EventRow>('webhook_events', 'id');

/** One row for each public event; it never changes. */
export async function projectEvents(
  events: readonly StoredEvent<WebhookServiceEvent>[],
  trx: Transaction<WebhookTables>,
): Promise<void> {
  const rows = events.flatMap(({ type, data, metadata, position }): NewRow[] => {
    if (type !== 'WebhookEventRecorded') return [];
    const { account, livemode, at } = metadata;
    const of = { account, livemode: Number(livemode), created_at: at };
    return [{ id: data.eventId, position, ...of, type: data.type, wallet: walletOf(data.body), body: data.body }];
  });
  await WRITE.run(trx, await withLatest(rows, trx));
}

type NewRow = Omit<EventRow, 'latest_at' | 'late'>;

/** Adds the latest time of each tenant up to each row. */
async function withLatest(rows: readonly NewRow[], trx: Transaction<WebhookTables>): Promise<readonly EventRow[]> {
  const latest = new Map<string, number>();
  const written: EventRow[] = [];
  for (const row of rows) {
    const tenant = `${row.account}.${row.livemode}`;
    const before = latest.get(tenant) ?? (await latestAt(row, trx));
    const latest_at = Math.max(before, row.created_at);
    latest.set(tenant, latest_at);
    written.push({ ...row, latest_at, late: Number(row.created_at < latest_at - LATE_MS) });
  }
  return written;
}

async function latestAt({ account, livemode }: NewRow, trx: Transaction<WebhookTables>): Promise<number> {
  const row = await trx
    .selectFrom('webhook_events')
    .select('latest_at')
    .where('account', '=', account)
    .where('livemode', '=', livemode)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.latest_at ?? 0;
}

/** The page of events that a replay continues with. */
export interface ReplayPage extends Tenant {
  readonly range: ReplayRange;
  /** Null: all but tests, which are for the endpoint that asked. */
  readonly types: readonly string[] | null;
  readonly afterPosition: number;
  readonly upToPosition: number;
  readonly limit: number;
}

/** Positions from the first, and before the end. */
interface Positions {
  readonly first: number;
  readonly end: number;
}
const ALL: Positions = { first: 0, end: Number.MAX_SAFE_INTEGER };
const NONE: Positions = { first: 0, end: 0 };
/** In these words, so that the index of late events is used. */
const IS_LATE = sql<boolean>`late = 1`;

function common(a: Positions, b: Positions): Positions {
  return { first: Math.max(a.first, b.first), end: Math.min(a.end, b.end) };
}

/** Answers from the read model. Another account's or mode's event does not exist. */
export class Events {
  /** Reads bodies that are asked for in one turn together. */
  #bodies: { readonly ids: Set<string>; readonly found: Promise<ReadonlyMap<string, string>> } | undefined;

  /** @param boundary - position of the last event that a restored store has inherited; null: it was never restored */
  constructor(
    private readonly db: Kysely<WebhookTables>,
    private readonly boundary: number | null = null,
  ) {}

  /** Where a reader continues whose last event was lost. */
  async atBoundary(tenant: Tenant): Promise<string | null> {
    if (this.boundary === null) return null;
    const row = await this.#rows(tenant)
      .where('position', '<=', this.boundary)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? null;
  }

  async get({ id, wallets, ...tenant }: ById & WalletBound): Promise<WebhookEvent | null> {
    const row = await this.#rows(tenant)
      .where('id', '=', id)
      .$if(wallets !== null, (query) => query.where('wallet', 'in', wallets ?? []))
      .executeTakeFirst();
    return row === undefined ? null : toResource(row);
  }

  /** By position in the store. Read forwards, a page never misses an event: rows are written in that order. */
  async list({
    limit,
    startingAfter,
    wallets,
    type,
    order,
    createdAfter,
    createdBefore,
    ...tenant
  }: QueryMap['webhook.events']['params']): Promise<Page<WebhookEvent>> {
    const from = createdAfter === null ? null : createdAfter + 1;
    const read = ({ first, end }: Positions, lateOnly = false): Promise<EventRow[]> => {
      let query = this.#rows(tenant).where('position', '>=', first).where('position', '<', end);
      if (lateOnly) query = query.where(IS_LATE);
      if (wallets !== null) query = query.where('wallet', 'in', wallets);
      if (type !== null) query = query.where('type', '=', type);
      if (from !== null) query = query.where('created_at', '>=', from);
      if (createdBefore !== null) query = query.where('created_at', '<', createdBefore);
      return query
        .orderBy('position', order)
        .limit(limit + 1)
        .execute();
    };
    const behind = startingAfter === null ? ALL : await this.#behind(tenant, startingAfter, order);
    const { span, late } = await this.#spanOf(tenant, { from, to: createdBefore });
    const found = [...(await read(common(behind, span))), ...(await read(common(behind, late), true))];
    const rows = found.sort((a, b) => (order === 'asc' ? a.position - b.position : b.position - a.position));
    return pageFrom(rows.slice(0, limit + 1), limit, toResource);
  }

  /** What comes behind an event in an order; nothing when it does not exist. */
  async #behind(tenant: Tenant, id: string, order: 'asc' | 'desc'): Promise<Positions> {
    const row = await this.#rows(tenant).where('id', '=', id).executeTakeFirst();
    if (row === undefined) return NONE;
    return order === 'asc' ? { first: row.position + 1, end: ALL.end } : { first: 0, end: row.position };
  }

  /**
   * Where the events of a time are. Those that were recorded late may be behind it as well.
   *
   * @param time - `from` inclusive, `to` exclusive, in epoch milliseconds; null: no bound
   */
  async #spanOf(
    tenant: Tenant,
    { from, to }: { readonly from: number | null; readonly to: number | null },
  ): Promise<{ readonly span: Positions; readonly late: Positions }> {
    const first = from === null ? 0 : await this.#firstAt(tenant, from);
    const end = to === null ? ALL.end : await this.#firstAt(tenant, to + LATE_MS);
    return { span: { first, end }, late: { first: Math.max(first, end), end: ALL.end } };
  }

  /** The first position at which the latest time of the tenant is no earlier than this. */
  async #firstAt({ account, livemode }: Tenant, time: number): Promise<number> {
    const row = await this.db
      .selectFrom('webhook_events')
      .select('position')
      .where('account', '=', account)
      .where('livemode', '=', Number(livemode))
      .where('latest_at', '>=', time)
      .orderBy('latest_at')
      .orderBy('position')
      .limit(1)
      .executeTakeFirst();
    return row?.position ?? ALL.end;
  }

  /** The bytes that are sent. */
  async body(id: string): Promise<string | null> {
    const ids = new Set<string>();
    this.#bodies ??= { ids, found: this.#readBodies(ids) };
    this.#bodies.ids.add(id);
    return (await this.#bodies.found).get(id) ?? null;
  }

  /** The next events of a replay, in store order. A named event is sent regardless of its type. */
  async replayPage({
    range,
    types,
    afterPosition,
    upToPosition,
    limit,
    ...tenant
  }: ReplayPage): Promise<readonly Pick<EventRow, 'id' | 'position'>[]> {
    const rows = this.#rows(tenant).clearSelect().select(['id', 'position']);
    if ('eventId' in range) return rows.where('id', '=', range.eventId).where('position', '>', afterPosition).execute();
    const read = ({ first, end }: Positions, lateOnly = false): Promise<Pick<EventRow, 'id' | 'position'>[]> => {
      let query = rows.where('position', '>=', first).where('position', '<', end);
      query = types === null ? query.where('type', '!=', 'webhook.test') : query.where('type', 'in', types);
      if (lateOnly) query = query.where(IS_LATE);
      if ('from' in range) query = query.where('created_at', '>=', range.from).where('created_at', '<', range.to);
      return query.orderBy('position').limit(limit).execute();
    };
    const asked = { first: afterPosition + 1, end: upToPosition + 1 };
    if ('since' in range) return read(common(asked, await this.#behind(tenant, range.since, 'asc')));
    const { span, late } = await this.#spanOf(tenant, range);
    const found = [...(await read(common(asked, span))), ...(await read(common(asked, late), true))];
    return found.slice(0, limit);
  }

  async #readBodies(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    await Promise.resolve();
    this.#bodies = undefined;
    const rows = await BY_ID.run(this.db, [...ids]);
    return new Map(rows.map((row) => [row.id, row.body]));
  }

  #rows({ account, livemode }: Tenant) {
    return this.db
      .selectFrom('webhook_events')
      .selectAll()
      .where('account', '=', account)
      .where('livemode', '=', Number(livemode));
  }
}

/** The wallet that an event concerns: it pays, or the event is about it. */
function walletOf(body: string): string | null {
  // Most payments are from the treasury: their events are not parsed.
  if (!body.includes('"wal_')) return null;
  const { type, data } = JSON.parse(body) as WebhookEvent;
  const wallet = type.startsWith('wallet.')
    ? data['id']
    : type.startsWith('deposit.')
      ? data['wallet_id']
      : data['from'];
  return typeof wallet === 'string' && isId('wal', wallet) ? wallet : null;
}

function toResource({ body }: EventRow): WebhookEvent {
  return JSON.parse(body) as WebhookEvent;
}
