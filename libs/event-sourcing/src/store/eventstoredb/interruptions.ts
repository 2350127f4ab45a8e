interface Heeded {
  readonly listeners: Set<() => void>;
  readonly tellAll: () => void;
}

/** Tells any number of subscriptions that their signal was given, with one listener per signal. */
export class Interruptions {
  private readonly signals = new Map<AbortSignal, Heeded>();

  /** @returns ends it */
  on(signal: AbortSignal, listener: () => void): () => void {
    const heeded = this.signals.get(signal) ?? this.heed(signal);
    heeded.listeners.add(listener);
    return () => {
      heeded.listeners.delete(listener);
      if (heeded.listeners.size > 0 || this.signals.get(signal) !== heeded) return;
      this.signals.delete(signal);
      signal.removeEventListener('abort', heeded.tellAll);
    };
  }

  /** Tells all of them, whatever their signal. */
  tellAll(): void {
    for (const { tellAll } of [...this.signals.values()]) tellAll();
  }

  private heed(signal: AbortSignal): Heeded {
    const listeners = new Set<() => void>();
    const heeded = { listeners, tellAll: () => [...listeners].forEach((tell) => tell()) };
    this.signals.set(signal, heeded);
    signal.addEventListener('abort', heeded.tellAll, { once: true });
    return heeded;
  }
}
