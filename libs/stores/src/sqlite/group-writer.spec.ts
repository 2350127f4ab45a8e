import type Database from 'libsql';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newEvents } from '../testing/event-store-contract/fixture';
import type { Json, NewEvent } from '@stablecoin/event-sourcing';
import { GroupWriter } from './group-writer';
import { Reader } from './reader';
import { openForWriting } from './schema';
import { eventText } from '../stored-events';
import type { AppendRequest } from '../group-commit/writes';

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

/** @param position - of the event before the first */
function append(stream: string, events: readonly NewEvent[], position: number): AppendRequest {
  return ['append', stream, 0, position + 1, events.map(eventText)];
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

  it('stores a group of many appends unchanged', () => {
    const { writer, reader } = openFile('events.db');
    const appends = Array.from({ length: 200 }, (_, n) => newEvents(1 + (n % 3), { n }));
    let written = 0;
    writer.write(
      appends.map((events, n) => {
        const request = append(`a-${n}`, events, written);
        written += events.length;
        return request;
      }),
    );
    expect(writer.head()).toBe(written);

    let position = 0;
    for (const [n, events] of appends.entries()) {
      const stored = events.map((event, revision) => ({ ...event, stream: `a-${n}`, revision, position: ++position }));
      expect(reader.stream(`a-${n}`, {})).toEqual(stored);
    }
  });

  it('is stored whatever its data holds: quotes, line separators, a NUL, and many levels', () => {
    const { writer, reader } = openFile('events.db');
    let data: Json = { said: 'Ça "va"?\n\u2028\u0000\ud800' };
    for (let level = 0; level < 2_000; level++) data = [data];
    const events = newEvents(1, data);
    writer.write([append('a-1', events, 0)]);
    expect(reader.stream('a-1', {})).toEqual(
      events.map((event) => ({ ...event, stream: 'a-1', revision: 0, position: 1 })),
    );
  });

  it('goes on where streams are that others have begun', () => {
    const { database, writer, reader } = openFile('events.db');
    writer.write([append('a-1', newEvents(2), 0)]);
    const next = new GroupWriter(database);
    next.write([['append', 'a-1', 2, 3, newEvents(1).map(eventText)], append('a-2', newEvents(1), 3)]);
    expect(reader.stream('a-1', {}).map(({ revision }) => revision)).toEqual([0, 1, 2]);
    expect(reader.stream('a-2', {}).map(({ position }) => position)).toEqual([4]);
  });

  it('that fails leaves nothing behind, and is written when it is tried again', () => {
    const { database, writer, reader } = openFile('events.db');
    const refused = [...newEvents(100), ...newEvents(1).map((event) => ({ ...event, type: 'Refused' }))];
    const group = [append('a-1', newEvents(1), 0), append('a-2', refused, 1)];
    database.exec(`CREATE TRIGGER refuse BEFORE INSERT ON events WHEN new.event LIKE '%Refused%'
                   BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
    for (let attempt = 0; attempt < 3; attempt++) expect(() => writer.write(group)).toThrow('full');
    expect(writer.head()).toBe(0);

    database.exec('DROP TRIGGER refuse');
    writer.write([...group, append('a-3', newEvents(1), 102)]);
    expect(['a-1', 'a-2', 'a-3'].map((stream) => reader.stream(stream, {}).length)).toEqual([1, 101, 1]);
    expect(writer.head()).toBe(103);
  });

  it('whose commit fails when it is on the disk already is not written twice', () => {
    const { writer, reader } = openFile('events.db');
    const group = [append('a-1', newEvents(2), 0), ['snapshot', 'a-1', 1, 1, '{}'] as const];
    const { commit } = writer.statements;
    const run = commit.run.bind(commit);
    jest.spyOn(commit, 'run').mockImplementationOnce(() => {
      run();
      throw new Error('disk I/O error');
    });
    expect(() => writer.write(group)).toThrow('disk I/O error');

    writer.write([...group, append('a-2', newEvents(1), 2)]);
    expect(reader.stream('a-1', {}).map(({ position }) => position)).toEqual([1, 2]);
    expect(reader.stream('a-2', {}).map(({ position }) => position)).toEqual([3]);
    expect(reader.snapshot('a-1')).toEqual({ revision: 1, version: 1, state: {} });
  });
});
