import type Database from 'libsql';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newEvents } from '../testing/event-store-contract/fixture';
import { StreamFilter } from '../stream-filter';
import { GroupWriter } from './group-writer';
import { Reader } from './reader';
import { openForWriting } from './schema';
import { eventText } from '../stored-events';

describe('a page of the file', () => {
  let folder: string;
  let database: Database.Database;
  let writer: GroupWriter;
  let reader: Reader;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'event-store-'));
    database = openForWriting(join(folder, 'events.db'));
    reader = new Reader(join(folder, 'events.db'));
    // Positions 1 to 10,000, of which every thousandth is an order.
    const streams = Array.from({ length: 10_000 }, (_, n) => ((n + 1) % 1_000 === 0 ? `order-${n}` : `other-${n}`));
    writer = new GroupWriter(database);
    writer.write(streams.map((stream, n) => ['append', stream, 0, n + 1, newEvents(1).map(eventText)]));
  });
  afterEach(() => {
    reader.close();
    database.close();
    rmSync(folder, { recursive: true });
  });

  const positions = (after: number, head: number, limit: number, filter: StreamFilter) => {
    const { events, position } = reader.page(after, head, limit, filter);
    return { events: events.map((event) => event.position), position };
  };
  const orders = new StreamFilter(['order-']);

  it('ends with the last event that it has room for', () => {
    expect(positions(0, 10_000, 2, orders)).toEqual({ events: [1_000, 2_000], position: 2_000 });
    expect(positions(7, 10_000, 3, new StreamFilter(undefined))).toEqual({ events: [8, 9, 10], position: 10 });
  });

  it('looks at no more than so many positions, and goes on behind them', () => {
    const first = positions(0, 10_000, 512, orders);
    expect(first).toEqual({ events: [1_000, 2_000, 3_000, 4_000], position: 4_096 });
    const second = positions(first.position, 10_000, 512, orders);
    expect(second).toEqual({ events: [5_000, 6_000, 7_000, 8_000], position: 8_192 });
  });

  it('ends before an event that is just behind its last position', () => {
    expect(positions(0, 999, 512, orders)).toEqual({ events: [], position: 999 });
    expect(positions(903, 10_000, 1, orders)).toEqual({ events: [1_000], position: 1_000 });
    expect(positions(5_903, 9_999, 512, orders)).toEqual({
      events: [6_000, 7_000, 8_000, 9_000],
      position: 9_999,
    });
  });

  it('begins and ends in the midst of an append, and leaves nothing out', () => {
    const sizes = [3, 1, 30, 2, 7, 5_000, 1];
    let position = 10_000;
    writer.write(
      sizes.map((size, n) => {
        const first = position + 1;
        position += size;
        return ['append', `order-new-${n}`, 0, first, newEvents(size).map(eventText)];
      }),
    );
    const seen = (head: number, limit: number, filter: StreamFilter) => {
      const all: number[] = [];
      for (let after = 10_000; after < head;) {
        const { events, position } = positions(after, head, limit, filter);
        expect(events.length).toBeLessThanOrEqual(limit);
        expect(position).toBeGreaterThan(after);
        all.push(...events);
        after = position;
      }
      return all;
    };
    for (const filter of [new StreamFilter(undefined), new StreamFilter(['order-new'])]) {
      for (const [head, limits] of [[10_043, [1, 2, 5]] as const, [15_044, [512, 6_000]] as const]) {
        const every = Array.from({ length: head - 10_000 }, (_, n) => 10_001 + n);
        for (const limit of limits) expect(seen(head, limit, filter)).toEqual(every);
      }
    }
    // Nothing behind the head, though it is in the midst of an append.
    expect(positions(10_000, 10_002, 512, orders)).toEqual({ events: [10_001, 10_002], position: 10_002 });
  });

  it('a page for no prefixes is empty', () => {
    expect(positions(0, 100, 512, new StreamFilter([]))).toEqual({ events: [], position: 100 });
  });
});
