import type Database from 'libsql';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newEvents } from '../../testing/event-store-contract/fixture';
import type { ExpectedRevision, NewEvent } from '../event-store';
import { GroupWriter } from './group-writer';
import { Reader } from './reader';
import { openForWriting } from './schema';
import { eventsText } from './stored-events';
import type { AppendRequest } from './writer-protocol';

/** A file of its own for one writer. */
class WriterFixture {
  readonly database: Database.Database;
  readonly writer: GroupWriter;
  readonly reader: Reader;

  constructor(file: string) {
    this.database = openForWriting(file);
    this.writer = new GroupWriter(this.database);
    this.reader = new Reader(file);
  }

  close(): void {
    this.reader.close();
    this.database.close();
  }
}

function append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): AppendRequest {
  return ['append', stream, expected, events.length, eventsText(events)];
}

describe('a group', () => {
  let folder: string;
  let open: WriterFixture[];
  const openFile = (name: string): WriterFixture => {
    const fixture = new WriterFixture(join(folder, name));
    open.push(fixture);
    return fixture;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'event-store-'));
    open = [];
  });
  afterEach(() => {
    for (const fixture of open) fixture.close();
    rmSync(folder, { recursive: true });
  });

  it.each([1, 7, 8, 9, 64, 73, 200])('of %p appends is stored as it was given', (count) => {
    const { writer, reader } = openFile('events.db');
    const appends = Array.from({ length: count }, (_, n) => newEvents(1 + (n % 3), { n }));
    writer.write(appends.map((events, n) => append(`a-${n}`, 'none', events)));

    let position = 0;
    for (const [n, events] of appends.entries()) {
      const stored = events.map((event, revision) => ({ ...event, stream: `a-${n}`, revision, position: ++position }));
      expect(reader.stream(`a-${n}`, {})).toEqual(stored);
    }
  });

  it('comes to what its requests would come to one by one', () => {
    const [first, second, third] = [newEvents(2), newEvents(3), newEvents(1)];
    const requests = [
      append('a-1', 'none', first),
      append('a-1', 1, second),
      append('a-1', 'none', first), // a repetition
      append('a-1', 'any', second), // a repetition
      append('a-1', 'none', first.slice(0, 1)), // a repetition of the leading part
      append('a-1', 2, second.slice(1, 2)), // a repetition of what is in the midst of an append
      append('a-1', 'any', second.slice(2)), // a repetition of its end
      append('a-1', 'none', [...first, ...second]), // a repetition of two appends
      append('a-1', 1, newEvents(1)), // a conflict
      append('a-1', 'any', [...second, ...third]), // a conflict
      append('a-2', 0, third), // a conflict
      append('a-2', 'any', third),
      append('a-1', 'any', newEvents(1)),
      append('a-1', 5, newEvents(80)),
      append('a-2', 'any', third), // a repetition
      append('a-1', 85, newEvents(1)),
    ];
    const [together, apart] = [openFile('together.db'), openFile('apart.db')];

    const outcomes = together.writer.write(requests);
    expect(outcomes).toEqual(requests.flatMap((request) => apart.writer.write([request])));
    expect(outcomes.map(([kind]) => kind)).toEqual([
      ...['appended', 'appended', 'repetition', 'repetition', 'repetition', 'repetition', 'repetition', 'repetition'],
      ...['conflict', 'conflict', 'conflict', 'appended', 'appended', 'appended', 'repetition', 'appended'],
    ]);
    expect(outcomes.slice(4, 8)).toEqual([
      ['repetition', 0, 1],
      ['repetition', 3, 4],
      ['repetition', 4, 5],
      ['repetition', 4, 5],
    ]);
    for (const stream of ['a-1', 'a-2']) {
      expect(together.reader.stream(stream, {})).toEqual(apart.reader.stream(stream, {}));
    }
    expect(together.writer.head()).toBe(88);
  });

  it.each([
    ['appends', `new.events LIKE '%Refused%'`],
    ['streams', `new.name = 'a-2'`],
  ])('that fails leaves nothing to the next one (%s)', (table, condition) => {
    const { database, writer, reader } = openFile('events.db');
    const accepted = newEvents(1);
    const refused = [...newEvents(100), ...newEvents(1).map((event) => ({ ...event, type: 'Refused' }))];
    database.exec(`CREATE TRIGGER refuse BEFORE INSERT ON ${table} WHEN ${condition}
                   BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
    expect(() => writer.write([append('a-1', 'none', accepted), append('a-2', 'none', refused)])).toThrow('full');

    expect(writer.write([append('a-3', 'none', accepted)])).toEqual([['appended', 0, 1]]);
    expect(['a-1', 'a-2', 'a-3'].map((stream) => reader.stream(stream, {}).length)).toEqual([0, 0, 1]);
  });
});
