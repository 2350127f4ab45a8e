import type { Job } from '../jobs/job';

/**
 * Ordering keys that begin with the same characters are one concurrency group. A group that may run nothing now is left
 * out when jobs are read.
 */
export interface ConcurrencyGroups {
  /** How many characters name the group. */
  readonly length: number;
  /**
   * Whether a run of this job may begin now; if so, it begins at once. Asked again when a run ends, and at no other time:
   * while nothing runs, every job must be admitted.
   */
  admits(job: Job): boolean;
}

/** Full groups that are remembered; others are found again. */
const FULL_GROUPS_MAX = 512;
/** Reading past full groups is slower the more jobs they have. This limits it to one tenth of the time. */
const PAUSE_FACTOR_WITH_FULL_GROUPS = 10;

/** The concurrency groups of a job runner that may run nothing now, so that reads leave them out. */
export class FullGroups {
  readonly #groups: ConcurrencyGroups | undefined;
  readonly #wake: () => void;
  /** Each with one of its jobs. */
  readonly #full = new Map<string, Job>();
  #readableAt = 0;
  #waiting: NodeJS.Timeout | undefined;

  /** @param wake - called when jobs may be read again, after {@link mayRead} has said no */
  constructor(groups: ConcurrencyGroups | undefined, wake: () => void) {
    this.#groups = groups;
    this.#wake = wake;
  }

  names(): readonly string[] {
    return [...this.#full.keys()];
  }

  /** Whether the group of a job may run it now. If not, the group is full until {@link release}. */
  admits(job: Job): boolean {
    if (this.#groups === undefined) return true;
    const group = job.orderingKey.slice(0, this.#groups.length);
    if (this.#full.has(group)) return false;
    if (this.#groups.admits(job)) return true;
    if (this.#full.size < FULL_GROUPS_MAX) this.#full.set(group, job);
    return false;
  }

  /** Forgets the full groups that may run jobs now. */
  release(): void {
    for (const [group, job] of this.#full) {
      if (this.#groups?.admits(job) === true) this.#full.delete(group);
    }
  }

  /** Forgets all of them. */
  clear(): void {
    this.#full.clear();
  }

  /** Whether to read now, leaving out the full groups; if not, the runner is woken when it may. */
  mayRead(): boolean {
    const waitMs = this.#full.size === 0 ? 0 : this.#readableAt - performance.now();
    if (waitMs <= 0) return true;
    this.#waiting ??= setTimeout(() => {
      this.#waiting = undefined;
      this.#wake();
    }, waitMs);
    return false;
  }

  /** Records how long a read took that left out the full groups. */
  haveBeenRead(tookMs: number): void {
    if (this.#full.size > 0) this.#readableAt = performance.now() + tookMs * PAUSE_FACTOR_WITH_FULL_GROUPS;
  }

  stopWaiting(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
  }
}
