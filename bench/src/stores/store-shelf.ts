import type { Load } from '../load/load';
import type { Cleanup } from '../processes/cleanup';
import { copyOf } from '../processes/folders';
import { type FilledStore, type OnFilling, StoreFiller } from './filled-store';

/** Stores with a history, by their size: made when first asked for, and kept for the next who asks. */
export class StoreShelf {
  readonly #kept = new Map<number, FilledStore>();
  #filler: StoreFiller | undefined;

  /** @param sizes - the payments that stores may be asked for with, ascending: each is made from the one before */
  constructor(
    private readonly sizes: readonly number[],
    private readonly load: Load,
    private readonly cleanup: Cleanup,
  ) {}

  /**
   * A store that the caller may change.
   *
   * @param cleanup - of the caller; the store goes with it
   */
  async take(payments: number, cleanup: Cleanup, onFilling: OnFilling): Promise<FilledStore> {
    const store = this.#kept.get(payments) ?? (await this.#make(payments, onFilling));
    return { ...store, folder: copyOf(store.folder, cleanup) };
  }

  async #make(payments: number, onFilling: OnFilling): Promise<FilledStore> {
    this.#filler ??= await StoreFiller.start(this.load, this.cleanup);
    for (const size of this.sizes.filter((each) => each <= payments && !this.#kept.has(each))) {
      this.#keepLatest();
      this.#kept.set(size, await this.#filler.fillTo(size, onFilling));
    }
    const made = this.#kept.get(payments);
    if (made === undefined) throw new Error(`no store of ${payments} payments is kept`);
    return made;
  }

  /** The latest lies where the filler goes on. */
  #keepLatest(): void {
    const [latest] = [...this.#kept].slice(-1);
    if (latest === undefined) return;
    const [size, store] = latest;
    this.#kept.set(size, { ...store, folder: copyOf(store.folder, this.cleanup) });
  }
}
