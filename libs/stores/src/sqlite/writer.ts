/**
 * The writer thread. Requests that arrive while a group is written form the next group, so a busier store puts more
 * requests into one transaction and one flush. It is the only writer of the file.
 */
import type Database from 'libsql';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { groupSize, type WriteRequest } from '../group-commit/writes';
import { GroupWriter } from './group-writer';
import { reasonOf } from './reason';
import { openForWriting } from './schema';
import type { FromWriter, ToWriter, WriterSettings } from './writer-protocol';

/** Pause before the writer retries a failed write, in milliseconds. */
const RETRY_MS = 100;

if (parentPort === null) throw new Error('the writer runs in a worker thread');
const port = parentPort;

try {
  serve(openForWriting((workerData as WriterSettings).file));
} catch (error) {
  answer({ kind: 'unopened', error: reasonOf(error) });
}

function serve(database: Database.Database): void {
  const writer = new GroupWriter(database);
  const waiting: WriteRequest[] = [];
  let closing = false;
  const receive = (message: ToWriter): void => {
    if (message.kind === 'close') closing = true;
    else for (const request of message.requests) waiting.push(request);
  };

  port.on('message', (message: ToWriter) => {
    receive(message);
    while (waiting.length > 0) {
      receiveAll(receive);
      const group = waiting.slice(0, groupSize(waiting));
      if (tryToWrite(writer, group)) waiting.splice(0, group.length);
      else if (closing) break;
      else sleep(RETRY_MS);
    }
    if (closing) {
      close(database);
      port.close();
    }
  });
  answer({ kind: 'ready', head: writer.head() });
}

/** Receives all pending messages. */
function receiveAll(receive: (message: ToWriter) => void): void {
  for (;;) {
    const received = receiveMessageOnPort(port) as { readonly message: ToWriter } | undefined;
    if (received === undefined) return;
    receive(received.message);
  }
}

/** @returns whether the group is on the disk */
function tryToWrite(writer: GroupWriter, group: readonly WriteRequest[]): boolean {
  try {
    writer.write(group);
    answer({ kind: 'written', requests: group.length });
    return true;
  } catch (error) {
    answer({ kind: 'stuck', error: reasonOf(error) });
    return false;
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function close(database: Database.Database): void {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // Everything committed is safe in the log, from where the next start moves it.
  }
  database.close();
}

function answer(message: FromWriter): void {
  port.postMessage(message);
}
