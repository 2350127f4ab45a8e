import type { Alarm, ServiceName } from '@stablecoin/contracts';
import { describeError } from '@stablecoin/contracts';
import type { Clock, Log, Meter } from '@stablecoin/event-sourcing';
import { RepeatedTask } from '@stablecoin/host';
import type { Component } from '@stablecoin/host';
import type { Deposits } from './read-model/deposits';

export interface HeldDepositsWatchOptions {
  readonly service: ServiceName;
  readonly deposits: Pick<Deposits, 'countLive'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
}

const EVERY_MS = 10_000;

/** Counts the live deposits that wait for their screening or for a person, and raises an alarm for the latter. */
export class HeldDepositsWatch implements Component {
  readonly #options: HeldDepositsWatchOptions;
  readonly #task: RepeatedTask;
  #held = 0;

  constructor(options: HeldDepositsWatchOptions) {
    const { service, deposits, meter, clock } = options;
    this.#options = options;
    this.#task = new RepeatedTask(() => this.#look(), { clock, everyMs: EVERY_MS });
    for (const status of ['screening', 'held'] as const) {
      meter.gauge('deposits_waiting', { service, status }, () => deposits.countLive(status));
    }
  }

  start(): Promise<void> {
    return this.#task.start();
  }

  stop(): Promise<void> {
    return this.#task.stop();
  }

  /** Raised while a person has to decide on a live deposit. */
  alarms(): readonly Alarm[] {
    if (this.#held === 0) return [];
    const { service } = this.#options;
    const message = `${this.#held} deposits are held because their sender is not cleared. Clear or keep each of them.`;
    return [{ name: 'deposits_held', service, severity: 'warning', message, object: null }];
  }

  async #look(): Promise<void> {
    try {
      this.#held = await this.#options.deposits.countLive('held');
    } catch (error) {
      this.#options.log.warn({ error: describeError(error) }, 'cannot count held deposits, retrying');
    }
  }
}
