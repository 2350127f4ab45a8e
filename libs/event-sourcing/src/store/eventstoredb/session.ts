import type { Client } from './client';
import { within } from './failures';

/** A call that the vendor's client never ends keeps a client that was given up open for so long, and no longer. */
const DRAINED_AFTER_MS = 30_000;

/**
 * One client of the vendor's and the calls on it. When it is given up it is closed after the last of them: the client
 * throws where nobody can catch it when it is closed before.
 */
export class Session {
  private leases = 0;
  private retired = false;
  private drained: NodeJS.Timeout | undefined;
  private closed = false;
  private readonly bornAt = performance.now();
  private answeredAt = -Infinity;
  private admission: Promise<void> | undefined;
  private readonly onRetired = new Set<() => void>();

  constructor(readonly client: Client) {}

  /** How long it has been there, in milliseconds. */
  get ageMs(): number {
    return performance.now() - this.bornAt;
  }

  /** To be called when its node has answered. */
  answered(): void {
    this.answeredAt = performance.now();
  }

  /**
   * Makes the check, unless the node has answered lately: it may have stood still since, while another took its place.
   *
   * @param ms - how long an answer counts
   * @throws what the check has thrown; the next call makes it again
   */
  async admitted(ms: number, check: () => Promise<void>): Promise<void> {
    if (performance.now() < this.answeredAt + ms) return;
    this.admission ??= check().finally(() => (this.admission = undefined));
    await this.admission;
    this.answered();
  }

  /** Keeps it open until it is released. */
  lease(): this {
    this.leases++;
    return this;
  }

  release(): void {
    this.leases--;
    this.closeIfUnused();
  }

  /**
   * Makes a call that is answered by one promise. The lease lasts until the client itself has ended it, which may be
   * later than the deadline.
   *
   * @throws {@link NoAnswerError} when it takes longer than `ms`
   */
  request<T>(ms: number, run: (client: Client) => Promise<T>): Promise<T> {
    this.lease();
    const answer = run(this.client);
    const release = (): void => this.release();
    answer.then(release, release);
    return within(ms, answer);
  }

  /**
   * Tells a subscriber that the client it follows by is given up.
   *
   * @returns ends it
   */
  whenRetired(listener: () => void): () => void {
    this.onRetired.add(listener);
    return () => void this.onRetired.delete(listener);
  }

  /** Gives it up: calls under way may finish, there should be none after. */
  retire(): void {
    if (this.retired) return;
    this.retired = true;
    for (const tell of [...this.onRetired]) tell();
    this.drained = setTimeout(() => this.close(), DRAINED_AFTER_MS).unref();
    this.closeIfUnused();
  }

  private closeIfUnused(): void {
    if (this.retired && this.leases === 0) this.close();
  }

  private close(): void {
    if (this.closed) return;
    this.closed = true;
    clearTimeout(this.drained);
    this.client.close().catch(() => undefined);
  }
}
