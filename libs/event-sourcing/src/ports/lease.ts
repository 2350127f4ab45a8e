import type { LeaseTerm } from './lease-term';

/** A lock that one instance holds at a time. It is no fence: a holder may learn late that it has lost the lease. */
export interface Lease {
  /**
   * Waits without a limit until this instance holds the lease.
   *
   * @param signal - ends the wait
   * @param onTaken - called each time when another instance holds it
   * @throws Error when the server does not answer, or the signal is aborted
   */
  acquire(signal: AbortSignal, onTaken?: () => void): Promise<HeldLease>;
}

/** The lease while this instance holds it. */
export interface HeldLease {
  /** Until when no other instance can hold it. */
  readonly term: Pick<LeaseTerm, 'isCertain'>;
  /** Resolves when the lease is lost or released. Another instance may hold it then. Never rejects. */
  readonly ended: Promise<void>;
  /** Releases the lease. */
  release(): Promise<void>;
}
