import { overriding } from '@stablecoin/chains';
import type { Chain } from '@stablecoin/chains';
import type { MessageHandler } from '@nestjs/microservices';
import type { EventStore } from '@stablecoin/event-sourcing';
import type { Runtime } from '@stablecoin/host';

/** What a killed process meets at whatever it still tries. */
class ProcessKilledError extends Error {
  override readonly name = 'ProcessKilledError';
}

/** Where processes are killed: right before or right after a step, at one of the times that one passes there. */
export class KillPlan {
  /** Times that a point is still passed before it kills. */
  readonly #due = new Map<string, number>();
  /** Kills so far, by point. */
  readonly kills = new Map<string, number>();

  /** @param passes - how often the point is passed unharmed */
  add(point: string, passes: number): void {
    this.#due.set(point, passes);
  }

  /** Points that nobody has come by often enough. */
  get left(): readonly string[] {
    return [...this.#due.keys()];
  }

  strikes(point: string): boolean {
    const passes = this.#due.get(point);
    if (passes === undefined) return false;
    if (passes > 0) {
      this.#due.set(point, passes - 1);
      return false;
    }
    this.#due.delete(point);
    this.kills.set(point, (this.kills.get(point) ?? 0) + 1);
    return true;
  }
}

/**
 * A process that ends as by `kill -9`: from one moment on nothing that it does has any effect, and what it was about to
 * hear it never hears. What it knew is gone with it.
 */
export class KillableProcess {
  readonly #plan: KillPlan;
  #die: () => void = () => undefined;
  isAlive = true;
  /** Resolves when it is killed: what it was asked until then it may never answer. */
  readonly death = new Promise<void>((resolve) => (this.#die = resolve));

  constructor(plan: KillPlan) {
    this.#plan = plan;
  }

  /** Between two steps, as when its machine fails. */
  kill(): void {
    this.isAlive = false;
    this.#die();
  }

  /** The runtime with an event store that outlives it. Its own bus and databases die with it. */
  runtime(runtime: Runtime, store: EventStore): Runtime {
    const { bus } = runtime;
    return {
      ...runtime,
      store: overriding(store, {
        append: (stream, expected, events) => {
          const steps = new Set(events.map(({ type }) => `append ${type}`));
          return this.#around([...steps], () => store.append(stream, expected, events));
        },
        read: (stream, options) => this.#around([], () => store.read(stream, options)),
        saveSnapshot: (stream, snapshot) => this.#around([], () => store.saveSnapshot(stream, snapshot)),
        close: () => Promise.resolve(),
      }),
      bus: overriding(bus, {
        publish: (messages) => this.#around(['publish'], () => bus.publish(messages)),
        transport: (consumer, options) => {
          const transport = bus.transport(consumer, options);
          const addHandler = transport.addHandler.bind(transport);
          transport.addHandler = (pattern, callback, isEventHandler, extras) => {
            const handler: MessageHandler = (message, context) =>
              this.#around([`handle at ${consumer}`], async () => (await callback(message, context)) as unknown);
            addHandler(pattern, handler, isEventHandler, extras);
          };
          return transport;
        },
      }),
    };
  }

  chain(chain: Chain): Chain {
    const { costs } = chain;
    return overriding(chain, {
      precheck: (...args) => this.#around(['precheck'], () => chain.precheck(...args)),
      assemble: (...args) => this.#around(['assemble'], () => chain.assemble(...args)),
      broadcast: (...args) => this.#around(['broadcast'], () => chain.broadcast(...args)),
      observe: (...args) => this.#around(['observe'], () => chain.observe(...args)),
      replacement: (...args) => this.#around(['replacement'], () => chain.replacement(...args)),
      costs: costs && overriding(costs, { fees: (...args) => this.#around(['fees'], () => costs.fees(...args)) }),
    });
  }

  async #around<T>(steps: readonly string[], run: () => Promise<T>): Promise<T> {
    this.#pass('before', steps);
    const result = await run();
    this.#pass('after', steps);
    return result;
  }

  #pass(when: 'before' | 'after', steps: readonly string[]): void {
    if (this.isAlive && steps.some((step) => this.#plan.strikes(`${when} ${step}`))) {
      this.isAlive = false;
      this.#die();
    }
    if (!this.isAlive) throw new ProcessKilledError('killed');
  }
}
