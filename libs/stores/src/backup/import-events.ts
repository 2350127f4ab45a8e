import type { EventStore, NewEvent, RecordedEvent } from '@stablecoin/event-sourcing';

/** Events of one stream that follow each other are appended together, so many at most. */
const RUN_MAX = 100;

/**
 * Appends the events of a history to a store that has no others: with their ids, in their order, and at their revisions.
 * A store that numbers positions without gaps gives them the positions of the history.
 *
 * An import that was interrupted is repeated from the first event: what is stored already is recognized by its ids.
 *
 * @param onProgress - is told the number of events so far
 * @returns the number of events
 * @throws WrongExpectedRevisionError when the store has other events, or the history lacks some
 */
export async function importEvents(
  store: Pick<EventStore, 'append' | 'durable'>,
  history: AsyncIterable<readonly RecordedEvent[]>,
  onProgress: (events: number) => void = () => undefined,
): Promise<number> {
  let count = 0;
  for await (const run of runsOf(history)) {
    await appendRun(store, run);
    count += run.length;
    onProgress(count);
  }
  await store.durable();
  return count;
}

/** Cut by the events alone, so that a repeated import makes the same appends. */
async function* runsOf(
  history: AsyncIterable<readonly RecordedEvent[]>,
): AsyncGenerator<readonly [RecordedEvent, ...RecordedEvent[]]> {
  let run: [RecordedEvent, ...RecordedEvent[]] | undefined;
  for await (const batch of history) {
    for (const event of batch) {
      if (run !== undefined && run[0].stream === event.stream && run.length < RUN_MAX) {
        run.push(event);
        continue;
      }
      if (run !== undefined) yield run;
      run = [event];
    }
  }
  if (run !== undefined) yield run;
}

async function appendRun(
  store: Pick<EventStore, 'append'>,
  run: readonly [RecordedEvent, ...RecordedEvent[]],
): Promise<void> {
  const [{ stream, revision }] = run;
  await store.append(stream, revision === 0 ? 'none' : revision - 1, run.map(newEvent), { beforeFlush: true });
}

function newEvent({ id, type, data, metadata }: RecordedEvent): NewEvent {
  return { id, type, data, metadata };
}
