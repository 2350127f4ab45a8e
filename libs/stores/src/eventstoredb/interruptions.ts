interface Registration {
  readonly listeners: Set<() => void>;
  readonly tellAll: () => void;
}

/** Notifies subscriptions when their abort signal fires, with one event listener per signal. */
export class Interruptions {
  readonly #signals = new Map<AbortSignal, Registration>();

  /** Calls the listener when the signal fires. @returns removes the listener */
  on(signal: AbortSignal, listener: () => void): () => void {
    const registered = this.#signals.get(signal) ?? this.#register(signal);
    registered.listeners.add(listener);
    return () => {
      registered.listeners.delete(listener);
      if (registered.listeners.size > 0 || this.#signals.get(signal) !== registered) return;
      this.#signals.delete(signal);
      signal.removeEventListener('abort', registered.tellAll);
    };
  }

  /** Calls every listener, for all signals. */
  tellAll(): void {
    for (const { tellAll } of [...this.#signals.values()]) tellAll();
  }

  #register(signal: AbortSignal): Registration {
    const listeners = new Set<() => void>();
    const registered = { listeners, tellAll: () => [...listeners].forEach((tell) => tell()) };
    this.#signals.set(signal, registered);
    signal.addEventListener('abort', registered.tellAll, { once: true });
    return registered;
  }
}
