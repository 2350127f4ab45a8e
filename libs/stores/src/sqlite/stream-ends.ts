import type Database from 'libsql';
import { NO_REVISION } from '../append-decision';
import type { AppendResult } from '@stablecoin/event-sourcing';
import { WAITING_MAX } from '../group-commit/write-queue';
import { openForReading } from './schema';

/** More than can be waiting for the disk. */
const REMEMBERED = WAITING_MAX + 1;

/**
 * Where streams end, with what is not on the disk yet. What was appended last is remembered; of other streams the file
 * knows.
 */
export class StreamEnds {
  /** In the order of their last appends. */
  readonly #remembered = new Map<string, AppendResult>();
  readonly #database: Database.Database;
  readonly #last: Database.Statement;

  constructor(file: string) {
    this.#database = openForReading(file);
    this.#last = this.#database.prepare('SELECT max(revision) FROM events WHERE stream = ?').raw();
  }

  /** Revision of a stream's last event, or {@link NO_REVISION}. */
  lastRevision(stream: string): number {
    const remembered = this.#remembered.get(stream);
    if (remembered !== undefined) return remembered.revision;
    const [revision] = this.#last.get([stream]) as [number | null];
    return revision ?? NO_REVISION;
  }

  /** Position of the last event of a stream that may not be on the disk; 0 for one that certainly is. */
  lastPosition(stream: string): number {
    return this.#remembered.get(stream)?.position ?? 0;
  }

  /** Something was appended. */
  move(stream: string, end: AppendResult): void {
    this.#remembered.delete(stream);
    this.#remembered.set(stream, end);
    if (this.#remembered.size <= REMEMBERED) return;
    const [oldest = ''] = this.#remembered.keys();
    this.#remembered.delete(oldest);
  }

  close(): void {
    this.#database.close();
  }
}
