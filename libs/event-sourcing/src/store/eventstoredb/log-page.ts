import { Empty } from '@eventstore/db-client/generated/shared_pb';
import { ReadReq } from '@eventstore/db-client/generated/streams_pb';
import type { RecordedEvent } from '../event-store';
import type { Calls } from './calls';
import { isForeign, recordedFrom } from './codec';

/** Events that the server looks at before it answers; it must be more than a page holds. */
const SEARCH_WINDOW = 4_096;

/** Events after a place in the log, in order. */
export interface LogPage {
  /** Events of ours. */
  readonly events: readonly RecordedEvent[];
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
    let [last, received] = [after, 0];
    for (const part of await client.readParts(request, calls.timeoutMs)) {
      const event = part.getEvent()?.getEvent();
      if (event === undefined) continue;
      received++;
      const recorded = recordedFrom(event);
      if (recorded.position <= last) continue;
      last = recorded.position;
      if (!isForeign(recorded.stream)) events.push(recorded);
    }
    // It did not begin with an event that is known.
    if (events.length > limit) {
      events.pop();
      last = events.at(-1)?.position ?? after;
    }
    return { events, last, isFull: received >= count };
  });
}

function requestFor(after: number, prefixes: readonly string[] | undefined, count: number): ReadReq {
  const all = new ReadReq.Options.AllOptions();
  const at = `${after}`;
  if (after === 0) all.setStart(new Empty());
  else all.setPosition(new ReadReq.Options.Position().setCommitPosition(at).setPreparePosition(at));
  const options = new ReadReq.Options()
    .setAll(all)
    .setReadDirection(ReadReq.Options.ReadDirection.FORWARDS)
    .setCount(`${count}`)
    .setUuidOption(new ReadReq.Options.UUIDOption().setString(new Empty()));
  if (prefixes === undefined) options.setNoFilter(new Empty());
  else options.setFilter(filterFor(prefixes));
  return new ReadReq().setOptions(options);
}

function filterFor(prefixes: readonly string[]): ReadReq.Options.FilterOptions {
  return new ReadReq.Options.FilterOptions()
    .setStreamIdentifier(new ReadReq.Options.FilterOptions.Expression().setPrefixList([...prefixes]))
    .setMax(SEARCH_WINDOW)
    .setCheckpointintervalmultiplier(1);
}
