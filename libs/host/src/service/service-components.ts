import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';

/** A part that runs beside a service's handlers: a projector, a publisher, a job runner. */
export interface Component {
  start(): Promise<void> | void;
  stop(): Promise<void> | void;
  /** Resolves when everything appended so far is published and acknowledged. For relays. */
  drained?(): Promise<void>;
  /**
   * Follows the instance that runs this component. Resolves when its results can be read, which may be never. `start` is
   * called when this instance takes over.
   */
  standBy?(): Promise<void>;
  /** Calls back when another instance runs this component too; it has stopped here then. */
  onFenced?(listener: () => void): void;
}

/**
 * Starts a service's components in order when its Nest module has started, and stops them in reverse order. A provider of
 * every service's module.
 */
export class ServiceComponents implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(private readonly components: readonly Component[]) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const component of this.components) await component.start();
  }

  /** Resolves when the service's relays have published everything that it appended. */
  async drained(): Promise<void> {
    await Promise.all(this.components.map(async (component) => component.drained?.()));
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const component of this.components.toReversed()) await component.stop();
  }
}
