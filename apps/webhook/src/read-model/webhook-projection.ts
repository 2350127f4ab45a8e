import { createJobTable, jobFrom } from '@stablecoin/event-sourcing';
import type { Projection, RecordedEvent, StoredEvent, JobChanges } from '@stablecoin/event-sourcing';
import type { Transaction } from 'kysely';
import { DELIVERY, REPLAY, REPLAY_PAUSE_MS } from '../domain/job-data';
import type { DeliveryJobData, ReplayJobData } from '../domain/job-data';
import type { ScheduledDelivery, EventRecordEvent } from '../domain/event';
import { deliveryStreams, endpointStreams, webhookEventStreams } from '../domain/streams';
import type { WebhookServiceEvent } from '../domain/streams';
import { nextAttemptAt } from '../domain/retry-schedule';
import type { RetrySchedule } from '../domain/retry-schedule';
import { projectDeliveries } from './deliveries';
import { projectEndpoints } from './endpoints';
import { projectEvents } from './events';
import { createWebhookTables } from './tables';
import type { EndpointRow, WebhookTables } from './tables';

/** When a new delivery is first tried, in milliseconds since the epoch. */
type FirstAttemptAt = (deliveryId: string, at: number) => number;

/** Projects endpoints, events and deliveries, and their jobs. */
export function webhookProjection(schedule: RetrySchedule): Projection<WebhookTables, WebhookServiceEvent> {
  const firstAttemptAt: FirstAttemptAt = (deliveryId, at) =>
    nextAttemptAt(schedule, { deliveryId, attempts: 0, now: at, retryAfterMs: null }) ?? at;
  return {
    name: 'webhook',
    streams: [endpointStreams, webhookEventStreams, deliveryStreams],
    version: 4,
    tables: ['webhook_endpoints', 'webhook_events', 'webhook_deliveries', 'work'],
    async createTables(db) {
      await createWebhookTables(db);
      await createJobTable(db);
    },
    async apply(events, trx, jobs) {
      const endpoints = await projectEndpoints(events, trx);
      await projectEvents(events, trx);
      await projectDeliveries(events, trx, firstAttemptAt);
      await projectJobs(events, endpoints, trx, jobs, firstAttemptAt);
    },
  };
}

/** Lists the jobs that follow from an event. */
class WebhookJobs {
  readonly #jobs: JobChanges;
  readonly #firstAttemptAt: FirstAttemptAt;

  constructor(jobs: JobChanges, firstAttemptAt: FirstAttemptAt) {
    this.#jobs = jobs;
    this.#firstAttemptAt = firstAttemptAt;
  }

  delivery(event: RecordedEvent<EventRecordEvent>, { id, endpointId }: ScheduledDelivery): void {
    const { eventId, object, sequence } = event.data;
    const data: DeliveryJobData = { deliveryId: id, endpointId, eventId };
    const orderingKey = orderingKeyOf(endpointId, object);
    const dueAt = this.#firstAttemptAt(id, event.metadata.at);
    this.#jobs.add(jobFrom(event, { kind: DELIVERY, key: id, orderingKey, sequence, dueAt, data }));
  }

  replay(event: RecordedEvent, data: ReplayJobData, dueAt: number): void {
    const { replayId: key, upToPosition: sequence } = data;
    const { account, livemode } = event.metadata;
    // Replays of one account run one at a time, in the order of their requests.
    const orderingKey = `${account}.${livemode ? 'live' : 'test'}`;
    this.#jobs.add(jobFrom(event, { kind: REPLAY, key, orderingKey, sequence, dueAt, data }));
  }
}

async function projectJobs(
  events: readonly StoredEvent<WebhookServiceEvent>[],
  endpoints: ReadonlyMap<string, EndpointRow>,
  trx: Transaction<WebhookTables>,
  jobs: JobChanges,
  firstAttemptAt: FirstAttemptAt,
): Promise<void> {
  const closed: { readonly endpointId: string; readonly at: number }[] = [];
  const jobOf = new WebhookJobs(jobs, firstAttemptAt);
  for (const event of events) {
    switch (event.type) {
      case 'WebhookEventRecorded':
        for (const delivery of event.data.deliveries) jobOf.delivery(event, delivery);
        break;
      case 'RedeliveryScheduled':
        jobOf.delivery(event, event.data.delivery);
        break;
      case 'DeliveryFailed': {
        const { deliveryId, endpointId, attempt, nextAttemptAt: next } = event.data;
        // One that was under way when its endpoint was disabled is looked at once more, to be given up.
        const dueAt = endpoints.get(endpointId)?.status === 'enabled' ? next : event.metadata.at;
        jobs.postpone(DELIVERY, deliveryId, { dueAt, attempt: attempt.number });
        break;
      }
      case 'DeliverySucceeded':
      case 'DeliveryGivenUp':
        jobs.remove(DELIVERY, event.data.deliveryId);
        break;
      case 'ReplayRequested': {
        const { replayId, endpointId, range } = event.data;
        jobOf.replay(
          event,
          { replayId, endpointId, range, afterPosition: 0, upToPosition: event.position },
          event.metadata.at,
        );
        break;
      }
      case 'ReplayAdvanced':
        // With pauses: each event is written again, by an account that pays nothing for it.
        jobOf.replay(event, event.data, event.metadata.at + REPLAY_PAUSE_MS);
        break;
      case 'ReplayCompleted':
        jobs.remove(REPLAY, event.data.replayId);
        break;
      case 'EndpointDisabled':
      case 'EndpointDeleted':
        closed.push({ endpointId: endpointStreams.idOf(event), at: event.metadata.at });
        break;
      case 'EndpointCreated':
      case 'EndpointConfigured':
      case 'EndpointEnabled':
      case 'SecretRotated':
      case 'TestEventRequested':
      case 'CommandRefused':
        break;
    }
  }
  // What is flushed stands in the table.
  if (closed.length > 0) await jobs.save(trx);
  for (const { endpointId, at } of closed) {
    await bringForward(endpointId, at, trx);
    jobs.expect(DELIVERY, at);
  }
}

/** What waits for an endpoint that takes no more is due now: to be given up. */
async function bringForward(endpointId: string, at: number, trx: Transaction<WebhookTables>): Promise<void> {
  await trx
    .updateTable('work')
    .set({ due_at: at })
    .where('kind', '=', DELIVERY)
    .where('claim', '>=', orderingKeyOf(endpointId, ''))
    // The character after the colon: every ordering key of the endpoint, by the index.
    .where('claim', '<', `${endpointId};`)
    .where('due_at', '>', at)
    .execute();
}

function orderingKeyOf(endpointId: string, object: string): string {
  return `${endpointId}:${object}`;
}
