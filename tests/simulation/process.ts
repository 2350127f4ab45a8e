import type { ServiceName } from '@stablecoin/contracts';

/** One instance of a service, from its start to its crash. What comes after a crash is another process. */
export class Process {
  /** False after a crash: whatever it still waits for never comes. */
  alive = true;
  /** Stopped by its machine, without knowing it: others may take over meanwhile. */
  paused = false;

  /** @param skewMs - how far its clock is ahead of the true time; may be negative */
  constructor(
    readonly service: ServiceName,
    readonly place: number,
    readonly skewMs: number,
  ) {}

  get name(): string {
    return `${this.service}${this.place}`;
  }

  get runs(): boolean {
    return this.alive && !this.paused;
  }
}
