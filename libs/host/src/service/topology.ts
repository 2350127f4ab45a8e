import type { ProjectorOptions } from '@stablecoin/event-sourcing';
import type { Runtime } from '../runtime';
import { whileLeading } from './leader-components';
import type { Leading } from './leader-components';
import type { Component } from './service-components';

/** How a read model is flushed that no payment waits for. */
export const FLUSH_INTERVAL = {
  flushIntervalMs: 500,
  /** Most of what a busy service appends within an interval. */
  batchSize: 2_048,
};

/** The same where other instances read it: they cannot ask for a flush, and wait for up to an interval. */
const SHORT_FLUSH_INTERVAL = { ...FLUSH_INTERVAL, flushIntervalMs: 100 };

/** Digits of the random name of a generation that fit into a column of integers. */
const DIGITS = 7;

/** Everything that depends on how a service is deployed. Only the host asks. */
export class Topology {
  /**
   * Messages between services stay in this process. Handlers and relays then continue before their events are flushed:
   * a crash also loses whatever follows from them (protocol rule 28).
   */
  readonly beforeFlush: boolean;
  /** When a read model is flushed that no payment waits for, unless somebody asks for it earlier. */
  readonly flushInterval: Pick<ProjectorOptions<unknown>, 'flushIntervalMs' | 'batchSize'>;
  /**
   * Tells relay checkpoints of one generation of the event store from those of another. 0 within this process, where no message
   * outlives it, and in a store that was never restored.
   */
  readonly generation: number;

  constructor(
    private readonly runtime: Pick<Runtime, 'configuration' | 'generation' | 'lease' | 'log' | 'meter' | 'term'>,
    private readonly service: string,
  ) {
    this.beforeFlush = runtime.configuration.bus === 'memory';
    const { generation } = runtime;
    this.generation = this.beforeFlush || generation === null ? 0 : 1 + parseInt(generation.name.slice(0, DIGITS), 16);
    this.flushInterval = runtime.lease(service) === null ? FLUSH_INTERVAL : SHORT_FLUSH_INTERVAL;
  }

  /** Runs components in one instance of the service at a time. */
  inOneInstance(components: readonly Component[]): Leading {
    return whileLeading(this.runtime, this.service, components);
  }
}
