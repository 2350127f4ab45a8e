import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import { SqliteEventStore } from './sqlite-event-store';

/**
 * Appends to many streams at once, and prints each event as soon as it is acknowledged: stream, revision, id. What it
 * prints waits for a reader that is slow.
 */
const APPEND_FOR_EVER = `
  const { randomUUID } = require('node:crypto');
  const { SqliteEventStore } = require(${JSON.stringify(join(__dirname, 'sqlite-event-store.ts'))});
  const metadata = { commandId: 'c', at: 0, correlationId: 'r', account: 'a', livemode: false };
  SqliteEventStore.open(process.argv[1]).then((store) => {
    process.stdout.write('open\\n');
    const appendTo = async (stream) => {
      for (let revision = 0; ; revision += 1) {
        const id = randomUUID();
        await store.append(stream, revision === 0 ? 'none' : revision - 1, [{ id, type: 'Happened', data: null, metadata }]);
        process.stdout.write(stream + ' ' + revision + ' ' + id + '\\n');
      }
    };
    for (let n = 0; n < 32; n += 1) void appendTo('order-' + n);
  });
`;

describe('protocol: kill -9 loses nothing acknowledged', () => {
  let folder: string;
  let child: ChildProcessByStdio<null, Readable, null>;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'event-store-'));
    const preload = join(__dirname, '..', 'testing', 'load-typescript.cjs');
    child = spawn(process.execPath, ['--require', preload, '--eval', APPEND_FOR_EVER, join(folder, 'events.db')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  });
  afterEach(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  it('every acknowledged event is there, no stream has a hole, and the killed process left no lock', async () => {
    const acknowledged: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      if (line === 'open') await expectInUse(folder);
      else acknowledged.push(line);
      if (acknowledged.length === 2_000) child.kill('SIGKILL');
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(2_000);

    const store = await SqliteEventStore.open(join(folder, 'events.db'));
    const stored: RecordedEvent[] = [];
    for (let n = 0; n < 32; n += 1) stored.push(...(await store.read(`order-${n}`)));
    await store.close();

    const found = new Set(stored.map(({ stream, revision, id }) => `${stream} ${revision} ${id}`));
    expect(acknowledged.filter((line) => !found.has(line))).toEqual([]);
    const positions = stored.map(({ position }) => position).sort((a, b) => a - b);
    expect(positions).toEqual(positions.map((_, index) => index + 1));
  });
});

/** The other process has the folder. */
async function expectInUse(folder: string): Promise<void> {
  await expect(SqliteEventStore.open(join(folder, 'events.db'))).rejects.toThrow(`the data folder ${folder} is in use`);
}
