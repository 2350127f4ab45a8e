import {
  ApiConnectionError,
  ApiError,
  NotFoundError,
  type StablecoinPayments,
  type WebhookEvent,
} from 'stablecoin-payments';
import { Failure } from '../failure.js';

export interface FollowOptions {
  /** The event to go on after; null: from the first one on. */
  readonly after: string | null;
  readonly signal: AbortSignal;
  /** Is told when the service cannot be asked, and that it is asked again. */
  readonly onBreak: (message: string, delayMs: number) => void;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

const WAIT_SECONDS = 30;
const PAGE = 100;
const BACKOFF_MS = { first: 500, max: 15_000 };
/** A service that has just started may still be reading its events. */
const KNOWN_AFTER = { attempts: 5, delayMs: 500 };

/**
 * The events of the account, the oldest first, as they come. Waits for the service while it is away.
 *
 * @throws Failure when the service does not know the event to go on after: nothing would ever follow it
 * @throws ApiError for what does not pass by waiting, such as a revoked key
 * @throws the reason of the signal
 */
export async function* followEvents(
  client: StablecoinPayments,
  { after, signal, onBreak, sleep }: FollowOptions,
): AsyncGenerator<WebhookEvent, void, undefined> {
  let position = after;
  let isKnown = after === null;
  for (let failures = 0; ;) {
    let events: readonly WebhookEvent[];
    try {
      if (!isKnown && after !== null) await requireKnown(client, after, { signal, sleep });
      isKnown = true;
      const query = { order: 'asc', wait: WAIT_SECONDS, limit: PAGE } as const;
      const page = client.events.list(position === null ? query : { ...query, starting_after: position }, {
        signal,
        maxRetries: 0,
      });
      events = (await page.page()).data;
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiConnectionError || error instanceof ApiError) || !error.retryable) throw error;
      const askedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
      const delayMs = Math.max(askedMs, Math.min(BACKOFF_MS.max, BACKOFF_MS.first * 2 ** Math.min(failures++, 10)));
      onBreak(error.message, delayMs);
      await sleep(delayMs, signal);
      continue;
    }
    for (const event of events) {
      yield event;
      position = event.id;
    }
  }
}

/** @throws Failure when the service does not know the event */
async function requireKnown(
  client: StablecoinPayments,
  id: string,
  { signal, sleep }: Pick<FollowOptions, 'signal' | 'sleep'>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.events.get(id, { signal, maxRetries: 0 });
      return;
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      if (attempt === KNOWN_AFTER.attempts) {
        throw new Failure(`The service does not know ${id}, the event to continue after. Start with --from-now.`);
      }
      await sleep(KNOWN_AFTER.delayMs, signal);
    }
  }
}

/** The newest event; null when there is none. */
export async function newestEvent(client: StablecoinPayments): Promise<string | null> {
  const { data } = await client.events.list({ limit: 1 }).page();
  return data[0]?.id ?? null;
}
