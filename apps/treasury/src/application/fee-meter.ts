import type { CommandRefused, Meter } from '@stablecoin/event-sourcing';
import type { TreasuryEvent } from '../domain/treasury';

/** Counts network fees, for operators who top up the senders. */
export class FeeMeter {
  constructor(private readonly meter: Meter) {}

  /**
   * Counts the fees in new events of a treasury.
   *
   * @param events - new events of the treasury
   */
  listen(events: readonly (TreasuryEvent | CommandRefused)[]): void {
    for (const event of events) {
      if (event.type !== 'NetworkFeePaid') continue;
      const { chain, coin, amount } = event.data;
      this.meter.count('network_fee_units_total', { chain, coin }, Number(amount));
    }
  }
}
