import { pageFrom } from '@stablecoin/contracts';
import type { ById, Delivery, DeliveryAttempt, DeliveryWithBody, Page, QueryMap, Tenant } from '@stablecoin/contracts';
import { rowWriter, rowsByKey } from '@stablecoin/event-sourcing';
import type { RecordedEvent, StoredEvent } from '@stablecoin/event-sourcing';
import type { Kysely, Transaction } from 'kysely';
import type { Attempt, DeliveryEvent } from '../domain/delivery';
import type { EventRecordEvent } from '../domain/event';
import { deliveryStreams } from '../domain/streams';
import type { WebhookServiceEvent } from '../domain/streams';
import { CALL_HEADERS } from '../domain/call-headers';
import type { DeliveryRow, WebhookTables } from './tables';

const WRITE = rowWriter<DeliveryRow>({
  table: 'webhook_deliveries',
  columns: [
    'id',
    'account',
    'livemode',
    'endpoint_id',
    'event_id',
    'event_type',
    'object',
    'status',
    'attempts',
    'next_attempt_at',
    'created_at',
  ],
  onConflict: { key: ['id'], update: ['status', 'attempts', 'next_attempt_at'] },
});
/** Deliveries of one payment that are shown together. */
const OF_PAYMENT_MAX = 100;
const BY_ID = rowsByKey<DeliveryRow>('webhook_deliveries', 'id');

/**
 * One row for each delivery.
 *
 * @param firstAttemptAt - when a delivery that was scheduled at a time is tried first
 */
export async function projectDeliveries(
  events: readonly StoredEvent<WebhookServiceEvent>[],
  trx: Transaction<WebhookTables>,
  firstAttemptAt: (deliveryId: string, at: number) => number,
): Promise<void> {
  const rows = new Map<string, DeliveryRow>();
  const reports: RecordedEvent<DeliveryEvent>[] = [];
  for (const event of events) {
    if (event.type === 'WebhookEventRecorded') {
      for (const { id, endpointId } of event.data.deliveries) {
        rows.set(id, scheduled(event, id, endpointId, firstAttemptAt(id, event.metadata.at)));
      }
    } else if (event.type === 'RedeliveryScheduled') {
      const { id, endpointId } = event.data.delivery;
      rows.set(id, scheduled(event, id, endpointId, firstAttemptAt(id, event.metadata.at)));
    } else if (isReport(event)) {
      reports.push(event);
    }
  }
  const missing = [...new Set(reports.map(({ data }) => data.deliveryId))].filter((id) => !rows.has(id));
  for (const row of await BY_ID.run(trx, missing)) rows.set(row.id, row);
  for (const report of reports) {
    const row = rows.get(report.data.deliveryId);
    if (row !== undefined) rows.set(row.id, reported(row, report));
  }
  await WRITE.run(trx, [...rows.values()]);
}

function isReport(event: StoredEvent<WebhookServiceEvent>): event is RecordedEvent<DeliveryEvent> {
  return deliveryStreams.holds(event) && event.type !== 'CommandRefused';
}

function scheduled(
  { data, metadata }: RecordedEvent<EventRecordEvent>,
  id: string,
  endpointId: string,
  dueAt: number,
): DeliveryRow {
  return {
    id,
    account: metadata.account,
    livemode: Number(metadata.livemode),
    endpoint_id: endpointId,
    event_id: data.eventId,
    event_type: data.type,
    object: data.object,
    status: 'pending',
    attempts: '[]',
    next_attempt_at: dueAt,
    created_at: metadata.at,
  };
}

function reported(row: DeliveryRow, { type, data }: DeliveryEvent): DeliveryRow {
  switch (type) {
    case 'DeliverySucceeded':
      return { ...row, status: 'delivered', next_attempt_at: null, attempts: withAttempt(row, data.attempt) };
    case 'DeliveryFailed':
      return { ...row, next_attempt_at: data.nextAttemptAt, attempts: withAttempt(row, data.attempt) };
    case 'DeliveryGivenUp': {
      // One that was given up without a call shows why all the same.
      const attempt: Omit<Attempt, 'number'> = data.attempt ?? {
        at: data.at,
        statusCode: null,
        durationMs: 0,
        error: data.reason,
      };
      return { ...row, status: 'failed', next_attempt_at: null, attempts: withAttempt(row, attempt) };
    }
  }
}

function withAttempt({ attempts }: DeliveryRow, attempt: Omit<Attempt, 'number'>): string {
  const shown: DeliveryAttempt = {
    at: new Date(attempt.at).toISOString(),
    status_code: attempt.statusCode,
    duration_ms: attempt.durationMs,
    error: attempt.error,
    request: attempt.request === undefined ? null : { ...attempt.request, headers: headersOf(attempt.request) },
    response: attempt.response ?? null,
  };
  return JSON.stringify([...(JSON.parse(attempts) as DeliveryAttempt[]), shown]);
}

function headersOf({ headers }: NonNullable<Attempt['request']>): Readonly<Record<string, string>> {
  return { ...CALL_HEADERS, ...headers };
}

/** Answers from the read model. Another account's or mode's deliveries do not exist. */
export class Deliveries {
  constructor(private readonly db: Kysely<WebhookTables>) {}

  async list({
    endpointId,
    status,
    eventId = null,
    paymentId = null,
    limit,
    startingAfter,
    ...tenant
  }: QueryMap['webhook.deliveries']['params']): Promise<Page<Delivery>> {
    let query = this.#rows(tenant).where('endpoint_id', '=', endpointId);
    if (eventId !== null) query = query.where('event_id', '=', eventId);
    if (paymentId !== null) query = query.where('object', '=', paymentId);
    if (status !== null) query = query.where('status', '=', status);
    if (startingAfter !== null) query = query.where('id', '<', startingAfter);
    const rows = await query
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return pageFrom(rows, limit, toResource);
  }

  /** The deliveries of a payment's events, to every endpoint, the latest first: at most {@link OF_PAYMENT_MAX}. */
  async ofPayment({ id, ...tenant }: ById): Promise<readonly Delivery[]> {
    const rows = await this.#rows(tenant)
      .where('object', '=', id)
      .orderBy('id', 'desc')
      .limit(OF_PAYMENT_MAX)
      .execute();
    return rows.map(toResource);
  }

  /** One delivery, with the bytes that are sent. */
  async get({ id, ...tenant }: ById): Promise<DeliveryWithBody | null> {
    const row = await this.#rows(tenant).where('id', '=', id).executeTakeFirst();
    if (row === undefined) return null;
    const event = await this.db
      .selectFrom('webhook_events')
      .select('body')
      .where('id', '=', row.event_id)
      .executeTakeFirstOrThrow();
    return { ...toResource(row), request_body: event.body };
  }

  #rows({ account, livemode }: Tenant) {
    return this.db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('account', '=', account)
      .where('livemode', '=', Number(livemode));
  }
}

function toResource(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    endpoint_id: row.endpoint_id,
    event_id: row.event_id,
    event_type: row.event_type,
    status: row.status,
    attempts: JSON.parse(row.attempts) as DeliveryAttempt[],
    next_attempt_at: row.next_attempt_at === null ? null : new Date(row.next_attempt_at).toISOString(),
    created_at: new Date(row.created_at).toISOString(),
  };
}
