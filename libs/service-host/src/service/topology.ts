import type { ProjectorOptions } from '@stablecoin/event-sourcing';
import type { Runtime } from '@stablecoin/runtime';
import { whileLeading } from './leader-components';
import type { Component } from './service-components';

/** How a read model is flushed that no payment waits for. */
export const RESTING = {
  flushIntervalMs: 500,
  /** Most of what a busy service appends within an interval. */
  batchSize: 2_048,
};

/** Everything that depends on how a service is deployed. Only the host asks. */
export class Topology {
  /**
   * Messages between services stay in this process. Handlers and relays then continue before their events are flushed:
   * a crash also loses whatever follows from them (protocol rule 28).
   */
  readonly beforeFlush: boolean;
  /**
   * No other process writes the service's read models. They are flushed at intervals, and jobs may wait in memory.
   */
  readonly isOnlyWriter: boolean;

  constructor(
    private readonly runtime: Pick<Runtime, 'configuration' | 'lease' | 'log' | 'meter' | 'term'>,
    private readonly service: string,
  ) {
    this.beforeFlush = runtime.configuration.bus === 'memory';
    this.isOnlyWriter = runtime.lease(service) === null;
  }

  /** When a read model is flushed that no payment waits for; another process could not ask for a flush. */
  get flushInterval(): Pick<ProjectorOptions<unknown>, 'flushIntervalMs' | 'batchSize'> {
    return this.isOnlyWriter ? RESTING : {};
  }

  /** Runs components in one instance of the service at a time. */
  inOneInstance(components: readonly Component[]): readonly Component[] {
    return whileLeading(this.runtime, this.service, components);
  }
}
