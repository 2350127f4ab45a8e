import type { Clock, Meter } from '@stablecoin/event-sourcing';

/** A request in progress. */
export interface Slot {
  /** Gives the slot back. Calling it again has no effect. */
  release(): void;
}

export interface AdmissionOptions {
  /** Requests that are worked on at one time. */
  readonly slotsMax: number;
  /** Requests that wait for a slot at one time. */
  readonly queueMax: number;
  readonly clock: Clock;
  readonly meter: Meter;
  /** The share of the time since it was asked last that this process was at work, 0 to 1. */
  readonly busyShare?: () => number;
}

interface Queued {
  readonly since: number;
  readonly resolve: (slot: Slot | null) => void;
}

/** How long a request waits for a slot at most. */
export const QUEUE_MS_MAX = 1_000;
/** With one waiting for so long already, more comes than can be done. */
const OVERLOADED_AFTER_MS = QUEUE_MS_MAX / 2;
const LOOK_EVERY_MS = 100;
/** A process that is idle for more than the rest of its time is not what a request waits for. */
const BUSY_SHARE = 0.75;
/** Nor is one idle whose timers come so late: others have the processor. */
const LATE_MS = 20;
/** A request that takes longer waits for somebody else, however busy the process is. */
const WORK_MS_MAX = 2_000;

/**
 * Bounds the requests that are worked on at one time, over all keys: plans say what a customer may ask for, and this
 * what the machine is good for. What comes on top waits for a slot, up to a bound and a time, and is turned away.
 *
 * A burst is worked off in its order, so that nobody waits for long. But where more comes than can ever be done, some
 * have to be turned away, and so it is those that have waited long already: then the newest is let in first, and those
 * that are let in are answered as fast as ever. Turning away only after a wait also keeps clients that try again at once
 * from being all the work there is.
 *
 * A request that only waits (for a chain, a provider, a receiver) keeps no slot, or a slow chain would keep out
 * payments that do not need it. Which ones those are is told by the process: when it has nothing to do, they do not
 * wait for it.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #busyShare: () => number;
  /** When each was taken, the oldest first. */
  readonly #slots = new Map<Slot, number>();
  /** The oldest first. */
  readonly #queue: Queued[] = [];
  #willLook = false;

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#busyShare = options.busyShare ?? shareOfEventLoop();
    options.meter.gauge('gateway_requests_in_progress', {}, () => this.#slots.size);
    options.meter.gauge('gateway_requests_queued', {}, () => this.#queue.length);
  }

  /** Whether who comes now is turned away. */
  get isFull(): boolean {
    const { slotsMax, queueMax } = this.#options;
    return this.#slots.size >= slotsMax && this.#queue.length >= queueMax;
  }

  /** Resolves with a slot, as soon as there is one; with null when there is none in time, or the queue is full. */
  enter(): Promise<Slot | null> {
    if (this.isFull) return Promise.resolve(null);
    this.#lookLater();
    if (this.#slots.size < this.#options.slotsMax) return Promise.resolve(this.#take());
    return new Promise((resolve) => {
      this.#queue.push({ since: this.#options.clock.now(), resolve });
    });
  }

  #take(): Slot {
    const slot: Slot = { release: () => this.#release(slot) };
    this.#slots.set(slot, this.#options.clock.now());
    return slot;
  }

  #release(slot: Slot): void {
    if (this.#slots.delete(slot)) this.#next()?.resolve(this.#take());
  }

  #next(): Queued | undefined {
    const [oldest] = this.#queue;
    if (oldest === undefined) return undefined;
    const isOverloaded = this.#options.clock.now() >= oldest.since + OVERLOADED_AFTER_MS;
    return isOverloaded ? this.#queue.pop() : this.#queue.shift();
  }

  /** Nothing is looked at while nothing is under way. */
  #lookLater(): void {
    const { clock } = this.#options;
    if (this.#willLook) return;
    this.#willLook = true;
    const lookAt = clock.now() + LOOK_EVERY_MS;
    clock.setTimer(lookAt, () => {
      this.#willLook = false;
      const now = clock.now();
      this.#takeFromWaiting(now, now - lookAt);
      this.#turnAway(now);
      if (this.#slots.size > 0) this.#lookLater();
    });
  }

  #takeFromWaiting(now: number, lateMs: number): void {
    const isIdle = this.#busyShare() < BUSY_SHARE && lateMs < LATE_MS;
    const workMs = isIdle ? LOOK_EVERY_MS : WORK_MS_MAX;
    for (const [slot, since] of this.#slots) {
      if (now < since + workMs) return;
      slot.release();
    }
  }

  #turnAway(now: number): void {
    const inTime = this.#queue.findIndex(({ since }) => now < since + QUEUE_MS_MAX);
    const late = this.#queue.splice(0, inTime < 0 ? this.#queue.length : inTime);
    for (const { resolve } of late) resolve(null);
  }
}

function shareOfEventLoop(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
