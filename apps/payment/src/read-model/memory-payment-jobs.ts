import { HeldWork } from '@stablecoin/event-sourcing';
import type { EventStore, HeldWorkOptions, RecordedEvent, WorkRow } from '@stablecoin/event-sourcing';
import type { Assembled, SubmissionEvent } from '../domain/submission';
import type { ListedAuthorizations } from './authorization-list';
import type { PaymentJobs, TablePaymentJobs } from './payment-jobs';
import { followWork } from './payment-work-projection';
import { WORK } from './tables';
import type { PaymentTables } from './tables';

/** Senders of which it is known how far their streams are in the list; of the others the table knows. */
const SENDERS_MAX = 10_000;

/** In memory as well: most are done before the table is written. What is not sure is asked of the table. */
export class MemoryPaymentJobs extends HeldWork<PaymentTables> implements PaymentJobs {
  readonly #store: EventStore;
  readonly #table: TablePaymentJobs;
  #senders = new Map<string, number>();
  /** Of submissions, by the row of each: it is gone when the row is. */
  readonly #assembled = new WeakMap<WorkRow, Assembled>();

  constructor(
    options: Omit<HeldWorkOptions<PaymentTables>, 'kinds' | 'follow'> & {
      readonly table: TablePaymentJobs;
      readonly screeningDeadlineMs: number;
    },
  ) {
    super({
      ...options,
      kinds: [WORK.authorization, WORK.submission],
      follow: (work) => {
        const senders = new Map<string, number>();
        this.#senders = senders;
        return (events) => {
          if (senders.size > SENDERS_MAX) senders.clear();
          followWork(events, work, senders, options);
          this.#remember(events);
        };
      },
    });
    this.#store = options.store;
    this.#table = options.table;
  }

  async stillListed(sender: string, rows: readonly WorkRow[]): Promise<ListedAuthorizations> {
    return this.listed(sender, rows.length) ?? (await this.#table.stillListed(sender, rows));
  }

  async submissionOf(row: WorkRow): Promise<Assembled> {
    const assembled = this.assembledOf(row);
    if (assembled === undefined) return this.#table.submissionOf(row);
    await this.#store.durable();
    return assembled;
  }

  /**
   * The first authorizations of a sender that still wait, as {@link listedAuthorizations} finds them in the table.
   *
   * @returns undefined where only the table knows
   */
  listed(sender: string, most: number): ListedAuthorizations | undefined {
    const rows = this.rows?.ofClaim(WORK.authorization, sender, most);
    const listedAt = this.#senders.get(sender);
    if (rows === undefined || listedAt === undefined) return undefined;
    return { listed: new Map(rows.map(({ key, eventId }) => [key, eventId])), listedAt };
  }

  /**
   * What stands on the sender's stream where the row of a submission points to. The store may have handed it out before
   * it is on the disk.
   *
   * @returns undefined where only the stream knows, as for every row that was read from the table
   */
  assembledOf(row: WorkRow): Assembled | undefined {
    return this.#assembled.get(row);
  }

  #remember(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      const { type, data } = event as unknown as SubmissionEvent;
      if (type !== 'SubmissionAssembled' && type !== 'SubmissionReplaced') continue;
      const [row] = this.rows?.ofClaim(WORK.submission, data.hash, 1) ?? [];
      if (row?.eventId === event.id) this.#assembled.set(row, data);
    }
  }
}
