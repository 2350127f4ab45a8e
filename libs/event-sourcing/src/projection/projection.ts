import type { Kysely, Transaction } from 'kysely';
import type { DomainEvent } from '../ports/event-store';
import type { StoredEvent, StreamCategory } from '../stream-category';
import type { JobChanges } from '../jobs/job-changes';

/** Defines a read model: how events become rows in the service's own database. */
export interface Projection<DB, E extends DomainEvent = DomainEvent> {
  /** Name of its checkpoint. */
  readonly name: string;
  /** The streams that it reads. */
  readonly streams: readonly StreamCategory<E>[];
  /** Increase it when rows change their shape or meaning: the next start rebuilds them. */
  readonly version: number;
  /** Its tables, which a rebuild drops. */
  readonly tables: readonly string[];
  /** Creates the tables that are missing. */
  createTables(db: Kysely<DB>): Promise<void>;
  /**
   * Applies events to the rows. The checkpoint moves in the same transaction, so each event is applied exactly once.
   *
   * @param jobs - takes the jobs that the events add, postpone or remove
   */
  apply(events: readonly StoredEvent<E>[], trx: Transaction<DB>, jobs: JobChanges): Promise<void>;
}
