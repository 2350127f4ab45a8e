import type { ReadModelProgress, WorkRow } from '@stablecoin/event-sourcing';
import type { ServicePorts } from '@stablecoin/service-host';
import type { Kysely } from 'kysely';
import type { Assembled, SubmissionAssembled, SubmissionReplaced } from '../domain/submission';
import { listedAuthorizations } from './authorization-list';
import type { ListedAuthorizations } from './authorization-list';
import type { PaymentTables } from './tables';

/** The jobs that a payment waits for: its authorization, and the submission that carries it. */
export interface PaymentJobs extends ReadModelProgress {
  /**
   * The first authorizations of a sender that still wait.
   *
   * @param rows - as the worker found them; they may be older than the list
   */
  stillListed(sender: string, rows: readonly WorkRow[]): Promise<ListedAuthorizations>;

  /** The submission that a row stands for, once it is on the disk (protocol rule 16). */
  submissionOf(row: WorkRow): Promise<Assembled>;
}

/** The revision of the event on the sender's stream that the row of a submission stands for. */
export function revisionOf(row: WorkRow): number {
  return (row.data as { readonly revision: number }).revision;
}

/** In the table of the read model, which has all of them. */
export class TablePaymentJobs implements PaymentJobs {
  readonly #store: ServicePorts['store'];
  readonly #db: Kysely<PaymentTables>;
  readonly #projector: ReadModelProgress;

  constructor(parts: {
    readonly store: ServicePorts['store'];
    readonly db: Kysely<PaymentTables>;
    readonly projector: ReadModelProgress;
  }) {
    this.#store = parts.store;
    this.#db = parts.db;
    this.#projector = parts.projector;
  }

  waitFor(position: number): Promise<void> {
    return this.#projector.waitFor(position);
  }

  onProjected(listener: Parameters<ReadModelProgress['onProjected']>[0]): () => void {
    return this.#projector.onProjected(listener);
  }

  async stillListed(sender: string, rows: readonly WorkRow[]): Promise<ListedAuthorizations> {
    // A row that was found in memory may not be in the table yet.
    await this.waitFor(Math.max(...rows.map(({ sequence }) => sequence)));
    return listedAuthorizations(this.#db, sender, rows.length);
  }

  async submissionOf(row: WorkRow): Promise<Assembled> {
    const revision = revisionOf(row);
    const [event] = await this.#store.read(row.stream, { from: revision, limit: 1 });
    if (event?.id !== row.eventId) throw new Error(`there is no submission ${row.key} at ${row.stream}@${revision}`);
    return (event as unknown as SubmissionAssembled | SubmissionReplaced).data;
  }
}
