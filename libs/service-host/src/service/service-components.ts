import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';

/** Something that runs beside a service's handlers: a projector, a publisher, a worker. */
export interface Component {
  start(): Promise<void> | void;
  stop(): Promise<void> | void;
  /** A relay's: everything appended up to now has been acknowledged. */
  drained?(): Promise<void>;
  /**
   * Another instance does the work: this one only learns what comes of it. Resolves when that can be asked, which may
   * be never. It is started when it is this instance's turn.
   */
  standBy?(): Promise<void>;
  /** Calls back when another instance turns out to do the work too: this one has stopped. */
  onFenced?(listener: () => void): void;
}

/**
 * Starts a service's components in the order given, once its module is up, and stops them in reverse order. A Nest
 * provider of every service's module.
 */
export class ServiceComponents implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(private readonly components: readonly Component[]) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const component of this.components) await component.start();
  }

  /** Resolves when the service's relays have caught up with what it has appended. */
  async drained(): Promise<void> {
    await Promise.all(this.components.map(async (component) => component.drained?.()));
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const component of this.components.toReversed()) await component.stop();
  }
}
