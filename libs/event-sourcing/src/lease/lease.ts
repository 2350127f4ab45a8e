/** A right that one instance has at a time. It is no fence: whoever has lost it may not know that yet. */
export interface Lease {
  /**
   * Waits until this instance has it, for as long as it takes.
   *
   * @param signal - ends the waiting
   * @param onTaken - is called whenever another instance is found to have it
   * @throws when it cannot be asked for, or the signal is aborted
   */
  acquire(signal: AbortSignal, onTaken?: () => void): Promise<HeldLease>;
}

/** The lease, while this instance has it. */
export interface HeldLease {
  /** Resolves when it is lost or given back: somebody else may have it from now on. Never rejects. */
  readonly ended: Promise<void>;
  /** Gives it back. */
  release(): Promise<void>;
}
