/** A moment on both clocks, in milliseconds. */
export interface Instant {
  readonly monotonic: number;
  readonly wall: number;
}

const MONOTONIC = 0;
const WALL = 1;

/** Until when a lease is certainly held, in memory that threads share. */
export class LeaseTerm {
  readonly #renewedAt: BigInt64Array;

  /**
   * @param lengthMs - the server keeps the lease for at least this long after a renewal was sent, in milliseconds
   * @param memory - of the thread that renews the lease
   */
  constructor(
    readonly lengthMs: number,
    readonly memory = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT),
  ) {
    this.#renewedAt = new BigInt64Array(memory);
  }

  /**
   * Both clocks count, because each can stand still: the monotonic one while a virtual machine is paused, the wall clock when
   * it is set back.
   */
  get isCertain(): boolean {
    const { monotonic, wall } = currentInstant();
    const passed = Math.max(monotonic - this.#at(MONOTONIC), wall - this.#at(WALL));
    return passed < this.lengthMs;
  }

  /** The server has answered a renewal that was sent at this moment. */
  renewed({ monotonic, wall }: Instant): void {
    Atomics.store(this.#renewedAt, MONOTONIC, BigInt(Math.floor(monotonic)));
    Atomics.store(this.#renewedAt, WALL, BigInt(wall));
  }

  /** The lease is not held any more. */
  end(): void {
    this.renewed({ monotonic: 0, wall: 0 });
  }

  #at(clock: number): number {
    return Number(Atomics.load(this.#renewedAt, clock));
  }
}

/** The same in every thread of the process: `performance.now()` is not. */
export function currentInstant(): Instant {
  return { monotonic: Number(process.hrtime.bigint() / 1_000_000n), wall: Date.now() };
}
