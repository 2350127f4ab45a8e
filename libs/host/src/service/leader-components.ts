import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { describeError } from '@stablecoin/contracts';
import type { HeldLease, Lease, Log, Meter } from '@stablecoin/event-sourcing';
import { endAtOnce, type Runtime } from '../runtime';
import type { Component } from './service-components';

export interface LeaderComponentsOptions {
  readonly service: string;
  readonly lease: Lease;
  readonly components: readonly Component[];
  readonly log: Log;
  readonly meter: Meter;
}

/** Pause before it tries to acquire the lease again. */
const RETRY_MS = 500;
const LOG_INTERVAL_MS = 10_000;

/** Components that run in one instance of a service at a time. */
export interface Leading {
  readonly components: readonly Component[];
  /** Whether this instance runs them, and certainly no other does. */
  readonly leads: () => boolean;
}

/** Runs components in one instance of a service at a time. With a single instance they are ordinary components. */
export function whileLeading(
  { lease: leaseOf, log, meter, term }: Pick<Runtime, 'lease' | 'log' | 'meter'> & Partial<Pick<Runtime, 'term'>>,
  service: string,
  components: readonly Component[],
): Leading {
  const lease = leaseOf(service);
  if (term !== undefined) {
    // The process is the only writer, or it is not the leader any more.
    const end = (): void => endAtOnce(new Error(`another process writes what the ${service} service keeps`), log);
    for (const component of components) component.onFenced?.(end);
  }
  if (lease === null) return { components, leads: () => term?.isCertain ?? true };
  const leader = new LeaderComponents({ service, lease, components, log, meter });
  return { components: [leader], leads: () => leader.leads };
}

/**
 * Runs components in the one instance that holds the lease. The other instances stand by, and one of them takes over.
 *
 * For a short time two instances may believe that they hold the lease. So each component is fenced by its checkpoint. An
 * instance that is fenced releases the lease and tries to acquire it again.
 */
export class LeaderComponents implements Component {
  readonly #options: LeaderComponentsOptions;
  readonly #stopping = new AbortController();
  #campaigning: Promise<void> = Promise.resolve();
  #held: HeldLease | undefined;
  #leads = false;
  #loggedAt = -Infinity;

  constructor(options: LeaderComponentsOptions) {
    this.#options = options;
    const { service, components, meter } = options;
    meter.gauge('leads', { service }, () => (this.#leads ? 1 : 0));
    for (const component of components) component.onFenced?.(() => void this.#held?.release());
  }

  /** Resolves when this instance leads, or when the read models that another one updates can be queried. */
  async start(): Promise<void> {
    const stopped = once(this.#stopping.signal, 'abort').then(() => {
      throw new Error('stopped before it was ready');
    });
    const ready = new Promise<void>((resolve) => {
      this.#standBy(resolve);
      this.#campaigning = this.#campaign(resolve);
    });
    await Promise.race([ready, stopped]);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#campaigning;
    for (const component of this.#options.components.toReversed()) await component.stop();
  }

  /** Resolves at once on a standby: the leader publishes what was appended. */
  async drained(): Promise<void> {
    if (this.#leads) await Promise.all(this.#options.components.map(async (component) => component.drained?.()));
  }

  /** False as soon as another instance may lead, even before this one has heard of it. */
  get leads(): boolean {
    return this.#held?.term.isCertain ?? false;
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  #standBy(ready: () => void): void {
    const following = this.#options.components.map(async (component) => component.standBy?.());
    Promise.all(following).then(ready, (error: unknown) => this.#say(error));
  }

  async #campaign(ready: () => void): Promise<void> {
    const { lease } = this.#options;
    const { signal } = this.#stopping;
    for (;;) {
      try {
        const held = await lease.acquire(signal);
        // It may come in the moment of the stop, of which nothing would tell any more.
        await (this.#stopped ? held.release() : this.#lead(held, ready));
      } catch (error) {
        if (!this.#stopped) this.#say(error);
      }
      if (this.#stopped) return;
      this.#standBy(ready);
      await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Resolves when the lease is lost or this instance stops, and all components have stopped. */
  async #lead(held: HeldLease, ready: () => void): Promise<void> {
    const { service, components, log } = this.#options;
    const over = new AbortController();
    const end = Promise.race([held.ended, once(this.#stopping.signal, 'abort')]).finally(() => over.abort());
    this.#held = held;
    log.info({ service }, 'this instance is the leader');
    const starting = this.#startComponents(over.signal);
    try {
      await Promise.race([starting, end]);
      this.#leads = !over.signal.aborted;
      if (this.#leads) ready();
      await end;
    } finally {
      this.#leads = false;
      over.abort();
      for (const component of components.toReversed()) await component.stop();
      await starting.catch(() => undefined);
      this.#held = undefined;
      await held.release();
      log.info({ service }, 'no longer the leader');
    }
  }

  async #startComponents(over: AbortSignal): Promise<void> {
    for (const component of this.#options.components) {
      if (over.aborted) return;
      await component.start();
    }
  }

  /** Logs at most once per interval. */
  #say(error: unknown): void {
    const now = performance.now();
    if (now < this.#loggedAt + LOG_INTERVAL_MS) return;
    this.#loggedAt = now;
    const fields = { service: this.#options.service, error: describeError(error) };
    this.#options.log.error(fields, 'cannot become the leader, retrying');
  }
}
