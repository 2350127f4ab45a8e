/**
 * The thread that writes: it is handed a group of requests, writes them in one transaction and answers once. Nothing
 * else writes to the file.
 */
import type Database from 'libsql';
import { parentPort, workerData } from 'node:worker_threads';
import { GroupWriter } from './group-writer';
import { reasonOf } from './reason';
import { openForWriting } from './schema';
import type { FromWriter, ToWriter, WriterSettings } from './writer-protocol';

if (parentPort === null) throw new Error('the writer runs in a worker thread');
const port = parentPort;

try {
  serve(openForWriting((workerData as WriterSettings).file));
} catch (error) {
  answer({ kind: 'failed', error: reasonOf(error) });
}

function serve(database: Database.Database): void {
  const writer = new GroupWriter(database);
  port.on('message', (message: ToWriter) => {
    switch (message.kind) {
      case 'write':
        answer(write(writer, message));
        break;
      case 'close':
        close(database);
        port.close();
        break;
    }
  });
  answer({ kind: 'ready', head: writer.head() });
}

function write(writer: GroupWriter, { requests }: Extract<ToWriter, { kind: 'write' }>): FromWriter {
  try {
    return { kind: 'written', outcomes: writer.write(requests) };
  } catch (error) {
    return { kind: 'failed', error: reasonOf(error) };
  }
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
