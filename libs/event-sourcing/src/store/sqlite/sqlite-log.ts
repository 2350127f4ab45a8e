import { setImmediate } from 'node:timers/promises';
import type { RecordedEvent } from '../event-store';
import { type EventPage, EventTail } from '../event-tail';
import type { StreamFilter } from '../stream-filter';
import { type EventLog, Subscriptions } from '../subscriptions';
import type { Reader } from './reader';
import type { Stored, WriteOutcome } from './writer-protocol';
import type { Write, WriterListener } from './writer-thread';

/** All events of the file in order: the latest from memory, older ones from the disk. */
export class SqliteLog implements EventLog, WriterListener {
  readonly subscriptions = new Subscriptions(this);
  private readonly tail: EventTail;

  constructor(
    private readonly reader: Reader,
    head: number,
    tailCapacity: number,
  ) {
    this.tail = new EventTail(tailCapacity, head);
  }

  get head(): number {
    return this.tail.head;
  }

  page(after: number, limit: number, filter: StreamFilter): EventPage | Promise<EventPage> {
    return this.tail.reachesBack(after)
      ? this.tail.page(after, limit, filter)
      : this.pageFromDisk(after, limit, filter);
  }

  written(group: readonly Write[], outcomes: readonly WriteOutcome[]): void {
    const grown = new Set<number>();
    let unseen = false;
    for (const [index, outcome] of outcomes.entries()) {
      const write = group[index];
      if (outcome[0] === 'appended' && write !== undefined) {
        for (const event of recordedEvents(write, outcome)) grown.add(this.tail.push(event));
      } else if (outcome[0] === 'repetition' && outcome[2] > this.head) {
        // The transaction that stored it was taken to have failed: its events are on the disk only.
        this.tail.restart(outcome[2]);
        unseen = true;
      }
    }
    if (unseen) this.subscriptions.wakeAll();
    else this.subscriptions.grown(grown);
  }

  lost(error: Error): void {
    this.subscriptions.end(error);
  }

  /** Gives way to whatever else waits for the thread first: a subscriber that is far behind reads many pages. */
  private async pageFromDisk(after: number, limit: number, filter: StreamFilter): Promise<EventPage> {
    await setImmediate();
    return this.reader.page(after, this.head, limit, filter);
  }
}

function recordedEvents({ request, events }: Write, [, revision, position]: Stored): readonly RecordedEvent[] {
  return events.map(({ id, type, data, metadata }, index) => {
    const behind = events.length - 1 - index;
    const [, stream] = request;
    return { id, type, data, metadata, stream, revision: revision - behind, position: position - behind };
  });
}
