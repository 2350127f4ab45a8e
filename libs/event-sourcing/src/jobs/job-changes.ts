import type { AnyKysely } from '../ports/open-database';
import { addJobs, postponeJob, removeJobs } from './job-table';
import type { Job, NewJob } from './job';

type Postponement = Pick<Job, 'dueAt' | 'attempt'>;

/**
 * The changes that a batch of events makes to jobs. In a busy service most jobs are added and removed within one batch,
 * and never reach the table.
 */
export class JobChanges {
  readonly #added = new Map<string, NewJob>();
  /** Of these, the ones that the table does not have. */
  readonly #unstored = new Set<string>();
  readonly #removed = new Map<string, Set<string>>();
  readonly #postponed = new Map<string, { readonly kind: string; readonly key: string } & Postponement>();
  readonly #due = new Map<string, number>();

  /** Due time of the earliest added or postponed job, by kind. Job runners are notified of it. */
  get due(): ReadonlyMap<string, number> {
    return this.#due;
  }

  /**
   * Adds a job, or replaces the one of its kind and key.
   *
   * @param isNew - there was never a job of its kind and key: if it is removed within the batch, the table is not written
   */
  add(job: NewJob, { isNew = false } = {}): void {
    const name = nameOf(job);
    this.#added.set(name, job);
    if (isNew) this.#unstored.add(name);
  }

  /** Postpones a job, after an attempt that events report. */
  postpone(kind: string, key: string, { dueAt, attempt }: Postponement): void {
    const name = nameOf({ kind, key });
    const added = this.#added.get(name);
    if (added === undefined) this.#postponed.set(name, { kind, key, dueAt, attempt });
    else this.#added.set(name, { ...added, dueAt, attempt });
  }

  /** Removes a job that is done, or no longer wanted. */
  remove(kind: string, key: string): void {
    const name = nameOf({ kind, key });
    this.#added.delete(name);
    this.#postponed.delete(name);
    if (this.#unstored.delete(name)) return;
    const keys = this.#removed.get(kind);
    if (keys === undefined) this.#removed.set(kind, new Set([key]));
    else keys.add(key);
  }

  /** Announces the due time of jobs that the projection has changed with its own SQL. */
  expect(kind: string, dueAt: number): void {
    this.#due.set(kind, Math.min(dueAt, this.#due.get(kind) ?? Infinity));
  }

  /** Writes the changes to the table. The projector calls it after the projection, unless that has. */
  async save(trx: AnyKysely): Promise<void> {
    for (const [kind, keys] of this.#removed) await removeJobs(trx, kind, [...keys]);
    for (const { kind, key, ...postponement } of this.#postponed.values()) {
      await postponeJob(trx, kind, key, postponement);
      this.expect(kind, postponement.dueAt);
    }
    await addJobs(trx, [...this.#added.values()]);
    for (const { kind, dueAt } of this.#added.values()) this.expect(kind, dueAt);
    for (const changes of [this.#removed, this.#postponed, this.#added, this.#unstored]) changes.clear();
  }
}

function nameOf({ kind, key }: { readonly kind: string; readonly key: string }): string {
  return `${kind}\n${key}`;
}
