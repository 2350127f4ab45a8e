import type { Message } from '@stablecoin/contracts';
import type { CommandHandler, Json } from '@stablecoin/event-sourcing';
import { ApiError } from '@stablecoin/platform';
import type { Bus } from '@stablecoin/messaging';
import { hash } from 'node:crypto';
import type { RequestCommand, RequestEvent, RequestState } from '../idempotency/request';
import type { RequestContext } from './request-context';

/** What carries a request out. Made anew, with new ids, whenever it is run. */
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
}

/** How long a key that made no payment stays taken (API decisions, Idempotency). */
const KEY_TTL_MS = 30 * 24 * 60 * 60 * 1_000;
/** A key may be given back between the refusal to have it and the look at who has it: then it is asked for again. */
const CLAIM_ATTEMPTS = 10;
/** The bus waits for a store that is out for as long as it takes; a client does not. */
const PUBLISHED_WITHIN_MS = 15_000;

/**
 * Sets requests going, each key once. Without a key the messages are published; with one they are appended, and the
 * relay publishes them: whoever appends first has the key, and nothing is read before to find out.
 */
export class Requests {
  constructor(
    private readonly handler: CommandHandler<RequestState, RequestCommand, RequestEvent>,
    private readonly bus: Bus,
  ) {}

  /**
   * @param params - what is asked for, normalised; with the path's values
   * @throws ApiError `idempotency_conflict`: the key was used for something else
   */
  async accept(
    context: RequestContext,
    params: Json,
    plan: () => RequestPlan,
    { keyExpires = true }: { readonly keyExpires?: boolean } = {},
  ): Promise<Accepted> {
    const { requestId, at } = context;
    const { resources, messages } = plan();
    if (context.idempotencyKey === null) {
      await this.publish(messages);
      return { requestId, resources, acceptedAt: at, replayed: false };
    }
    const paramsHash = hashOf(params);
    const stream = streamOf(context);
    const accept: RequestCommand = {
      ...commandOf(context, requestId),
      type: 'AcceptRequest',
      data: {
        requestId,
        paramsHash,
        resources,
        messages: messages as unknown as readonly Json[],
        expiresAt: keyExpires ? at + KEY_TTL_MS : null,
      },
    };
    for (let attempt = 1; attempt <= CLAIM_ATTEMPTS; attempt++) {
      const { events } = await this.handler.handle(stream, accept);
      if (events.length > 0) return { requestId, resources, acceptedAt: at, replayed: false };
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
      return { ...claim, replayed: true };
    }
    throw new ApiError('internal_error', 'Please send the request again.');
  }

  /** The request that holds the key of this one, if it asked for the same; null: there is none, or there is no key. */
  async find(context: RequestContext, params: Json): Promise<Accepted | null> {
    if (context.idempotencyKey === null) return null;
    const claim = await this.handler.query(streamOf(context), (state) => state.claim);
    if (claim?.paramsHash !== hashOf(params)) return null;
    return claim.expiresAt === null || context.at < claim.expiresAt ? { ...claim, replayed: true } : null;
  }

  /**
   * Publishes what no stream holds, or sends it once more.
   *
   * @throws ApiError `internal_error` when it is not safe in time: it may be carried out all the same
   */
  publish(messages: readonly Message[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(notKnownYet()), PUBLISHED_WITHIN_MS);
      const published = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const failed = (error: Error): void => {
        clearTimeout(timer);
        reject(error);
      };
      this.bus.publish(messages).then(published, failed);
    });
  }

  /** Gives the key back, because the request was refused and has left no object behind. */
  async release(context: RequestContext, { requestId }: Accepted): Promise<void> {
    if (context.idempotencyKey === null) return;
    await this.handler.handle(streamOf(context), {
      ...commandOf(context, `${context.requestId}:release:${requestId}`),
      type: 'ReleaseRequest',
      data: { requestId },
    });
  }

  /**
   * Names what a request is answered with, where that was not known before; once, so that replays answer with the same.
   *
   * @returns what the key stands for: what is named here, unless another request with the key was faster
   */
  async complete(
    context: RequestContext,
    { requestId }: Accepted,
    resources: readonly string[],
  ): Promise<readonly string[]> {
    if (context.idempotencyKey === null) return resources;
    const stream = streamOf(context);
    await this.handler.handle(stream, {
      ...commandOf(context, `${context.requestId}:complete:${requestId}`),
      type: 'CompleteRequest',
      data: { requestId, resources },
    });
    const claim = await this.handler.query(stream, (state) => state.claim);
    return claim?.requestId === requestId ? claim.resources : resources;
  }
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

/** JSON keeps the parts apart, whatever characters are in a key. */
function streamOf({ account, livemode, operation, idempotencyKey }: RequestContext): string {
  return `request-${hash('sha256', JSON.stringify([account, livemode, operation, idempotencyKey]), 'hex')}`;
}

function commandOf({ at, requestId, account, livemode, traceparent }: RequestContext, id: string) {
  return {
    id,
    at,
    correlationId: requestId,
    account,
    livemode,
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}
