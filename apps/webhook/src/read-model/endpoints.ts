import { pageFrom } from '@stablecoin/contracts';
import type { ById, Page, PageRequest, Tenant, WebhookEndpoint } from '@stablecoin/contracts';
import type { RecordedEvent, StoredEvent } from '@stablecoin/event-sourcing';
import type { Kysely, Transaction } from 'kysely';
import type { DeliveryEvent } from '../domain/delivery';
import type { EndpointEvent } from '../domain/endpoint';
import { endpointStreams } from '../domain/streams';
import type { WebhookServiceEvent } from '../domain/streams';
import type { EndpointRow, WebhookTables } from './tables';

type Touching = RecordedEvent<EndpointEvent | DeliveryEvent>;

/** The endpoint that an event says something of, and the event; null: none. */
function touching(event: StoredEvent<WebhookServiceEvent>): { readonly id: string; readonly event: Touching } | null {
  switch (event.type) {
    case 'EndpointCreated':
    case 'EndpointConfigured':
    case 'EndpointEnabled':
    case 'EndpointDisabled':
    case 'EndpointDeleted':
    case 'SecretRotated':
    case 'ReplayRequested':
    case 'ReplayCompleted':
      return { id: endpointStreams.idOf(event), event };
    case 'DeliverySucceeded':
    case 'DeliveryFailed':
    case 'DeliveryGivenUp':
      return { id: event.data.endpointId, event };
    case 'TestEventRequested':
    case 'ReplayAdvanced':
    case 'WebhookEventRecorded':
    case 'RedeliveryScheduled':
    case 'CommandRefused':
      return null;
  }
}

/**
 * Keeps one row for each endpoint.
 *
 * @returns the endpoints that the events say something of, as they are now; deleted ones are missing
 */
export async function projectEndpoints(
  events: readonly StoredEvent<WebhookServiceEvent>[],
  trx: Transaction<WebhookTables>,
): Promise<ReadonlyMap<string, EndpointRow>> {
  const changes = events.map(touching).filter((change) => change !== null);
  const ids = [...new Set(changes.map(({ id }) => id))];
  if (ids.length === 0) return new Map();
  const stored = await trx.selectFrom('webhook_endpoints').selectAll().where('id', 'in', ids).execute();
  const before = new Map(stored.map((row) => [row.id, row]));
  const after = new Map(before);
  for (const { id, event } of changes) {
    const row = fold(id, after.get(id), event);
    if (row === undefined) after.delete(id);
    else after.set(id, row);
  }
  const deleted = ids.filter((id) => before.has(id) && !after.has(id));
  if (deleted.length > 0) await trx.deleteFrom('webhook_endpoints').where('id', 'in', deleted).execute();
  for (const row of after.values()) {
    // Few: nearly all deliveries succeed, which changes nothing.
    if (row === before.get(row.id)) continue;
    await trx
      .insertInto('webhook_endpoints')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  }
  return after;
}

function fold(id: string, row: EndpointRow | undefined, event: Touching): EndpointRow | undefined {
  const { type, data } = event;
  if (type === 'EndpointCreated') {
    return {
      id,
      account: data.account,
      livemode: Number(data.livemode),
      ...settings(data),
      status: 'enabled',
      disabled_reason: null,
      sealed_secret: data.sealedSecret,
      previous_sealed_secret: null,
      previous_valid_until: null,
      failing_since: null,
      replays: 0,
      created_at: event.metadata.at,
    };
  }
  if (row === undefined) return undefined;
  switch (type) {
    case 'EndpointConfigured':
      return { ...row, ...settings(data) };
    case 'EndpointEnabled':
      return { ...row, status: 'enabled', disabled_reason: null, failing_since: null };
    case 'EndpointDisabled':
      return { ...row, status: 'disabled', disabled_reason: data.reason };
    case 'EndpointDeleted':
      return undefined;
    case 'SecretRotated':
      return {
        ...row,
        sealed_secret: data.sealedSecret,
        previous_sealed_secret: data.previousSealedSecret,
        previous_valid_until: data.previousValidUntil,
      };
    case 'DeliverySucceeded':
      return row.failing_since === null ? row : { ...row, failing_since: null };
    case 'DeliveryFailed':
    case 'DeliveryGivenUp':
      return row.failing_since !== null || data.attempt === null ? row : { ...row, failing_since: data.attempt.at };
    case 'ReplayRequested':
      return { ...row, replays: row.replays + 1 };
    case 'ReplayCompleted':
      return { ...row, replays: row.replays - 1 };
    case 'TestEventRequested':
    case 'ReplayAdvanced':
      return row;
  }
}

function settings({ url, events, description }: Pick<WebhookEndpoint, 'url' | 'events' | 'description'>) {
  return { url, events: events === null ? null : JSON.stringify(events), description };
}

/** Answers from the read model. Another account's or mode's endpoint does not exist. */
export class Endpoints {
  constructor(private readonly db: Kysely<WebhookTables>) {}

  async get({ id, ...tenant }: ById): Promise<WebhookEndpoint | null> {
    const row = await this.#rows(tenant).where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toResource(row);
  }

  async list({ limit, startingAfter, ...tenant }: PageRequest): Promise<Page<WebhookEndpoint>> {
    let query = this.#rows(tenant);
    if (startingAfter !== null) query = query.where('id', '<', startingAfter);
    const rows = await query
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return pageFrom(rows, limit, toResource);
  }

  /** All of a tenant. */
  all(tenant: Tenant): Promise<readonly EndpointRow[]> {
    return this.#rows(tenant).orderBy('id').execute();
  }

  /** Since when every delivery to an endpoint has failed; null when one succeeded. */
  async failingSince(id: string): Promise<number | null> {
    const row = await this.db
      .selectFrom('webhook_endpoints')
      .select('failing_since')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.failing_since ?? null;
  }

  /** How many replays to endpoints of a tenant are under way or wait. */
  async replays(tenant: Tenant): Promise<number> {
    return (await this.all(tenant)).reduce((sum, { replays }) => sum + replays, 0);
  }

  /** How many there are, of all accounts: whose deliveries work, whose last one failed, and disabled ones. */
  async counts(): Promise<Readonly<Record<'working' | 'failing' | 'disabled', number>>> {
    const rows = await this.db
      .selectFrom('webhook_endpoints')
      .select(({ fn }) => ['status', fn.count<number>('failing_since').as('failing'), fn.countAll<number>().as('all')])
      .groupBy('status')
      .execute();
    const of = (status: EndpointRow['status']) => rows.find((row) => row.status === status);
    const failing = of('enabled')?.failing ?? 0;
    return {
      working: (of('enabled')?.all ?? 0) - failing,
      failing,
      disabled: of('disabled')?.all ?? 0,
    };
  }

  #rows({ account, livemode }: Tenant) {
    return this.db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('account', '=', account)
      .where('livemode', '=', Number(livemode));
  }
}

function toResource(row: EndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    events: row.events === null ? null : (JSON.parse(row.events) as string[]),
    description: row.description,
    status: row.status,
    disabled_reason: row.disabled_reason,
    livemode: row.livemode === 1,
    created_at: new Date(row.created_at).toISOString(),
  };
}
