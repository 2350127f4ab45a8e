import { Empty } from '@eventstore/db-client/generated/shared_pb';
import { ReadReq } from '@eventstore/db-client/generated/streams_pb';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import type { Calls } from './calls';
import { isForeign, placeOf, recordedFrom, type LogPlace } from './codec';

/** Events that the server looks at before it answers; it must be more than a page holds. */
const SEARCH_WINDOW = 4_096;

const TOMBSTONE = '$streamDeleted';

/** Events after a place in the log, in order. */
export interface LogPage {
  /** Events of applications. */
  readonly events: readonly RecordedEvent[];
  /** Streams that were deleted for good: their tombstones are here. */
  readonly deleted: readonly string[];
  /** Position of the last event that was read, of any stream; where the page began when there was none. */
  readonly last: number;
  /** Whether more events may follow. */
  readonly isFull: boolean;
}

/**
 * Reads the log from a place on.
 *
 * @param after - position of an event, which need not exist any more, or 0
 * @param prefixes - stream name prefixes, filtered on the server; undefined: all streams
 * @param limit - maximum events
 */
export async function readPage(
  calls: Calls,
  after: number,
  prefixes: readonly string[] | undefined,
  limit: number,
): Promise<LogPage> {
  // A read begins with the event at its position, which is known already.
  const count = limit + 1;
  const request = requestFor(after, prefixes, count);
  return calls.call(async ({ client }) => {
    const events: RecordedEvent[] = [];
    const deleted: string[] = [];
    let [last, received] = [after, 0];
    for (const part of await client.readParts(request, calls.timeoutMs)) {
      const event = part.getEvent()?.getEvent();
      if (event === undefined) continue;
      received++;
      const recorded = recordedFrom(event);
      if (recorded.position <= last) continue;
      last = recorded.position;
      if (!isForeign(recorded)) events.push(recorded);
      else if (recorded.type === TOMBSTONE) deleted.push(recorded.stream);
    }
    if (events.length <= limit) return { events, deleted, last, isFull: received >= count };
    // It did not begin with an event that is known.
    const cut = events.slice(0, limit);
    return { events: cut, deleted, last: cut.at(-1)?.position ?? after, isFull: true };
  });
}

/**
 * Reads the places of the last events of any stream before a place, from the last one on.
 *
 * @param before - a position, or the end of the log
 * @param count - how many, at most
 */
export function readPlacesBefore(calls: Calls, before: number | 'end', count: number): Promise<readonly LogPlace[]> {
  const options = optionsFor(before, count)
    .setReadDirection(ReadReq.Options.ReadDirection.BACKWARDS)
    .setNoFilter(new Empty());
  const request = new ReadReq().setOptions(options);
  return calls.call(async ({ client }) => {
    const parts = await client.readParts(request, calls.timeoutMs);
    return parts.flatMap((part) => placeOf(part.getEvent()?.getEvent()) ?? []);
  });
}

function requestFor(after: number, prefixes: readonly string[] | undefined, count: number): ReadReq {
  const options = optionsFor(after, count).setReadDirection(ReadReq.Options.ReadDirection.FORWARDS);
  if (prefixes === undefined) options.setNoFilter(new Empty());
  else options.setFilter(filterFor(prefixes));
  return new ReadReq().setOptions(options);
}

function optionsFor(from: number | 'end', count: number): ReadReq.Options {
  const all = new ReadReq.Options.AllOptions();
  const at = `${from}`;
  if (from === 0) all.setStart(new Empty());
  else if (from === 'end') all.setEnd(new Empty());
  // Commit and prepare position differ only in transactions, which are not used.
  else all.setPosition(new ReadReq.Options.Position().setCommitPosition(at).setPreparePosition(at));
  return new ReadReq.Options()
    .setAll(all)
    .setCount(`${count}`)
    .setUuidOption(new ReadReq.Options.UUIDOption().setString(new Empty()));
}

function filterFor(prefixes: readonly string[]): ReadReq.Options.FilterOptions {
  return new ReadReq.Options.FilterOptions()
    .setStreamIdentifier(new ReadReq.Options.FilterOptions.Expression().setPrefixList([...prefixes]))
    .setMax(SEARCH_WINDOW)
    .setCheckpointintervalmultiplier(1);
}
