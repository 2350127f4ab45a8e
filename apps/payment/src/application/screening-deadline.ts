import { commandOf } from '@stablecoin/event-sourcing';
import type { Clock, EventStore, Job, RunResult } from '@stablecoin/event-sourcing';
import type { PaymentHandler } from './handlers';

interface Parts {
  readonly payments: PaymentHandler;
  readonly clock: Clock;
  readonly store: Pick<EventStore, 'lastAwayAt'>;
  /** How long a screening may take, in milliseconds. */
  readonly screeningDeadlineMs: number;
}

/**
 * Fails a payment whose screening took too long (protocol rule 25). The payment decides whether it still waits. The
 * time restarts when the event store is back after an outage, because no result could be stored meanwhile.
 */
export class ScreeningDeadline {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @param jobs - the job of one payment */
  async run([job]: readonly Job[]): Promise<RunResult> {
    if (job === undefined) throw new Error('a run has at least one job');
    const { payments, clock, store, screeningDeadlineMs } = this.#parts;
    const leftMs = (store.lastAwayAt ?? 0) + screeningDeadlineMs - clock.now();
    if (leftMs > 0) return { againInMs: leftMs };
    const command = commandOf(job, 'ExpireScreening', null, { at: clock.now(), verb: 'expire' });
    const { position } = await payments.handle(job.stream, command);
    return { position };
  }
}
