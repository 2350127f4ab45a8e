import { checkAtRest } from './at-rest';
import { Databases } from './databases';
import { isolate } from './isolate';
import { leaveOut } from './rules-off';
import type { RuleName } from './rule-names';
import { Simulation } from './simulation';
import { World } from './world';

export interface RunOptions {
  /** Rules of the protocol that are not kept. */
  readonly off?: readonly RuleName[];
  readonly trace?: boolean;
}

export interface RunResult {
  readonly seed: number;
  /** What was wrong; null: nothing. */
  readonly violation: string | null;
  readonly steps: number;
  readonly settled: number;
  /** Codes of the payments that failed. */
  readonly failed: readonly string[];
  /** What happened, in order; empty unless asked for. */
  readonly notes: readonly string[];
}

/** Runs simulations, one after the other. */
export class Simulator {
  readonly #databases = new Databases();
  #created: Promise<void> | undefined;

  /** One run. The same seed and options give the same run, wherever and whenever. */
  async run(seed: number, { off = [], trace = false }: RunOptions = {}): Promise<RunResult> {
    await (this.#created ??= this.#databases.create());
    const world = new World(seed, { off: new Set(off), trace });
    const restore = isolate();
    const simulation = new Simulation(world, this.#databases);
    const putBack = leaveOut(simulation);
    try {
      await simulation.run();
      if (world.violation === null) await checkAtRest(simulation);
      const payments = [...simulation.audit.payments.values()];
      return {
        seed,
        violation: world.violation,
        steps: world.scheduler.steps,
        settled: payments.filter(({ terminal }) => terminal === 'settled').length,
        failed: payments.flatMap(({ terminal, code }) => (terminal === 'failed' ? [code ?? ''] : [])),
        notes: world.notes,
      };
    } finally {
      putBack();
      restore();
    }
  }

  close(): Promise<void> {
    return this.#databases.close();
  }
}
