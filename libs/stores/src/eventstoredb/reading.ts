import { BACKWARDS, END, FORWARDS, START, type StreamingRead } from '@eventstore/db-client';
import { StreamDeletedError, type ReadOptions, type RecordedEvent } from '@stablecoin/event-sourcing';
import { isForeign, toRecorded, type LogPlace } from './codec';
import type { Calls } from './calls';
import { failureType, NoAnswerError } from './failures';
import { readPlacesBefore } from './log-page';

/** The last event is usually found on the first page. Otherwise pages grow, up to {@link LONGEST_PAGE}. */
const FIRST_PAGE = 1;
const LONGEST_PAGE = 4_096;

/** The end of the log of a server. */
export interface LogEnd {
  /** Position of the last event of ours; the floor when there is none after it. */
  readonly last: number;
  /** Position of the last event of any stream; the floor when there is none after it. */
  readonly end: number;
}

/**
 * Reads a stream. A stream that does not exist is empty.
 *
 * @throws {@link StreamDeletedError}
 */
export async function readStream(
  calls: Calls,
  stream: string,
  { direction = 'forwards', from, limit }: ReadOptions = {},
): Promise<readonly RecordedEvent[]> {
  // The server takes a limit of 0 for a mistake.
  if (limit !== undefined && limit <= 0) return [];
  const backwards = direction === 'backwards';
  const options = {
    direction: backwards ? BACKWARDS : FORWARDS,
    fromRevision: from === undefined ? (backwards ? END : START) : BigInt(Math.max(from, 0)),
    requiresLeader: true,
    ...(limit === undefined ? {} : { maxCount: limit }),
  } as const;
  try {
    return await calls.call(async ({ client }) => {
      const events: RecordedEvent[] = [];
      for await (const { event } of read(client.readStream(stream, options), calls.timeoutMs)) {
        if (event !== undefined) events.push(toRecorded(event));
      }
      return events;
    });
  } catch (error) {
    if (failureType(error) === 'stream-not-found') return [];
    if (failureType(error) === 'stream-deleted') throw new StreamDeletedError(stream);
    throw error;
  }
}

/**
 * Looks where the log ends. Events of system and snapshot streams do not count as ours: they may be deleted, and a
 * subscriber that resumed at a deleted event may miss the next one.
 *
 * @param floor - position of a known event, or 0; the result is never lower
 */
export async function readEnd(calls: Calls, floor: number): Promise<LogEnd> {
  let from: number | 'end' = 'end';
  let end: number | undefined;
  for (let count = FIRST_PAGE; ; count = Math.min(count * 4, LONGEST_PAGE)) {
    const places: readonly LogPlace[] = await readPlacesBefore(calls, from, count);
    for (const place of places) {
      const { position } = place;
      if (position <= floor) return { last: floor, end: end ?? floor };
      end ??= position;
      if (!isForeign(place)) return { last: position, end };
    }
    const last = places.at(-1);
    if (places.length < count || last === undefined) return { last: floor, end: end ?? floor };
    from = last.position;
  }
}

/** The position of the last event of all streams; 0 when there is none. */
export async function endOf(calls: Calls): Promise<number> {
  const [last] = await readPlacesBefore(calls, 'end', 1);
  return last?.position ?? 0;
}

/**
 * Iterates a read of the vendor's client, which has no deadline of its own.
 *
 * @param timeoutMs - maximum time between two items, in milliseconds
 * @throws {@link NoAnswerError} when that time has passed
 */
async function* read<T>(stream: StreamingRead<T>, timeoutMs: number): AsyncGenerator<T> {
  // An error after the end would be unhandled and end the process.
  stream.on('error', () => undefined);
  const late = (): void => void stream.destroy(new NoAnswerError(`no answer within ${timeoutMs} ms`));
  const timer = setTimeout(late, timeoutMs);
  let complete = false;
  try {
    for await (const item of stream as AsyncIterable<T>) {
      timer.refresh();
      yield item;
    }
    complete = true;
  } finally {
    clearTimeout(timer);
    if (!complete) stream.cancel().catch(() => undefined);
  }
}
