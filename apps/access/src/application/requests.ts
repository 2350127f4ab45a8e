import type { Message } from '@stablecoin/contracts';
import type { Json, Meter, WritingState } from '@stablecoin/event-sourcing';
import { ApiError } from '@stablecoin/contracts';
import type { Publish } from '@stablecoin/host';
import { hash } from 'node:crypto';
import { isHeld, requestStreams } from '../domain/request';
import type { RequestCommand, StoredMessage } from '../domain/request';
import type { RequestHandler } from './handlers';
import type { RequestContext } from './request-context';

/** The messages that carry out a request. Created with new ids for every run. */
export interface RequestPlan {
  /** Ids of the objects that are made or changed. */
  readonly resources: readonly string[];
  readonly messages: readonly Message[];
}

/** A request that is being, or was, carried out. */
export interface Accepted {
  readonly requestId: string;
  readonly resources: readonly string[];
  /** Milliseconds since the epoch. */
  readonly acceptedAt: number;
  /** An earlier request with the same key carries it out, and this one only tells what became of it. */
  readonly replayed: boolean;
  /** Of its idempotency key; null: it has none. */
  readonly stream: string | null;
}

/** What an idempotency key counts within, and the key. */
export type KeyHolder = Pick<RequestContext, 'account' | 'livemode' | 'operation' | 'idempotencyKey' | 'keyScope'>;

/** How long a key that made no payment stays taken (API decisions, Idempotency). */
const KEY_TTL_MS = 30 * 24 * 60 * 60 * 1_000;
/** A key may be given back between the refusal to have it and the look at who has it: then it is asked for again. */
const CLAIM_ATTEMPTS = 10;
/**
 * How long after it came a request without a key can still lead to anything, in milliseconds (protocol rule 30); and how
 * long publishing is waited for. The bus waits for a store that is out for as long as it takes; a client does not.
 */
export const UNKEYED_WITHIN_MS = 15_000;
/** When a client may try again while nothing can be written, in seconds. */
const TRY_AGAIN_S = 1;

/**
 * Starts requests, each idempotency key once. Without a key, the messages are published. With a key they are appended
 * and published by the relay: the first append owns the key, without a read before it.
 *
 * While the event store cannot write, requests are rejected at once. Replays that only read an earlier result still
 * work.
 */
export class Requests {
  constructor(
    private readonly handler: RequestHandler,
    private readonly bus: { readonly publish: Publish },
    private readonly writing: Pick<WritingState, 'problem'>,
    private readonly meter: Meter,
  ) {}

  /**
   * @param params - what is asked for, normalised; with the path's values
   * @throws ApiError `idempotency_conflict`: the key was used for something else; `internal_error` while nothing can be
   * written; `rate_limited` when the bus takes no more
   */
  async accept(
    context: RequestContext,
    params: Json,
    plan: () => RequestPlan | Promise<RequestPlan>,
    { keyExpires = true }: { readonly keyExpires?: boolean } = {},
  ): Promise<Accepted> {
    const { requestId, at } = context;
    const { resources, messages } = await plan();
    if (context.idempotencyKey === null) {
      if (messages.length > 0) await this.publish(context, messages);
      return { requestId, resources, acceptedAt: at, replayed: false, stream: null };
    }
    if (this.writing.problem !== undefined) return (await this.find(context, params)) ?? this.#refuse();
    const paramsHash = hashOf(params);
    const stream = await this.#streamOf(context, paramsHash);
    const accept: RequestCommand = {
      ...requestCommand(context, requestId),
      type: 'AcceptRequest',
      data: {
        requestId,
        paramsHash,
        resources,
        messages: messages.map(stored),
        expiresAt: keyExpires ? at + KEY_TTL_MS : null,
      },
    };
    for (let attempt = 1; attempt <= CLAIM_ATTEMPTS; attempt++) {
      const { events } = await this.handler.handle(stream, accept);
      if (events.length > 0) return { requestId, resources, acceptedAt: at, replayed: false, stream };
      const claim = await this.handler.query(stream, (state) => state.claim);
      // Given back or expired in the meantime: it may be this one's now.
      if (claim === undefined || claim === null) continue;
      if (claim.paramsHash !== paramsHash) {
        throw new ApiError(
          'idempotency_conflict',
          'This idempotency key was used with other parameters: use a new key for a new request.',
          { param: 'idempotency_key' },
        );
      }
      return { ...claim, replayed: true, stream };
    }
    throw new ApiError('internal_error', 'Please send the request again.');
  }

  /** Ids of the objects of an idempotency key; empty when the key is unknown. */
  async resourcesOf(context: KeyHolder): Promise<readonly string[]> {
    return (await this.handler.query(keyStreamOf(context), (state) => state.claim?.resources)) ?? [];
  }

