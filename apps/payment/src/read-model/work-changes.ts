import { addWorkRows, removeWork } from '@stablecoin/event-sourcing';
import type { AnyKysely, NewWork } from '@stablecoin/event-sourcing';

/**
 * What a batch of events does to the work list. Most rows of a busy service are added and removed within one batch,
 * and those never reach the database.
 */
export class WorkChanges {
  readonly #added = new Map<string, NewWork>();
  readonly #removed = new Map<string, string[]>();

  add(row: NewWork): void {
    this.#added.set(`${row.kind} ${row.key}`, row);
  }

  remove(kind: string, key: string): void {
    if (this.#added.delete(`${kind} ${key}`)) return;
    const keys = this.#removed.get(kind);
    if (keys === undefined) this.#removed.set(kind, [key]);
    else keys.push(key);
  }

  async save(trx: AnyKysely): Promise<void> {
    for (const [kind, keys] of this.#removed) await removeWork(trx, kind, keys);
    await addWorkRows(trx, [...this.#added.values()]);
  }
}
