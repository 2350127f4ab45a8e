import { paymentIdOf } from '@stablecoin/contracts';
import { commandOf } from '@stablecoin/event-sourcing';
import type { Job, RunResult } from '@stablecoin/event-sourcing';
import type { AllowPrivate, SecretBox, SigningKey } from '@stablecoin/security';
import type { JobDeclaration, ServicePorts } from '@stablecoin/host';
import { deliveryStreams, endpointStreams } from '../domain/streams';
import type { Endpoints } from '../read-model/endpoints';
import type { Events } from '../read-model/events';
import { BoundedCache } from './bounded-cache';
import type { EndpointDirectory, ListedEndpoint } from './endpoint-directory';
import type { DeliveryHandler, EndpointHandler } from './handlers';
import { signatureHeaders, signingKey } from '@stablecoin/security';
import { CALLS_AT_ONCE, ConcurrencyLimiter } from './concurrency-limiter';
import type { CalledEndpoint } from './concurrency-limiter';
import { DELIVERY } from '../domain/job-data';
import type { DeliveryJobData } from '../domain/job-data';
import { sandboxAnswer } from './sandbox-receiver';
import type { CallResult, Sender } from './sender';

export interface DeliveryParts extends Pick<ServicePorts, 'clock' | 'meter' | 'tracer' | 'leads'> {
  readonly endpointHandler: EndpointHandler;
  readonly deliveryHandler: DeliveryHandler;
  readonly directory: EndpointDirectory;
  readonly endpoints: Endpoints;
  readonly events: Events;
  readonly sender: Sender;
  readonly secrets: SecretBox;
  /** An endpoint is disabled after only failures for this long, in milliseconds. */
  readonly disableAfterMs: number;
  readonly allowPrivate: Readonly<Record<'sandbox' | 'live', AllowPrivate>>;
}

/** What came of a call, and what was called. */
type Called = CallResult & {
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
};

const KEYS_MAX = 1_000;
/** Length of `whe_` and a ULID, with which every ordering key of an endpoint begins. */
const ENDPOINT_ID_LENGTH = 30;
const GONE = 410;

/** Sends events to endpoints, and reports on every attempt. */
export function deliveryJob(parts: DeliveryParts): JobDeclaration {
  const limiter = new ConcurrencyLimiter();
  const run = new Deliveries(parts, limiter);
  const { meter, endpoints } = parts;
  meter.gauge('cache_entries', { cache: 'called_endpoints' }, () => limiter.size);
  // Its first increase is one only if it began at 0.
  meter.count('webhook_endpoints_disabled_total', {}, 0);
  for (const state of ['working', 'failing', 'disabled'] as const) {
    meter.gauge('webhook_endpoints', { state }, async () => (await endpoints.counts())[state]);
  }
  return {
    kind: DELIVERY,
    concurrency: CALLS_AT_ONCE,
    groups: { length: ENDPOINT_ID_LENGTH, admits: (job) => limiter.hasSlotFor(callerOf(job)) },
    // Without a batch size exactly one job is handed over.
    run: (jobs, signal) => run.run(jobs as readonly [Job], signal),
  };
}

class Deliveries {
  readonly #parts: DeliveryParts;
  readonly #limiter: ConcurrencyLimiter;
  readonly #keys = new BoundedCache<SigningKey>(KEYS_MAX);

