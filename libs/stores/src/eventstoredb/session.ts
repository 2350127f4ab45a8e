import { AppendStream } from './append-stream';
import type { Client } from './client';
import { within } from './failures';

/** A retired client is closed after this time, even if a call never ends. */
const DRAINED_AFTER_MS = 30_000;

/**
 * One client of the vendor's library, with its calls. A retired client is closed after its last call: closing it earlier
 * would throw errors that cannot be caught.
 */
export class ClientSession {
  #leases = 0;
  #retired = false;
  #drained: NodeJS.Timeout | undefined;
  #closed = false;
  readonly #bornAt = performance.now();
  #answeredAt = -Infinity;
  #admission: Promise<void> | undefined;

  /** Its appends; each has a time limit of its own. */
  readonly appends: AppendStream;

  constructor(readonly client: Client) {
    this.appends = new AppendStream(() => client.openAppends());
  }

  /** Age of the client, in milliseconds. */
  get ageMs(): number {
    return performance.now() - this.#bornAt;
  }

  /** Call it when the node has answered. */
  answered(): void {
    this.#answeredAt = performance.now();
  }

  /**
   * Runs a check before the first call, and again when the node has not answered for a while: it may have been frozen
   * while another node was elected.
   *
   * @param ms - how long an answer of the node is valid, in milliseconds
   * @throws the error of the check; the next call runs it again
   */
  async admitted(ms: number, check: () => Promise<void>): Promise<void> {
    if (performance.now() < this.#answeredAt + ms) return;
    this.#admission ??= check().finally(() => (this.#admission = undefined));
    await this.#admission;
    this.answered();
  }

  /** Keeps the client open until {@link release}. */
  lease(): this {
    this.#leases++;
    return this;
  }

  release(): void {
    this.#leases--;
    this.#closeIfUnused();
  }

  /**
   * Makes a call with a time limit. The client stays open until the call itself ends, which may be later.
   *
   * @param ms - time limit in milliseconds
   * @throws {@link NoAnswerError} after the time limit
   */
  request<T>(ms: number, run: (client: Client) => Promise<T>): Promise<T> {
    this.lease();
    const answer = run(this.client);
    const release = (): void => this.release();
    answer.then(release, release);
    return within(ms, answer);
  }

  /** Retires the client. Calls in progress may finish; make no new ones. */
  retire(): void {
    if (this.#retired) return;
    this.#retired = true;
    this.#drained = setTimeout(() => this.#close(), DRAINED_AFTER_MS).unref();
    this.#closeIfUnused();
  }

  #closeIfUnused(): void {
    if (this.#retired && this.#leases === 0) this.#close();
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#drained);
    this.appends.close();
    this.client.close().catch(() => undefined);
  }
}
