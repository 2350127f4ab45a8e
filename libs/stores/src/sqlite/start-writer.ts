import { once } from 'node:events';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FromWriter, WriterSettings } from './writer-protocol';

/**
 * Starts the thread that writes, which opens the file.
 *
 * @returns the thread, and the position of the last event in the file
 * @throws when the file cannot be opened for writing
 */
export async function startWriter(
  settings: WriterSettings,
): Promise<{ readonly worker: Worker; readonly head: number }> {
  // Compiled, the thread runs plain JavaScript; from source, as under a test runner, it compiles what it loads.
  const extension = extname(__filename);
  const fromSource =
    extension === '.ts' ? { execArgv: ['--require', join(__dirname, '..', 'testing', 'load-typescript.cjs')] } : {};
  const worker = new Worker(join(__dirname, `writer${extension}`), { workerData: settings, ...fromSource });

  const [first] = (await once(worker, 'message')) as [FromWriter];
  if (first.kind === 'unopened') throw new Error(first.error);
  if (first.kind !== 'ready') throw new Error('the writer answered before it was asked');
  return { worker, head: first.head };
}
