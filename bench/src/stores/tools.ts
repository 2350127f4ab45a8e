import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { childEnvironment } from '../processes/child';
import type { Cleanup } from '../processes/cleanup';
import { ROOT, serviceSettings } from '../processes/service';

const REBUILD = join(ROOT, 'apps', 'standalone', 'dist', 'tools', 'rebuild.js');

export interface RebuiltReadModel {
  readonly service: string;
  readonly seconds: number;
}

/** Makes every read model of a service that is stopped anew, with its own tool. */
export async function rebuildAll(
  folder: string,
  cleanup: Cleanup,
  onProgress: (service: string, percent: number) => void,
): Promise<readonly RebuiltReadModel[]> {
  const tool = spawn(process.execPath, [REBUILD, 'all'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment(serviceSettings(folder)),
  });
  const undo = cleanup.add(() => void tool.kill('SIGKILL'));
  let output = '';
  tool.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
    const [, service, percent] = /(\w+): (\d+) %[^\n]*\n$/.exec(output) ?? [];
    if (service !== undefined) onProgress(service, Number(percent));
  });
  const [code] = (await once(tool, 'close')) as [number | null];
  await undo();
  if (code !== 0) throw new Error(`the rebuild ended with ${code}: ${output}`);
  return [...output.matchAll(/^(\w+): rebuilt in ([\d.]+) s$/gm)].map(([, service = '', seconds]) => ({
    service,
    seconds: Number(seconds),
  }));
}

/** Events of a store that is closed, by the category of their stream. */
export function eventsByCategory(folder: string): ReadonlyMap<string, number> {
  const database = new Database(join(folder, 'events.db'), { readonly: true });
  const rows = database
    .prepare(
      `SELECT substr(stream, 1, instr(stream, '-') - 1) AS category, count(*) AS events FROM events GROUP BY category`,
    )
    .raw()
    .all() as [string, number][];
  database.close();
  return new Map(rows);
}

/**
 * Says that everything up to a position has been published, as it has where the events are copied from.
 *
 * @throws Error when no relay keeps a checkpoint where this looks for it
 */
export function markPublished(folder: string, position: number): void {
  let relays = 0;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.db') && name !== 'events.db')) {
    const database = new Database(join(folder, file));
    const hasCheckpoints = database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'checkpoints'`).get();
    if (hasCheckpoints !== undefined) {
      const move = database.prepare(`UPDATE checkpoints SET position = ? WHERE name LIKE 'relay %'`);
      relays += move.run(position).changes;
    }
    database.close();
  }
  if (relays === 0) throw new Error('there is no checkpoint of a relay');
}
