import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@stablecoin/event-sourcing';

/** Stops one part; a promise is waited for. */
export type StopHook = () => unknown;

interface Registered {
  readonly name: string;
  readonly hook: StopHook;
  readonly limitMs: number;
}

/**
 * Stops components in reverse order of their start, since later ones depend on earlier ones. A component that fails or
 * hangs does not prevent the others from stopping.
 */
export class Shutdown {
  readonly #hooks: Registered[] = [];
  readonly #log: Log;
  readonly #limitMs: number;
  #running: Promise<void> | undefined;

  /** @param options.limitMs - the longest that a hook may take, unless it says otherwise, in milliseconds */
  constructor({ log, limitMs }: { readonly log: Log; readonly limitMs: number }) {
    this.#log = log;
    this.#limitMs = limitMs;
  }

  /** Has the hook called when the service stops, before those that were registered earlier. */
  register(name: string, hook: StopHook, limitMs = this.#limitMs): void {
    this.#hooks.push({ name, hook, limitMs });
  }

  /** Runs the hooks, once. Never rejects: failures are logged. */
  run(): Promise<void> {
    return (this.#running ??= this.#run());
  }

  async #run(): Promise<void> {
    for (let next = this.#hooks.pop(); next !== undefined; next = this.#hooks.pop()) await this.#stop(next);
  }

  async #stop({ name, hook, limitMs }: Registered): Promise<void> {
    const done = new AbortController();
    try {
      const late = pause(limitMs, 'late' as const, { signal: done.signal });
      if ((await Promise.race([Promise.resolve().then(hook), late])) === 'late') {
        this.#log.warn({ part: name, limit_ms: limitMs }, 'component did not stop in time');
      }
    } catch (err) {
      this.#log.error({ part: name, err }, 'component failed to stop');
    } finally {
      done.abort();
    }
  }
}
