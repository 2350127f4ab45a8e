import type { DomainEvent, Log, Meter } from '@stablecoin/event-sourcing';

/**
 * Tells when a settled transfer has to be brought back on chain, and calls for a person when it is gone from the chain for
 * good: the payment stays settled, and what the ledger says of it is no longer what the chain says (protocol rule 19).
 */
export class SettlementAlarm {
  constructor(
    private readonly log: Log,
    private readonly meter: Meter,
  ) {}

  /** @param events - what has just happened to a payment */
  listen(paymentId: string, events: readonly DomainEvent[]): void {
    if (events.some(({ type }) => type === 'PaymentReauthorized')) {
      this.meter.count('settlements_reauthorized_total');
      this.log.warn({ payment: paymentId }, 'a settled transfer was reorganised away, and is authorized anew');
    }
    if (!events.some(({ type }) => type === 'PaymentSettlementLost')) return;
    this.meter.count('settlements_lost_total');
    this.log.error({ payment: paymentId }, 'a settled transfer is gone from the chain for good');
  }
}
