import type { CommandRefused, Log, Meter } from '@stablecoin/event-sourcing';
import type { PaymentEvent } from '../domain/payment-events';

/**
 * Alerts an operator when a settled transfer was reorganized away. The payment stays settled; until the transfer is
 * back on chain, the ledger and the chain differ (protocol rule 19).
 */
export class SettlementAlarm {
  constructor(
    private readonly log: Log,
    private readonly meter: Meter,
  ) {
    // Its first increase is one only if it began at 0.
    for (const name of ['settlements_lost_total', 'settlements_reauthorized_total']) meter.count(name, {}, 0);
  }

  /**
   * Logs and counts settled transfers that were lost or authorized again.
   *
   * @param events - new events of the payment
   */
  listen(paymentId: string, events: readonly (PaymentEvent | CommandRefused)[]): void {
    if (events.some(({ type }) => type === 'PaymentReauthorized')) {
      this.meter.count('settlements_reauthorized_total');
      this.log.warn({ payment: paymentId }, 'a settled transfer was reorganized away; authorizing it again');
    }
    if (events.some(({ type }) => type === 'PaymentUndone')) {
      this.log.warn(
        { payment: paymentId },
        'a settled transfer was reorganized away, and what was signed for it cannot be sent again; waiting for the proof that it was not made',
      );
    }
    if (events.some(({ type }) => type === 'PaymentReapprovalRequested')) {
      this.log.warn(
        { payment: paymentId },
        'a settled transfer was reorganized away and was provably not made; the owners of its wallet are asked to sign it again',
      );
    }
    if (!events.some(({ type }) => type === 'PaymentSettlementLost')) return;
    this.meter.count('settlements_lost_total');
    this.log.error({ payment: paymentId }, 'a settled transfer was reorganized away and cannot settle again');
  }
}
