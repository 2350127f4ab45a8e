import type { Kysely, Transaction } from 'kysely';
import type { RecordedEvent } from '../store/event-store';
import type { JobChanges } from '../jobs/job-changes';

/** A read model: rows made from events, in the service's own database. */
export interface Projection<DB> {
  /** Names its checkpoint. */
  readonly name: string;
  /** It is made from the events of streams whose names begin with one of these. */
  readonly prefixes: readonly string[];
  /** Raised whenever its rows change their shape or meaning: the next start makes them anew. */
  readonly version: number;
  /** Its tables, to be dropped when they are made anew. */
  readonly tables: readonly string[];
  /** Creates the tables where they are absent. */
  createTables(db: Kysely<DB>): Promise<void>;
  /**
   * Turns events into rows. The checkpoint moves in the same transaction, so each event is applied exactly once.
   *
   * @param jobs - takes the jobs that the events add, postpone or remove
   */
  apply(events: readonly RecordedEvent[], trx: Transaction<DB>, jobs: JobChanges): Promise<void>;
}
