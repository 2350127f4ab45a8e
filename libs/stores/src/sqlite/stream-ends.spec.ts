import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newEvents } from '../testing/event-store-contract/fixture';
import { NO_REVISION } from '../append-decision';
import { GroupWriter } from './group-writer';
import { openForWriting } from './schema';
import { eventText } from '../stored-events';
import { StreamEnds } from './stream-ends';
import { WAITING_MAX } from '../group-commit/write-queue';

it('the end of a stream is known for as long as its last append may wait for the disk, and then from the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'event-store-'));
  const file = join(folder, 'events.db');
  const database = openForWriting(file);
  const ends = new StreamEnds(file);
  expect(ends.lastRevision('a-1')).toBe(NO_REVISION);
  const end = { revision: 1, position: 2 };
  for (const stream of ['a-1', 'a-2']) ends.move(stream, end);
  ends.move('a-1', { revision: 2, position: 3 });
  for (let n = 0; n < WAITING_MAX - 1; n++) ends.move(`b-${n}`, end);
  expect([ends.lastRevision('a-1'), ends.lastPosition('a-1')]).toEqual([2, 3]);
  expect([ends.lastRevision('a-2'), ends.lastPosition('a-2')]).toEqual([1, 2]);

  new GroupWriter(database).write([['append', 'a-2', 0, 1, newEvents(2).map(eventText)]]);
  ends.move('b-last', end);
  expect([ends.lastRevision('a-2'), ends.lastPosition('a-2')]).toEqual([1, 0]);
  expect([ends.lastRevision('a-1'), ends.lastPosition('a-1')]).toEqual([2, 3]);
  ends.close();
  database.close();
  rmSync(folder, { recursive: true });
});
