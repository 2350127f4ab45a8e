import { ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { EventLog, LoggedEvent } from './event-log';
import type { Progress } from './live-queue';
import { caughtUp, checkpoint, confirmation, readEvent, streamName } from './messages';
import type { ServerVersion } from './server-version';

/** So many events a server looks at in one step; checkpoints come after multiples of it. */
const SEARCH_WINDOW = 32;

/** A filtered subscription to everything: events that match, and checkpoints on the way past those that do not. */
export async function* subscribeToAll(
  log: EventLog,
  options: ReadReq.Options,
  progress: Progress,
  signal: AbortSignal,
): AsyncGenerator<ReadResp> {
  const all = options.getAll() ?? new ReadReq.Options.AllOptions();
  const position = all.getPosition()?.getCommitPosition();
  const after = position === undefined ? (all.hasEnd() ? 'end' : 'start') : Number(position);
  const filter = options.getFilter();
  const matches = matcher(filter);
  const interval = SEARCH_WINDOW * Math.max(1, filter?.getCheckpointintervalmultiplier() ?? 1);
  yield confirmation();

  let considered = 0;
  for await (const { events, position: place, last } of log.follow(after, SEARCH_WINDOW, signal)) {
    for (const event of events) {
      if (matches(event)) yield readEvent(event);
      considered += 1;
      if (filter === undefined || considered < interval) continue;
      considered = 0;
      // Live, a checkpoint is the place of an event; while catching up it is the place where the next page begins.
      yield progress.phase !== 'history'
        ? checkpoint(event.position, event.position)
        : checkpoint(log.placeAfter(event.position), 0);
    }
    if (progress.phase !== 'history' || !last) continue;
    progress.phase = 'transition';
    // Where the next event will stand: what resumes behind this place misses it.
    if (filter !== undefined) yield checkpoint(log.placeAfter(place), 0);
    yield caughtUp();
  }
}

/** A subscription to one stream. */
export async function* subscribeToStream(
  log: EventLog,
  options: ReadReq.Options,
  progress: Progress,
  signal: AbortSignal,
  { catchesUpWithNothing }: ServerVersion,
): AsyncGenerator<ReadResp> {
  const stream = options.getStream() ?? new ReadReq.Options.StreamOptions();
  const name = streamName(stream.getStreamIdentifier());
  const after = stream.hasRevision() ? Number(stream.getRevision()) : -1;
  yield confirmation();

  for await (const { events, last } of log.follow(stream.hasEnd() ? 'end' : 'start', SEARCH_WINDOW, signal)) {
    for (const event of events) {
      if (event.stream === name && event.revision > after) yield readEvent(event);
    }
    if (progress.phase !== 'history' || !last) continue;
    progress.phase = 'transition';
    const first = await log.readStream(name, { from: 'start', backwards: false, count: 1 });
    if (catchesUpWithNothing || first !== undefined) yield caughtUp();
  }
}

/** Whether an event passes a filter. */
export function matcher(filter: ReadReq.Options.FilterOptions | undefined): (event: LoggedEvent) => boolean {
  const byStream = filter?.getStreamIdentifier();
  const expression = byStream ?? filter?.getEventType();
  if (expression === undefined) return () => true;
  const prefixes = expression.getPrefixList();
  const regex = expression.getRegex() === '' ? undefined : new RegExp(expression.getRegex());
  return (event) => {
    const name = byStream === undefined ? event.type : event.stream;
    return regex === undefined ? prefixes.some((prefix) => name.startsWith(prefix)) : regex.test(name);
  };
}
