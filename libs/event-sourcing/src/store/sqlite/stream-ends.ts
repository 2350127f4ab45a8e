import type Database from 'libsql';
import { NO_REVISION } from '../append-decision';
import type { AppendResult } from '../event-store';
import { RecentEntries } from './recent-entries';
import { openForReading } from './schema';
import { WAITING_MAX } from './writer-thread';

/** More than can be waiting for the disk. */
const REMEMBERED = WAITING_MAX + 1;

/** Names that are in the same order here and in the file. */
const ASCII = /^[ -~]*$/;

/**
 * Where streams end, with what is not on the disk yet. What was appended last is remembered; of other streams the file
 * knows. It is not asked about most of those that are new: names grow with time, and so theirs come behind all those of
 * their category that are not remembered.
 */
export class StreamEnds {
  private readonly remembered = new RecentEntries<AppendResult>(REMEMBERED, () => this.raiseBounds());
  /** By category: behind these names stand only streams that are remembered. */
  private bounds = new Map<string, string>();
  /** By category: the last name of all, now and when it was forgotten something the last time. */
  private lastNames = new Map<string, string>();
  private lastNamesBefore = new Map<string, string>();
  private readonly database: Database.Database;
  private readonly statements;

  constructor(file: string) {
    this.database = openForReading(file);
    this.statements = {
      last: this.database.prepare('SELECT max(revision) FROM events WHERE stream = ?').raw(),
      lastName: this.database.prepare('SELECT max(stream) FROM events WHERE stream >= ? AND stream < ?').raw(),
    };
  }

  /** Revision of a stream's last event, or {@link NO_REVISION}. */
  lastRevision(stream: string): number {
    const remembered = this.remembered.get(stream);
    if (remembered !== undefined) return remembered.revision;
    if (this.isNew(stream)) return NO_REVISION;
    const [revision] = this.statements.last.get([stream]) as [number | null];
    return revision ?? NO_REVISION;
  }

  /** Position of the last event of a stream that may not be on the disk; 0 for one that certainly is. */
  lastPosition(stream: string): number {
    return this.remembered.get(stream)?.position ?? 0;
  }

  /** Something was appended. */
  move(stream: string, end: AppendResult): void {
    const category = categoryOf(stream);
    const last = this.lastNames.get(category);
    if (last === undefined || stream > last) this.lastNames.set(category, stream);
    this.remembered.set(stream, end);
  }

  close(): void {
    this.database.close();
  }

  /** Of a stream that is not remembered. */
  private isNew(stream: string): boolean {
    return stream > this.boundOf(categoryOf(stream)) && ASCII.test(stream);
  }

  /** The last name on the disk, at first: whatever is not there yet is remembered. */
  private boundOf(category: string): string {
    const known = this.bounds.get(category);
    if (known !== undefined) return known;
    const behind = `${category.slice(0, -1)}.`; // the character behind the hyphen
    const [last] = this.statements.lastName.get([category, behind]) as [string | null];
    const bound = last ?? category;
    this.bounds.set(category, bound);
    return bound;
  }

  /** What is forgotten now was remembered when that happened the last time. */
  private raiseBounds(): void {
    for (const [category, last] of this.lastNamesBefore) {
      if (last > this.boundOf(category)) this.bounds.set(category, last);
    }
    this.lastNamesBefore = new Map(this.lastNames);
  }
}

/** What a name begins with, up to the first hyphen; all of it where there is none. */
function categoryOf(stream: string): string {
  return stream.slice(0, stream.indexOf('-') + 1) || stream;
}
