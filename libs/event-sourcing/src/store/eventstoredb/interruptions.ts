/** Tells any number of subscriptions that their signal was given, with one listener per signal. */
export class Interruptions {
  private readonly listeners = new Map<AbortSignal, Set<() => void>>();

  /** @returns ends it */
  on(signal: AbortSignal, listener: () => void): () => void {
    const listeners = this.listeners.get(signal) ?? this.heed(signal);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** Tells all of them, whatever their signal. */
  tellAll(): void {
    for (const listeners of this.listeners.values()) for (const tell of [...listeners]) tell();
  }

  private heed(signal: AbortSignal): Set<() => void> {
    const listeners = new Set<() => void>();
    this.listeners.set(signal, listeners);
    signal.addEventListener(
      'abort',
      () => {
        this.listeners.delete(signal);
        for (const tell of [...listeners]) tell();
      },
      { once: true },
    );
    return listeners;
  }
}
