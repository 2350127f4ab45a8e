import { systemClock, type Clock } from '@stablecoin/event-sourcing';

/** The system's clock, set forward by as much as a test likes. Timers keep their distance, so everything goes on. */
export class AdvancedClock implements Clock {
  #aheadMs = 0;

  now(): number {
    return systemClock.now() + this.#aheadMs;
  }

  setTimer(at: number, callback: () => void): () => void {
    return systemClock.setTimer(at - this.#aheadMs, callback);
  }

  advance(ms: number): void {
    this.#aheadMs += ms;
  }
}
