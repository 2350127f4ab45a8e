import { describeError } from '@stablecoin/contracts';
import type { AnyKysely, Clock, Command, Log, Meter } from '@stablecoin/event-sourcing';
import type { Component } from '@stablecoin/host';
import { nextOverdueAt, overdueReservations } from './read-model/reservations';
import type { KnownReservation } from './read-model/reservations';

/** Asks about one reservation that has been open for too long. */
export type MarkOverdue = Command<'MarkOverdue', { readonly reservationId: string; readonly paymentId: string }>;

export interface StaleReservationMonitorOptions {
  readonly db: AnyKysely;
  /** The projector that keeps the reservations. */
  readonly projector: {
    waitFor(position: number): Promise<void>;
    onProjected(listener: () => void): () => void;
  };
  readonly handler: { handle(stream: string, command: MarkOverdue): Promise<{ readonly position: number }> };
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
  /** How long a reservation may be open before its payment is asked about it, in milliseconds. */
  readonly overdueMs: number;
}

/** Reservations that are asked about together. */
const PAGE = 256;

/**
 * Watches open reservations, and has those that are overdue told to their payments: again and again, until a payment
 * answers Post or Void (protocol rule 12). It voids nothing by itself.
 *
 * The reservations are rows anyway, so their due time is a column of them rather than a job each. It
 * looks when the first of them is due; while none is open it sleeps, until the read model moves.
 */
export class StaleReservationMonitor implements Component {
  readonly #options: StaleReservationMonitorOptions;
  #stopped = true;
  #unsubscribe: () => void = () => undefined;
  #timer: { readonly at: number; readonly cancel: () => void } | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: StaleReservationMonitorOptions) {
    this.#options = options;
    // Its first increase is one only if it began at 0.
    options.meter.count('reservations_overdue_total', {}, 0);
  }

  start(): void {
    const { clock, projector, overdueMs } = this.#options;
    this.#stopped = false;
    // The reservations projected now are due by then at the latest.
    this.#unsubscribe = projector.onProjected(() => this.#lookAt(clock.now() + overdueMs));
    this.#lookAt(clock.now());
  }

  /** Stops after the current report. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe();
    this.#timer?.cancel();
    this.#timer = undefined;
    await this.#looking;
  }

  #lookAt(at: number): void {
    if (this.#stopped || (this.#timer !== undefined && this.#timer.at <= at)) return;
    this.#timer?.cancel();
    const cancel = this.#options.clock.setTimer(at, () => {
      this.#timer = undefined;
      this.#looking = this.#looking.then(() => this.#look());
    });
    this.#timer = { at, cancel };
  }

  async #look(): Promise<void> {
    const { db, projector, clock, log, overdueMs } = this.#options;
    try {
      const due = await overdueReservations(db, clock.now(), PAGE);
      const positions = await Promise.all(due.map((reservation) => this.#mark(reservation)));
      await projector.waitFor(Math.max(0, ...positions));
      const next = await nextOverdueAt(db);
      if (next !== undefined) this.#lookAt(Math.max(next, clock.now()));
    } catch (error) {
      log.error({ error: describeError(error) }, 'cannot report overdue reservations, retrying');
      this.#lookAt(clock.now() + overdueMs);
    }
  }

  async #mark({ id, paymentId, stream, account, livemode, correlationId, dueAt }: KnownReservation): Promise<number> {
    const { handler, clock, log, meter } = this.#options;
    meter.count('reservations_overdue_total');
    log.warn({ reservation: id, payment: paymentId }, 'reservation is overdue; asking its payment');
    const { position } = await handler.handle(stream, {
      // Protocol rule 2: the same id for the same due time.
      id: `${id}:overdue:${dueAt}`,
      type: 'MarkOverdue',
      data: { reservationId: id, paymentId },
      at: clock.now(),
      correlationId,
      account,
      livemode,
    });
    return position;
  }
}
