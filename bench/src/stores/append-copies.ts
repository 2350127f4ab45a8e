import type { EventMetadata, EventStore, Json, NewEvent } from '@stablecoin/event-sourcing';
import type { CopiedEvent } from './recording';

/** Appends that are under way at once: enough for the store to write large groups. */
const UNDER_WAY_MAX = 5_000;

/** Appends copies of events to a store that nobody else writes to. */
export class CopyAppender {
  /** Where the streams end that copies go to: `none` before the first. */
  readonly #ends = new Map<string, number | 'none'>();
  #underWay: Promise<void>[] = [];
  #failure: Error | undefined;

  constructor(private readonly store: EventStore) {}

  /** Takes events in their order; those of one stream that follow each other are one append. */
  async append(events: readonly CopiedEvent[]): Promise<void> {
    const fresh = new Set<string>();
    for (let first = 0, last = 0; first < events.length; first = last) {
      const stream = events[first]?.stream ?? '';
      while (events[last]?.stream === stream) last += 1;
      if (!this.#ends.has(stream)) {
        const end = await this.#endOf(stream);
        this.#ends.set(stream, end);
        if (end === 'none') fresh.add(stream);
      }
      this.#send(stream, events.slice(first, last).map(newEvent));
      if (this.#underWay.length >= UNDER_WAY_MAX) await this.flush();
    }
    // The next copy has streams of its own in their place.
    for (const stream of fresh) this.#ends.delete(stream);
  }

  /**
   * Resolves when everything is on the disk.
   *
   * @throws what the store has thrown, for instance because somebody else writes to it
   */
  async flush(): Promise<void> {
    await Promise.all(this.#underWay);
    this.#underWay = [];
    if (this.#failure !== undefined) throw this.#failure;
  }

  #send(stream: string, events: readonly NewEvent[]): void {
    const end = this.#ends.get(stream) ?? 'none';
    this.#ends.set(stream, (end === 'none' ? -1 : end) + events.length);
    const appended = this.store.append(stream, end, events);
    this.#underWay.push(
      appended.then(
        () => undefined,
        (error: unknown) => void (this.#failure ??= error as Error),
      ),
    );
  }

  async #endOf(stream: string): Promise<number | 'none'> {
    const [last] = await this.store.read(stream, { direction: 'backwards', limit: 1 });
    return last?.revision ?? 'none';
  }
}

function newEvent({ id, type, data, metadata }: CopiedEvent): NewEvent {
  return { id, type, data: JSON.parse(data) as Json, metadata: JSON.parse(metadata) as EventMetadata };
}