  /** How often the idempotency key was taken so far; 0 without one. */
  async claimsOf(context: RequestContext): Promise<number> {
    if (context.idempotencyKey === null) return 0;
    return (await this.handler.query(await this.#streamOf(context, null), (state) => state.claims)) ?? 0;
  }

  /** The earlier request with this key and the same parameters; null when there is none, or no key. */
  async find(context: RequestContext, params: Json): Promise<Accepted | null> {
    if (context.idempotencyKey === null) return null;
    const paramsHash = hashOf(params);
    const stream = await this.#streamOf(context, paramsHash);
    const claim = await this.handler.query(stream, (state) => state.claim);
    if (claim?.paramsHash !== paramsHash) return null;
    return isHeld(claim, context.at) ? { ...claim, replayed: true, stream } : null;
  }

  /** The stream that holds the key, under the spelling of earlier versions if they stored it. */
  async #streamOf(context: RequestContext, paramsHash: string | null): Promise<string> {
    const { idempotencyKey, formerKey, keyScope, at } = context;
    // Under another name than this version's, the same request alone is meant: others may be the account's own.
    const former = [formerKey, ...(keyScope === null ? [] : [idempotencyKey])].filter((key) => key !== null);
    for (const key of former) {
      const stream = keyStreamOf({ ...context, idempotencyKey: key, keyScope: null });
      const claim = await this.handler.query(stream, (state) => state.claim);
      if (isHeld(claim, at) && (keyScope === null || claim.paramsHash === paramsHash)) return stream;
    }
    return keyStreamOf(context);
  }

  /**
   * Publishes what no stream holds, or sends it once more. It leads to something in time or never (protocol rule 30).
   *
   * @throws ApiError `internal_error` while nothing can be written, and when it is not safe in time: then it may be carried
   * out until the request expires; `rate_limited` when the bus takes no more
   */
  async publish({ at }: RequestContext, messages: readonly Message[]): Promise<void> {
    if (this.writing.problem !== undefined) this.#refuse();
    const expiresAt = at + UNKEYED_WITHIN_MS;
    const expiring = messages.map((message) => ({ ...message, expiresAt }));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(notKnownYet()), UNKEYED_WITHIN_MS);
      const published = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const failed = (error: Error): void => {
        clearTimeout(timer);
        reject(isFull(error) ? tooMany(error) : error);
      };
      this.bus.publish(expiring).then(published, failed);
    });
  }

  /**
   * Records that the request of a key is still wanted, once in a generation. Its messages are published by the relay, so they
   * arrive however long that takes: an expiry would have the client hear of a confirmation that came to nothing.
   *
   * @throws ApiError `internal_error` while nothing can be written
   */
  async confirm(
    context: RequestContext,
    { requestId, stream }: Accepted,
    { generation, messages }: { readonly generation: string; readonly messages: readonly Message[] },
  ): Promise<void> {
    if (stream === null) return;
    if (this.writing.problem !== undefined) this.#refuse();
    await this.handler.handle(stream, {
      ...requestCommand(context, `${context.requestId}:confirm:${requestId}`),
      type: 'ConfirmRequest',
      data: { requestId, generation, messages: messages.map(stored) },
    });
  }

  #refuse(): never {
    this.meter.count('gateway_writes_refused_total');
    throw new ApiError('internal_error', 'Nothing can be stored at present: send this request again later.', {
      retryAfterS: TRY_AGAIN_S,
      cause: this.writing.problem,
    });
  }

  /** Gives the key back, because the request was refused and has left no object behind. */
  async release(context: RequestContext, { requestId, stream }: Accepted): Promise<void> {
    if (stream === null) return;
    await this.handler.handle(stream, {
      ...requestCommand(context, `${context.requestId}:release:${requestId}`),
      type: 'ReleaseRequest',
      data: { requestId },
    });
  }

  /**
   * Records the objects that answer a request, if they were unknown at its start. Replays return the same ones.
   *
   * @returns the recorded objects: those of another request if it was faster
   */
  async complete(
    context: RequestContext,
    { requestId, stream }: Accepted,
    resources: readonly string[],
  ): Promise<readonly string[]> {
    if (stream === null) return resources;
    await this.handler.handle(stream, {
      ...requestCommand(context, `${context.requestId}:complete:${requestId}`),
      type: 'CompleteRequest',
      data: { requestId, resources },
    });
    const claim = await this.handler.query(stream, (state) => state.claim);
    return claim?.requestId === requestId ? claim.resources : resources;
  }
}

/** By its name: it may come from another thread. */
function isFull(error: Error): boolean {
  return error.name === 'BusFullError';
}

function tooMany(cause: Error): ApiError {
  return new ApiError('rate_limited', 'The service has more to do than it can: send this request again later.', {
    cause,
  });
}

function notKnownYet(): ApiError {
  return new ApiError(
    'internal_error',
    'What becomes of the request is not known yet: with an idempotency key it is safe to send it again.',
  );
}

function hashOf(params: Json): string {
  return hash('sha256', JSON.stringify(params), 'hex');
}

/** The stream of an idempotency key. JSON separates the parts, whatever characters a key contains. */
export function keyStreamOf({ account, livemode, operation, idempotencyKey, keyScope }: KeyHolder): string {
  const parts = [account, livemode, operation, idempotencyKey, ...(keyScope === null ? [] : [keyScope])];
  return requestStreams.stream(hash('sha256', JSON.stringify(parts), 'hex'));
}

function stored(message: Message): StoredMessage {
  return { ...message, data: message.data as Json };
}

/** What the commands of a request have in common. */
export function requestCommand({ at, requestId, account, livemode, traceparent, caller }: RequestContext, id: string) {
  return {
    id,
    at,
    correlationId: requestId,
    account,
    livemode,
    actor: caller.actor,
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}
