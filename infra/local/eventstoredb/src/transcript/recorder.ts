import { createHash, randomBytes } from 'node:crypto';
import {
  type AppendResult,
  type Credentials,
  type EventData,
  EventStoreDBClient,
  jsonEvent,
} from '@eventstore/db-client';

const STEP_MS_MAX = 15_000;

/** What happened, in a line or a list of lines, without what differs from run to run. */
export type Outcome = string | readonly string[];

/** Drives a server through the vendor's client, and writes down what came of each step. */
export class Recorder {
  readonly outcomes: Record<string, Outcome> = {};
  readonly client: EventStoreDBClient;
  readonly #run = randomBytes(6).toString('hex');

  /** @param credentials - given with a call, they choose the way of one call per append */
  constructor(
    url: string,
    readonly credentials: Credentials,
  ) {
    this.client = EventStoreDBClient.connectionString(url);
  }

  /** A stream that no other run uses. */
  stream(name: string): string {
    return `t${this.#run}_${name}`;
  }

  /** The event of a number: the same number is the same event. */
  event(number: number, type = 'Happened', data: object = { number }): EventData {
    return jsonEvent({ id: this.id(number), type, data: data as never, metadata: { number } });
  }

  id(number: number): string {
    const hex = createHash('sha256').update(`${this.#run}-${number}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }

  async step(name: string, work: () => Promise<Outcome>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Outcome>((resolve) => {
      timer = setTimeout(() => resolve('no answer'), STEP_MS_MAX);
    });
    const outcome = await Promise.race([work().catch((error: unknown) => this.failure(error)), late]);
    clearTimeout(timer);
    this.outcomes[name] = typeof outcome === 'string' ? this.#plain(outcome) : outcome.map((line) => this.#plain(line));
  }

  /** The step of an append: where it came to stand. */
  append(name: string, work: () => Promise<AppendResult>): Promise<void> {
    return this.step(name, async () => {
      const { success, nextExpectedRevision, position } = await work();
      return `${success ? 'appended' : 'not appended'}, ${nextExpectedRevision}${position === undefined ? '' : ', position'}`;
    });
  }

  /** What the client made of a failure. */
  failure(error: unknown): string {
    const fields = error as Readonly<Record<string, unknown>>;
    const told = ['streamName', 'expectedVersion', 'actualVersion', 'maxAppendSize']
      .filter((field) => fields[field] !== undefined)
      .map((field) => `${field} ${String(fields[field])}`);
    return [String(fields['type']), ...told].join(', ');
  }

  #plain(text: string): string {
    return text.replaceAll(this.#run, '*');
  }
}
