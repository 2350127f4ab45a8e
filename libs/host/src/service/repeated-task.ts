import { pause, stopController } from '@stablecoin/event-sourcing';
import type { Clock } from '@stablecoin/event-sourcing';
import type { Component } from './service-components';

export interface RepeatedTaskOptions {
  readonly clock: Clock;
  /** Between two runs, in milliseconds. */
  readonly everyMs: number;
}

/** Runs a task at the start and then at an interval, until it is stopped. The task handles its own errors. */
export class RepeatedTask implements Component {
  #stopping = stopController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly task: () => Promise<void>,
    private readonly options: RepeatedTaskOptions,
  ) {}

  /** Resolves when the first run is over. */
  async start(): Promise<void> {
    this.#stopping = stopController();
    await this.task();
    this.#running = this.#run(this.#stopping.signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, everyMs } = this.options;
    for (;;) {
      await pause(clock, everyMs, signal);
      if (signal.aborted) return;
      await this.task();
    }
  }
}
