import { isId } from '@stablecoin/contracts';
import type { ById, Page, QueryMap, Tenant, WalletBound, WebhookEvent } from '@stablecoin/contracts';
import { rowWriter, rowsByKey } from '@stablecoin/event-sourcing';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import type { Kysely, Transaction } from 'kysely';
import type { WebhookEventEvent } from '../domain/event';
import type { ReplayRange } from '../domain/endpoint';
import { pageOf } from './page';
import type { EventRow, WebhookTables } from './tables';

const WRITE = rowWriter<EventRow>({
  table: 'webhook_events',
  columns: ['id', 'position', 'account', 'livemode', 'type', 'created_at', 'wallet', 'body'],
});

const BY_ID = rowsByKey<EventRow>('webhook_events', 'id');

/** One row for each public event; it never changes. */
export async function projectEvents(events: readonly RecordedEvent[], trx: Transaction<WebhookTables>): Promise<void> {
  const rows = events.flatMap((event): EventRow[] => {
    const { type, data } = event as unknown as WebhookEventEvent;
    if (type !== 'WebhookEventRecorded') return [];
    const { account, livemode, at } = event.metadata;
    const { position } = event;
    const of = { account, livemode: Number(livemode), created_at: at };
    return [{ id: data.eventId, position, ...of, type: data.type, wallet: walletOf(data.body), body: data.body }];
  });
  await WRITE.run(trx, rows);
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
    let query = this.#rows(tenant);
    if (startingAfter !== null) {
      const start = this.#rows(tenant).clearSelect().select('position').where('id', '=', startingAfter);
      query = query.where('position', order === 'asc' ? '>' : '<', start);
    }
    if (wallets !== null) query = query.where('wallet', 'in', wallets);
    if (type !== null) query = query.where('type', '=', type);
    if (createdAfter !== null) query = query.where('created_at', '>', createdAfter);
    if (createdBefore !== null) query = query.where('created_at', '<', createdBefore);
    const rows = await query
      .orderBy('position', order)
      .limit(limit + 1)
      .execute();
    return pageOf(rows, limit, toResource);
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
    let query = this.#rows(tenant)
      .clearSelect()
      .select(['id', 'position'])
      .where('position', '>', afterPosition)
      .where('position', '<=', upToPosition);
    if ('eventId' in range) query = query.where('id', '=', range.eventId);
    else {
      query = types === null ? query.where('type', '!=', 'webhook.test') : query.where('type', 'in', types);
      if ('since' in range) {
        const start = this.#rows(tenant).clearSelect().select('position').where('id', '=', range.since);
        query = query.where('position', '>', start);
      } else {
        query = query.where('created_at', '>=', range.from).where('created_at', '<', range.to);
      }
    }
    return query.orderBy('position').limit(limit).execute();
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
  const wallet = type.startsWith('wallet.') ? data['id'] : data['from'];
  return typeof wallet === 'string' && isId('wal', wallet) ? wallet : null;
}

function toResource({ body }: EventRow): WebhookEvent {
  return JSON.parse(body) as WebhookEvent;
}
