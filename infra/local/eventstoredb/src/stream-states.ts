import type { Json } from '@stablecoin/event-sourcing';
import type { SqliteEventStore } from '@stablecoin/stores';
import type { WireEvent } from './wire-event';

/** What the metadata of a stream says about which of its events are still to be seen. */
export interface StreamState {
  readonly metadata: Readonly<Record<string, Json>>;
  readonly tombstoned: boolean;
  readonly softDeleted: boolean;
  readonly truncateBefore: number;
  readonly maxCount: number;
}

export const METADATA_PREFIX = '$$';

/** What is known of streams that are not as others are: it stands in the metadata streams, and is read from there. */
export class StreamStates {
  readonly #states = new Map<string, StreamState>();

  static async load(store: SqliteEventStore): Promise<StreamStates> {
    const states = new StreamStates();
    const { signal } = new AbortController();
    for await (const batch of store.subscribe({
      after: 'start',
      prefixes: [METADATA_PREFIX],
      includesForeign: true,
      signal,
    })) {
      for (const { stream, type, data } of batch.events) {
        const { data: text } = data as { readonly data: string };
        states.#take(stream, type, text);
      }
      if (batch.caughtUp) break;
    }
    return states;
  }

  static streamOf(stream: string): string {
    return METADATA_PREFIX + stream;
  }

  of(stream: string): StreamState {
    return this.#states.get(stream) ?? state({});
  }

  /** Takes in what was appended, if it is metadata. */
  note(stream: string, events: readonly WireEvent[]): void {
    if (!stream.startsWith(METADATA_PREFIX)) return;
    for (const { type, data } of events) this.#take(stream, type, Buffer.from(data).toString('utf8'));
  }

  #take(metadataStream: string, type: string, text: string): void {
    const stream = metadataStream.slice(METADATA_PREFIX.length);
    const metadata = JSON.parse(text) as Readonly<Record<string, Json>>;
    this.#states.set(stream, type === '$streamDeleted' ? { ...state({}), tombstoned: true } : state(metadata));
  }
}

function state(metadata: Readonly<Record<string, Json>>): StreamState {
  const { $tb: truncateBefore, $maxCount: maxCount } = metadata;
  return {
    metadata,
    tombstoned: false,
    softDeleted: typeof truncateBefore === 'number' && truncateBefore >= Number.MAX_SAFE_INTEGER,
    truncateBefore: typeof truncateBefore === 'number' ? truncateBefore : 0,
    maxCount: typeof maxCount === 'number' ? maxCount : Number.MAX_SAFE_INTEGER,
  };
}
