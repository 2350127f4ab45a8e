import { appendFileSync, cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newEvents } from '../testing/event-store-contract/fixture';
import { fileIdentity } from './file-identity';
import { SqliteEventStore } from './sqlite-event-store';

describe('the identity of an event store in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'file-identity-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('stays over writes, restarts and a renamed folder, and a copy has another', async () => {
    const [first, moved, copy] = ['first', 'moved', 'copy'].map((name) => join(folder, name));
    if (first === undefined || moved === undefined || copy === undefined) throw new Error('there are three');
    const open = (place: string) => SqliteEventStore.open(join(place, 'events.db'));
    let store = await open(first);
    await store.close();
    // So that the file was changed after it was created.
    appendFileSync(join(first, 'events.db'), '');
    store = await open(first);
    const identity = await store.identity();
    expect(Object.keys(identity)).toHaveLength(1);
    await store.append('order-1', 'none', newEvents(3));
    expect(await store.identity()).toEqual(identity);
    await store.close();
    renameSync(first, moved);
    store = await open(moved);
    expect(await store.identity()).toEqual(identity);
    await store.close();
    cpSync(moved, copy, { recursive: true });
    expect(await fileIdentity(join(copy, 'events.db'))).not.toEqual(identity);
  });
});
