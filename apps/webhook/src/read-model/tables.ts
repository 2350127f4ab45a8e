import type { Delivery, WebhookEndpoint } from '@stablecoin/contracts';
import type { JobTables } from '@stablecoin/event-sourcing';
import { sql } from 'kysely';
import type { Kysely, SchemaModule } from 'kysely';

/** Times are epoch milliseconds, flags 0 or 1. */
export interface EndpointRow {
  readonly id: string;
  readonly account: string;
  readonly livemode: number;
  readonly url: string;
  /** JSON list of types; null: all. */
  readonly events: string | null;
  readonly description: string | null;
  readonly status: WebhookEndpoint['status'];
  readonly disabled_reason: string | null;
  readonly sealed_secret: string;
  readonly previous_sealed_secret: string | null;
  readonly previous_valid_until: number | null;
  /** Time of the first failure since the last success; null when there is none. */
  readonly failing_since: number | null;
  /** Replays that are under way or wait. */
  readonly replays: number;
  readonly created_at: number;
}

/** Events whose times differ by less, in milliseconds, may be recorded in any order. */
export const LATE_MS = 10_000;

export interface EventRow {
  readonly id: string;
  /** In the store: the order of the list. */
  readonly position: number;
  readonly account: string;
  readonly livemode: number;
  readonly type: string;
  readonly created_at: number;
  /** The latest `created_at` of the tenant up to here. It grows with the position, so that a time is found by an index. */
  readonly latest_at: number;
  /** 1: `created_at` is more than {@link LATE_MS} before `latest_at`. There are few. */
  readonly late: number;
  /** The wallet that the event concerns; null: none. */
  readonly wallet: string | null;
  /** The envelope as sent. */
  readonly body: string;
}

export interface DeliveryRow {
  readonly id: string;
  readonly account: string;
  readonly livemode: number;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly event_type: string;
  /** Whose event it is: of a payment, the payment. */
  readonly object: string;
  readonly status: Delivery['status'];
  /** JSON of the resource's `attempts`. */
  readonly attempts: string;
  readonly next_attempt_at: number | null;
  readonly created_at: number;
}

export interface WebhookTables extends JobTables {
  readonly webhook_endpoints: EndpointRow;
  readonly webhook_events: EventRow;
  readonly webhook_deliveries: DeliveryRow;
}

export async function createWebhookTables({ schema }: Kysely<WebhookTables>): Promise<void> {
  await createEndpointTable(schema);
  await createEventTable(schema);
  await createDeliveryTable(schema);
}

async function createEndpointTable(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('webhook_endpoints')
    .ifNotExists()
    .addColumn('id', 'varchar(30)', (column) => column.primaryKey())
    .addColumn('account', 'varchar(64)', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('events', 'text')
    .addColumn('description', 'text')
    .addColumn('status', 'varchar(10)', (column) => column.notNull())
    .addColumn('disabled_reason', 'text')
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('previous_sealed_secret', 'text')
    .addColumn('previous_valid_until', 'bigint')
    .addColumn('failing_since', 'bigint')
    .addColumn('replays', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('webhook_endpoints_by_tenant')
    .ifNotExists()
    .on('webhook_endpoints')
    .columns(['account', 'livemode', 'id'])
    .execute();
}

async function createEventTable(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('webhook_events')
    .ifNotExists()
    .addColumn('id', 'varchar(30)', (column) => column.primaryKey())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('account', 'varchar(64)', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('type', 'varchar(64)', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('latest_at', 'bigint', (column) => column.notNull())
    .addColumn('late', 'integer', (column) => column.notNull())
    .addColumn('wallet', 'varchar(30)')
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('webhook_events_by_tenant')
    .ifNotExists()
    .on('webhook_events')
    .columns(['account', 'livemode', 'position'])
    .execute();
  for (const column of ['type', 'wallet', 'latest_at'] as const) {
    await schema
      .createIndex(`webhook_events_by_${column}`)
      .ifNotExists()
      .on('webhook_events')
      .columns(['account', 'livemode', column, 'position'])
      .execute();
  }
  await schema
    .createIndex('webhook_events_late')
    .ifNotExists()
    .on('webhook_events')
    .columns(['account', 'livemode', 'position'])
    .where(sql.ref('late'), '=', 1)
    .execute();
}

async function createDeliveryTable(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('webhook_deliveries')
    .ifNotExists()
    .addColumn('id', 'varchar(30)', (column) => column.primaryKey())
    .addColumn('account', 'varchar(64)', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('endpoint_id', 'varchar(30)', (column) => column.notNull())
    .addColumn('event_id', 'varchar(30)', (column) => column.notNull())
    .addColumn('event_type', 'varchar(64)', (column) => column.notNull())
    .addColumn('object', 'varchar(64)', (column) => column.notNull())
    .addColumn('status', 'varchar(10)', (column) => column.notNull())
    .addColumn('attempts', 'text', (column) => column.notNull())
    .addColumn('next_attempt_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('webhook_deliveries_by_endpoint')
    .ifNotExists()
    .on('webhook_deliveries')
    .columns(['endpoint_id', 'status', 'id'])
    .execute();
  // With the endpoint and the status in them, so that they are chosen whatever else is asked for.
  for (const column of ['event_id', 'object'] as const) {
    await schema
      .createIndex(`webhook_deliveries_by_${column}`)
      .ifNotExists()
      .on('webhook_deliveries')
      .columns([column, 'endpoint_id', 'status'])
      .execute();
  }
}
