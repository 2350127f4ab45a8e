import type { AnyKysely } from '../projection/database';
import { addWorkRows, postponeWork, removeWork } from './work-list';
import type { NewWork, WorkRow } from './work-list';

type Postponement = Pick<WorkRow, 'dueAt' | 'attempt'>;

/**
 * What a batch of events does to the work list. Most rows of a busy service are added and removed within one batch,
 * and those never reach the table.
 */
export class WorkChanges {
  readonly #added = new Map<string, NewWork>();
  /** Of these, the table has no row. */
  readonly #unstored = new Set<string>();
  readonly #removed = new Map<string, Set<string>>();
  readonly #postponed = new Map<string, { readonly kind: string; readonly key: string } & Postponement>();
  readonly #due = new Map<string, number>();

  /** When the first of the rows that were added or postponed is due, by kind: what workers have to know of. */
  get due(): ReadonlyMap<string, number> {
    return this.#due;
  }

  /**
   * Adds a row, or replaces the one of its kind and key.
   *
   * @param isNew - no row of its kind and key was ever on the list: one that is removed within the batch leaves no trace
   */
  add(row: NewWork, { isNew = false } = {}): void {
    const name = nameOf(row);
    this.#added.set(name, row);
    if (isNew) this.#unstored.add(name);
  }

  /** Puts a row off, after an attempt that events tell of. */
  postpone(kind: string, key: string, { dueAt, attempt }: Postponement): void {
    const name = nameOf({ kind, key });
    const added = this.#added.get(name);
    if (added === undefined) this.#postponed.set(name, { kind, key, dueAt, attempt });
    else this.#added.set(name, { ...added, dueAt, attempt });
  }

  /** Removes what is done, or is not wanted any more. */
  remove(kind: string, key: string): void {
    const name = nameOf({ kind, key });
    this.#added.delete(name);
    this.#postponed.delete(name);
    if (this.#unstored.delete(name)) return;
    const keys = this.#removed.get(kind);
    if (keys === undefined) this.#removed.set(kind, new Set([key]));
    else keys.add(key);
  }

  /** Says that rows of a kind are due at a moment, after they were changed by a statement of the projection's own. */
  expect(kind: string, dueAt: number): void {
    this.#due.set(kind, Math.min(dueAt, this.#due.get(kind) ?? Infinity));
  }

  /** Writes the changes. The projector does so after the projection, unless that has done it itself. */
  async save(trx: AnyKysely): Promise<void> {
    for (const [kind, keys] of this.#removed) await removeWork(trx, kind, [...keys]);
    for (const { kind, key, ...postponement } of this.#postponed.values()) {
      await postponeWork(trx, kind, key, postponement);
      this.expect(kind, postponement.dueAt);
    }
    await addWorkRows(trx, [...this.#added.values()]);
    for (const { kind, dueAt } of this.#added.values()) this.expect(kind, dueAt);
    for (const changes of [this.#removed, this.#postponed, this.#added, this.#unstored]) changes.clear();
  }
}

function nameOf({ kind, key }: { readonly kind: string; readonly key: string }): string {
  return `${kind}\n${key}`;
}