  constructor(parts: DeliveryParts, limiter: ConcurrencyLimiter) {
    this.#parts = parts;
    this.#limiter = limiter;
    parts.meter.gauge('cache_entries', { cache: 'signing_keys' }, () => this.#keys.size);
  }

  async run([job]: readonly [Job], signal: AbortSignal): Promise<RunResult> {
    const { directory, deliveryHandler, clock } = this.#parts;
    // Before the first await, because the runner asks at once whether the next job may run.
    const turn = this.#limiter.acquire(callerOf(job));
    let called: Called | undefined;
    try {
      const { deliveryId, endpointId } = job.data as DeliveryJobData;
      const endpoint = await directory.find(job, endpointId);
      if (endpoint?.enabled !== true) {
        const reason = endpoint === undefined ? 'endpoint deleted' : 'endpoint disabled';
        const giveUp = commandOf(job, 'GiveUp', { deliveryId, endpointId, reason }, { at: clock.now() });
        return await deliveryHandler.handle(deliveryStreams.stream(deliveryId), giveUp);
      }
      const at = clock.now();
      called = await this.#call(endpoint, job, at, signal);
      return await this.#report(job, at, called);
    } finally {
      turn.release(called);
    }
  }

  async #report(job: Job, at: number, called: Called): Promise<RunResult> {
    const { deliveryId, endpointId } = job.data as DeliveryJobData;
    const { statusCode, durationMs, error, retryAfterMs, request, response } = called;
    const { endpointHandler, deliveryHandler, clock, meter } = this.#parts;
    meter.count('webhook_attempts_total', { outcome: error === null ? 'delivered' : 'failed' });
    meter.observe('webhook_attempt_seconds', durationMs / 1_000);

    // First, so that a crash between the two leaves the delivery to be looked at again.
    const disable = error === null ? null : await this.#reasonToDisable(endpointId, called, clock.now());
    if (disable !== null) {
      const command = commandOf(job, 'DisableEndpoint', { reason: disable }, { at: clock.now() });
      const { events: disabled } = await endpointHandler.handle(endpointStreams.stream(endpointId), command);
      if (disabled.length > 0) meter.count('webhook_endpoints_disabled_total');
    }
    const answered = response === null ? {} : { response };
    const made = { number: job.attempt + 1, at, statusCode, durationMs, error, request, ...answered };
    const data = { deliveryId, endpointId, attempt: made, retryAfterMs };
    const command = commandOf(job, 'RecordAttempt', data, { at: clock.now() });
    return deliveryHandler.handle(deliveryStreams.stream(deliveryId), command);
  }

  async #call(
    endpoint: ListedEndpoint,
    { livemode, data, attempt, orderingKey, traceparent }: Job,
    at: number,
    signal: AbortSignal,
  ): Promise<Called> {
    const { eventId, endpointId } = data as DeliveryJobData;
    const { events, sender, tracer } = this.#parts;
    const body = await events.body(eventId);
    if (body === null) throw new Error(`the event ${eventId} is missing`);
    const { url, sealedSecret, previous } = endpoint;
    const sealed =
      previous !== null && at < previous.validUntil ? [sealedSecret, previous.sealedSecret] : [sealedSecret];
    const headers = signatureHeaders(
      eventId,
      body,
      sealed.map((each) => this.#open(each)),
      at,
    );
    const allow = this.#parts.allowPrivate[livemode ? 'live' : 'sandbox'];
    // Whoever took over has delivered it, and later events of its object.
    if (!this.#parts.leads()) throw new Error('another instance may deliver it');
    const span = tracer.start(traceparent);
    const result =
      (livemode ? null : sandboxAnswer(url, attempt)) ?? (await sender.send({ url, headers, body, allow }, signal));
    span?.end({
      name: 'webhook POST',
      kind: 'client',
      // The URL belongs to the customer, and may have a secret in it.
      attributes: {
        'event.id': eventId,
        'endpoint.id': endpointId,
        'payment.id': paymentIdOf(orderingKey, null),
        attempt: attempt + 1,
        'http.response.status_code': result.statusCode ?? undefined,
      },
      error: result.error === null ? undefined : (result.statusCode ?? new Error('no answer')),
    });
    return { ...result, request: { url, headers } };
  }

  async #reasonToDisable(endpointId: string, { statusCode }: CallResult, now: number): Promise<string | null> {
    if (statusCode === GONE) return 'it answered 410 Gone';
    const since = await this.#parts.endpoints.failingSince(endpointId);
    if (since === null || now < since + this.#parts.disableAfterMs) return null;
    return `nothing but failures since ${new Date(since).toISOString()}`;
  }

  #open(sealed: string): SigningKey {
    return this.#keys.get(sealed, () => signingKey(this.#parts.secrets.open(sealed, 'webhook secret')));
  }
}

function callerOf({ account, livemode, data }: Job): CalledEndpoint {
  const { endpointId } = data as DeliveryJobData;
  return { endpointId, account: `${account}.${livemode}` };
}
