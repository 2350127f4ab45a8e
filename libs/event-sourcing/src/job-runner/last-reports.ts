import { LRUCache } from 'lru-cache';
import type { Job } from '../jobs/job';

/** Ordering keys whose last report is remembered. */
const REPORTED_MAX = 10_000;
/** Stored where no report is remembered. */
const NOTHING = '';

/**
 * The first job of the last run that reported something, by ordering key. A report that leaves its job as it was would make
 * the job run forever.
 */
export class LastReports {
  /** Entries are overwritten by {@link NOTHING}: a cache that loses its only entry is cleared, which takes time in proportion to its capacity. */
  readonly #reported = new LRUCache<string, string>({ max: REPORTED_MAX });

  /** A run of an ordering key that began with this job has reported. */
  remember(orderingKey: string, first: Job): void {
    this.#reported.set(orderingKey, stateOf(first));
  }

  /**
   * Forgets the last report of an ordering key.
   *
   * @param next - the job with which its next run begins
   * @returns whether the report has changed the job that it was on; undefined where none is remembered
   */
  hasChanged(orderingKey: string, next: Job): boolean | undefined {
    const reported = this.#reported.get(orderingKey) ?? NOTHING;
    if (reported === NOTHING) return undefined;
    this.#reported.set(orderingKey, NOTHING);
    return reported !== stateOf(next);
  }

  clear(): void {
    this.#reported.clear();
  }
}

function stateOf({ key, eventId, attempt, dueAt }: Job): string {
  return `${key}\n${eventId}\n${attempt}\n${dueAt}`;
}
