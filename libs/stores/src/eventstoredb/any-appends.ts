import {
  StreamQueues,
  type AppendResult,
  type NewEvent,
  type ReadOptions,
  type RecordedEvent,
  WrongExpectedRevisionError,
} from '@stablecoin/event-sourcing';
import { decideAppend, NO_REVISION, type StreamEvents } from '../append-decision';

const BATCH = 512;

interface Waiting {
  readonly events: readonly NewEvent[];
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

/** The store methods that {@link AnyAppends} uses. */
export interface ExactAppends {
  read(stream: string, options?: ReadOptions): Promise<readonly RecordedEvent[]>;
  append(stream: string, expected: 'none' | number, events: readonly NewEvent[]): Promise<AppendResult>;
}

/**
 * Appends at any revision. The server's own version recognises a repetition only while it remembers the ids, and
 * accepts known ids behind a new one. So this reads the stream and appends at its exact revision.
 */
export class AnyAppends {
  readonly #queues: StreamQueues<Waiting>;

  constructor(private readonly store: ExactAppends) {
    this.#queues = new StreamQueues(BATCH, (stream, appends) => this.#carryOut(stream, appends));
  }

  append(stream: string, events: readonly NewEvent[]): Promise<AppendResult> {
    return new Promise((resolve, reject) => this.#queues.push(stream, { events, resolve, reject }));
  }

  async #carryOut(stream: string, appends: readonly Waiting[]): Promise<void> {
    let known: string[] | undefined;
    for (const { events, resolve, reject } of appends) {
      try {
        known ??= idsOf(await this.store.read(stream));
        resolve(await this.#appendBehind(stream, known, events));
      } catch (error) {
        known = undefined;
        reject(error);
      }
    }
  }

  /** @param known - ids of all events of the stream; extended as the stream grows */
  async #appendBehind(stream: string, known: string[], events: readonly NewEvent[]): Promise<AppendResult> {
    const ids = idsOf(events);
    for (;;) {
      const decision = decideAppend(streamEvents(known), 'any', () => ids);
      const expected = known.length === 0 ? 'none' : known.length - 1;
      if (decision.kind === 'conflict') throw new WrongExpectedRevisionError(stream, 'any', expected);
      if (decision.kind === 'repetition') {
        const [last] = await this.store.read(stream, { from: decision.revision, limit: 1 });
        if (last !== undefined) return { revision: last.revision, position: last.position };
        throw new Error(`stream ${stream} has lost its event ${decision.revision}`);
      }
      try {
        const result = await this.store.append(stream, expected, events);
        known.push(...ids);
        return result;
      } catch (error) {
        if (!(error instanceof WrongExpectedRevisionError)) throw error;
        // Another writer was faster. Each conflict means that one writer succeeded, so this loop ends.
        known.push(...idsOf(await this.store.read(stream, { from: known.length })));
      }
    }
  }
}

function idsOf(events: readonly NewEvent[]): string[] {
  return events.map(({ id }) => id);
}

function streamEvents(known: readonly string[]): StreamEvents {
  return {
    revision: known.length - 1,
    idsFrom: (revision, count) => known.slice(revision, revision + count),
    firstOf: (ids) => {
      const index = known.findIndex((id) => ids.includes(id));
      return index === NO_REVISION ? undefined : index;
    },
  };
}
