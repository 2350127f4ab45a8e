import { commandOf } from '@stablecoin/event-sourcing';
import type { Clock, Job, RunResult } from '@stablecoin/event-sourcing';
import type { PaymentHandler } from './handlers';
import type { CommandPreparation } from './preparation';

/** The job of a payment in doubt. */
export type DoubtJob = {
  /** What the owners of its wallet may have signed is valid until then, in milliseconds since the epoch. */
  readonly until: number;
};

/** A block of that time is final after some minutes. */
const AGAIN_MS = 60_000;

/** Looks up what became of payments that the owners of their wallets may have made, once nothing can make them any more. */
export class DoubtfulPayments {
  readonly #payments: PaymentHandler;
  readonly #preparation: Pick<CommandPreparation, 'doubtful'>;
  readonly #clock: Clock;

  constructor(parts: {
    readonly payments: PaymentHandler;
    readonly preparation: Pick<CommandPreparation, 'doubtful'>;
    readonly clock: Clock;
  }) {
    this.#payments = parts.payments;
    this.#preparation = parts.preparation;
    this.#clock = parts.clock;
  }

  /** @param jobs - the job of one payment */
  async run([job]: readonly Job[]): Promise<RunResult> {
    if (job === undefined) throw new Error('a run has at least one job');
    const { until } = job.data as DoubtJob;
    const found = await this.#preparation.doubtful(job, job.key, until);
    if (found === undefined) return { againInMs: AGAIN_MS };
    const command = commandOf(job, 'EndDoubt', { found }, { at: this.#clock.now(), verb: 'end' });
    const { position } = await this.#payments.handle(job.stream, command);
    return { position };
  }
}
