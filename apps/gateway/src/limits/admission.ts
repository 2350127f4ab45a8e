import type { Clock, Meter } from '@stablecoin/event-sourcing';

/** A request in progress. */
export interface Slot {
  /** Gives the slot back. Calling it again has no effect. */
  release(): void;
}

export interface AdmissionOptions {
  /** Maximum concurrent requests. */
  readonly slotsMax: number;
  /** Maximum waiting requests. */
  readonly queueMax: number;
  readonly clock: Clock;
  readonly meter: Meter;
  /** Share of CPU time that this process was busy since the last call, 0 to 1. */
  readonly busyShare?: () => number;
}

interface Queued {
  readonly since: number;
  readonly resolve: (slot: Slot | null) => void;
}

/** Maximum time in the queue, in milliseconds. */
export const QUEUE_MS_MAX = 1_000;
/** When the oldest request has waited this long, the service counts as overloaded. */
const OVERLOADED_AFTER_MS = QUEUE_MS_MAX / 2;
const LOOK_EVERY_MS = 100;
/** Below this busy share, the process is not what requests wait for. */
const BUSY_SHARE = 0.75;
/** Timers later than this mean that the CPU is busy with other processes. */
const LATE_MS = 20;
/** A request that takes longer is waiting for another service, however busy the process is. */
const WORK_MS_MAX = 2_000;

/**
 * Limits concurrent requests over all keys, to what the machine can handle. Plans limit what one customer may ask for.
 * Further requests wait for a slot, in a bounded queue and for a bounded time, and are then rejected with 429.
 *
 * A burst is served in order. Under overload, the newest request is admitted first, and requests that have waited long
 * are rejected, so admitted requests stay fast. Rejecting only after a wait slows down clients that retry at once.
 *
 * A request that only waits for a chain, a provider or a receiver releases its slot; otherwise a slow chain would block
 * payments on other chains. The process detects this: when it is idle, requests in progress are waiting for something
 * else.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #busyShare: () => number;
  /** Taken slots with their start times, oldest first. */
  readonly #slots = new Map<Slot, number>();
  /** Waiting requests, oldest first. */
  readonly #queue: Queued[] = [];
  #willLook = false;

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#busyShare = options.busyShare ?? shareOfEventLoop();
    options.meter.gauge('gateway_requests_in_progress', {}, () => this.#slots.size);
    options.meter.gauge('gateway_requests_queued', {}, () => this.#queue.length);
  }

  /** Whether a new request is rejected. */
  get isFull(): boolean {
    const { slotsMax, queueMax } = this.#options;
    return this.#slots.size >= slotsMax && this.#queue.length >= queueMax;
  }

  /** Waits for a slot. Resolves with null when none is free in time, or the queue is full. */
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

  /** Checks at an interval while requests are in progress. */
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
