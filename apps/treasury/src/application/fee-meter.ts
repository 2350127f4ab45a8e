import type { DomainEvent, Meter } from '@stablecoin/event-sourcing';
import type { NetworkFeePaid } from '../domain/treasury';

/** Counts what sending costs, for whoever has to fill up those who send. */
export class FeeMeter {
  constructor(private readonly meter: Meter) {}

  /** @param events - what has just happened to a treasury */
  listen(events: readonly DomainEvent[]): void {
    for (const event of events) {
      if (event.type !== 'NetworkFeePaid') continue;
      const { chain, coin, amount } = (event as NetworkFeePaid).data;
      this.meter.count('network_fee_units_total', { chain, coin }, Number(amount));
    }
  }
}
