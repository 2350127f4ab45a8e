import { workCommandId } from '@stablecoin/event-sourcing';
import type { Command, RunResult, WorkRow } from '@stablecoin/event-sourcing';
import type { AllowPrivate } from '@stablecoin/egress';
import type { JobDeclaration, ServicePorts } from '@stablecoin/service-host';
import type { SecretBox } from '@stablecoin/secrets';
import type { CallResult, WebhookSender } from '../adapters/webhook-sender';
import type { Endpoints } from '../read-model/endpoints';
import type { Events } from '../read-model/events';
import { BoundedCache } from './bounded-cache';
import type { EndpointDirectory, ListedEndpoint } from './endpoint-directory';
import { deliveryStream, endpointStream } from './handlers';
import type { DeliveryHandler, EndpointHandler } from './handlers';
import { signatureHeaders, signingKey } from '@stablecoin/egress';
import type { SigningKey } from '@stablecoin/egress';
import { CALLS_AT_ONCE, ConcurrencyLimiter } from './concurrency-limiter';
import type { Caller } from './concurrency-limiter';
import { DELIVERY } from './work';
import type { DeliveryWork } from './work';

/** Calls endpoints. */
export type Sender = Pick<WebhookSender, 'send' | 'close'>;

export interface DeliveryParts extends Pick<ServicePorts, 'clock' | 'meter'> {
  readonly endpointHandler: EndpointHandler;
  readonly deliveryHandler: DeliveryHandler;
  readonly directory: EndpointDirectory;
  readonly endpoints: Endpoints;
  readonly events: Events;
  readonly sender: Sender;
  readonly secrets: SecretBox;
  /** An endpoint with nothing but failures for so long is disabled. */
  readonly disableAfterMs: number;
  readonly allowPrivate: Readonly<Record<'sandbox' | 'live', AllowPrivate>>;
}

const KEYS_MAX = 1_000;
/** Of `whe_` and a ULID: what every claim of an endpoint begins with. */
const ENDPOINT_ID_LENGTH = 30;
const GONE = 410;

/** Sends events to endpoints, and reports on every attempt. */
export function deliveryJob(parts: DeliveryParts): JobDeclaration {
  const { endpointHandler, deliveryHandler, directory, endpoints, events, sender, secrets, clock, meter } = parts;
  const limiter = new ConcurrencyLimiter();
  const keys = new BoundedCache<SigningKey>(KEYS_MAX);
  meter.gauge('cache_entries', { cache: 'called_endpoints' }, () => limiter.size);
  meter.gauge('cache_entries', { cache: 'signing_keys' }, () => keys.size);
  const open = (sealed: string): SigningKey => keys.get(sealed, () => signingKey(secrets.open(sealed)));

  async function run([row]: readonly [WorkRow], signal: AbortSignal): Promise<RunResult> {
    // Before anything is waited for: whether there is a place for the next row is asked at once.
    const turn = limiter.acquire(callerOf(row));
    let called: CallResult | undefined;
    try {
      const { deliveryId, endpointId } = row.data as DeliveryWork;
      const endpoint = await directory.find(row, endpointId);
      if (endpoint?.enabled !== true) {
        const reason = endpoint === undefined ? 'endpoint deleted' : 'endpoint disabled';
        const giveUp = commandOn(row, 'GiveUp', { deliveryId, endpointId, reason }, clock.now());
        return await deliveryHandler.handle(deliveryStream(deliveryId), giveUp);
      }
      const at = clock.now();
      called = await call(endpoint, row, at, signal);
      return await report(row, at, called);
    } finally {
      turn.release(called);
    }
  }

  async function report(row: WorkRow, at: number, called: CallResult): Promise<RunResult> {
    const { deliveryId, endpointId } = row.data as DeliveryWork;
    const { statusCode, durationMs, error, retryAfterMs } = called;
    meter.count('webhook_attempts_total', { outcome: error === null ? 'delivered' : 'failed' });
    meter.observe('webhook_attempt_seconds', durationMs / 1_000);

    // First, so that a crash between the two leaves the delivery to be looked at again.
    const disable = error === null ? null : await reasonToDisable(endpointId, called, clock.now());
    if (disable !== null) {
      const command = commandOn(row, 'DisableEndpoint', { reason: disable }, clock.now());
      await endpointHandler.handle(endpointStream(endpointId), command);
    }
    const made = { number: row.attempt + 1, at, statusCode, durationMs, error };
    const command = commandOn(
      row,
      'RecordAttempt',
      { deliveryId, endpointId, attempt: made, retryAfterMs },
      clock.now(),
    );
    return deliveryHandler.handle(deliveryStream(deliveryId), command);
  }

  async function call(
    endpoint: ListedEndpoint,
    { livemode, data }: WorkRow,
    at: number,
    signal: AbortSignal,
  ): Promise<CallResult> {
    const { eventId } = data as DeliveryWork;
    const body = await events.body(eventId);
    if (body === null) throw new Error(`the event ${eventId} is missing`);
    const { url, sealedSecret, previous } = endpoint;
    const sealed =
      previous !== null && at < previous.validUntil ? [sealedSecret, previous.sealedSecret] : [sealedSecret];
    const headers = signatureHeaders(eventId, body, sealed.map(open), at);
    return sender.send({ url, headers, body, allow: parts.allowPrivate[livemode ? 'live' : 'sandbox'] }, signal);
  }

  async function reasonToDisable(endpointId: string, { statusCode }: CallResult, now: number): Promise<string | null> {
    if (statusCode === GONE) return 'it answered 410 Gone';
    const since = await endpoints.failingSince(endpointId);
    if (since === null || now < since + parts.disableAfterMs) return null;
    return `nothing but failures since ${new Date(since).toISOString()}`;
  }

  return {
    kind: DELIVERY,
    concurrency: CALLS_AT_ONCE,
    lanes: { characters: ENDPOINT_ID_LENGTH, admits: (row) => limiter.hasSlotFor(callerOf(row)) },
    // Without a batch size exactly one row is handed over.
    run: (rows, signal) => run(rows as readonly [WorkRow], signal),
  };
}

function callerOf({ account, livemode, data }: WorkRow): Caller {
  const { endpointId } = data as DeliveryWork;
  return { endpointId, account: `${account}.${livemode}` };
}

function commandOn<Type extends string, Data>(row: WorkRow, type: Type, data: Data, at: number): Command<Type, Data> {
  const { account, livemode, correlationId } = row;
  return { id: workCommandId(row, type), type, data, at, account, livemode, correlationId };
}
