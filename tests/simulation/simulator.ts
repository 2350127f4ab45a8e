import { checkAtRest } from './at-rest';
import { Databases } from './databases';
import type { Faults } from './faults';
import { isolate } from './isolate';
import { leaveOut } from './rules-off';
import type { RuleName } from './rules';
import { Simulation } from './simulation';
import { Random } from '@stablecoin/event-sourcing/testing';
import { World } from './world';

export interface RunOptions {
  /** Rules of the protocol that are not kept. */
  readonly off?: readonly RuleName[];
  /** Faults that are as likely as said, whatever the seed has drawn. */
  readonly strain?: Partial<Faults>;
  readonly trace?: boolean;
}

export interface RunResult {
  readonly seed: number;
  /** What was wrong; null: nothing. */
  readonly violation: string | null;
  readonly steps: number;
  /** How the payments ended: `settled`, or the code of the failure. */
  readonly outcomes: readonly string[];
  /** What happened, in order; empty unless asked for. */
  readonly notes: readonly string[];
}

/** Runs simulations, one after the other. */
export class Simulator {
  readonly #databases = new Databases();
  #created: Promise<void> | undefined;

  /** One run. The same seed and options give the same run, wherever and whenever. */
  async run(seed: number, { off = [], strain = {}, trace = false }: RunOptions = {}): Promise<RunResult> {
    await (this.#created ??= this.#databases.create());
    const world = new World(seed, { off: new Set(off), strain, trace });
    const restore = isolate(new Random(seed));
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
        outcomes: payments.map(({ terminal, code }) => code ?? terminal ?? 'pending'),
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
