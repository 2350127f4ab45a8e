import { backoffMs, pause } from '../timing';
import type { Backoff } from '../timing';
import { AppendFailedError, NotWrittenError } from '../errors';
import type { Clock, Meter } from '../ports';
import { WrongExpectedRevisionError } from '../ports/event-store';
import type { AppendResult, EventStore, NewEvent } from '../ports/event-store';

export interface AppendsOptions {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly meter: Meter;
  readonly labels: Readonly<Record<string, string>>;
  /** Whether an append is done before its events are flushed. */
  readonly beforeFlush: boolean;
  /** Maximum attempts of one append while its result is unknown. */
  readonly maxAppends: number;
}

const APPEND_BACKOFF: Backoff = { firstMs: 10, longestMs: 500 };

/** Appends what a command handler decides, and knows how far that is flushed. */
export class Appends {
  readonly #options: AppendsOptions;
  #appendedUpTo = 0;
  #writtenUpTo = 0;

  constructor(options: AppendsOptions) {
    this.#options = options;
  }

  /**
   * Appends at the exact revision that was decided on.
   *
   * An append whose result is unknown is retried: by its event ids the store recognises it, if it has succeeded.
   *
   * @returns undefined when the stream has changed
   * @throws {@link AppendFailedError} the result is unknown
   */
  async append(stream: string, revision: number, events: readonly NewEvent[]): Promise<AppendResult | undefined> {
    const { store, clock, meter, labels, maxAppends, beforeFlush } = this.#options;
    const expected = revision < 0 ? 'none' : revision;
    const startedAt = performance.now();
    for (let attempt = 1; ; attempt++) {
      try {
        const appended = await store.append(stream, expected, events, { beforeFlush });
        this.#appendedUpTo = Math.max(this.#appendedUpTo, appended.position);
        meter.observe('command_append_seconds', (performance.now() - startedAt) / 1_000, labels);
        return appended;
      } catch (error) {
        if (error instanceof WrongExpectedRevisionError) return undefined;
        if (attempt >= maxAppends || clock.now() > expiryOf(events)) throw new AppendFailedError(stream, error);
        meter.count('command_append_retries_total', labels);
        await pause(clock, backoffMs(APPEND_BACKOFF, attempt));
      }
    }
  }

  /** Position of the last event that was appended here and is flushed; as it was while the store cannot write. */
  async writtenUpTo(): Promise<number> {
    const appendedUpTo = this.#appendedUpTo;
    try {
      await this.#options.store.durable(appendedUpTo);
      this.#writtenUpTo = Math.max(this.#writtenUpTo, appendedUpTo);
    } catch (error) {
      if (!(error instanceof NotWrittenError)) throw error;
    }
    return this.#writtenUpTo;
  }
}

/** The time after which the first of them must not be appended (protocol rule 30). */
function expiryOf(events: readonly NewEvent[]): number {
  return events.reduce((first, { metadata }) => Math.min(first, metadata.expiresAt ?? Infinity), Infinity);
}
