import { PAYMENT_STAGES } from '@stablecoin/contracts';
import type { CommandRefused, Meter, NewEvent } from '@stablecoin/event-sourcing';
import type { PaymentEvent } from '../domain/payment-events';
import type { PendingPayments } from '../read-model/pending-payments';

const MODES = ['live', 'test'] as const;

/** Counts payments, what becomes of them and how long that takes, and those that have not ended. */
export class PaymentMeter {
  constructor(private readonly meter: Meter) {}

  /**
   * Counts what has been decided. Events that a crash takes back before they are flushed stay counted.
   *
   * @param events - new events of payments
   */
  listen(events: readonly NewEvent<PaymentEvent | CommandRefused>[]): void {
    const { meter } = this;
    for (const { type, data, metadata } of events) {
      const mode = metadata.livemode ? 'live' : 'test';
      if (type === 'PaymentInitiated') meter.count('payments_created_total', { mode });
      else if (type === 'PaymentFailed') {
        meter.count('payments_ended_total', { mode, status: 'failed', code: data.code });
      } else if (type === 'PaymentSettled') {
        const { facts, transfer } = data;
        const { chain, currency, amount } = transfer;
        meter.count('payments_ended_total', { mode, status: 'settled', code: '' });
        meter.count('payments_settled_units_total', { mode, chain, currency }, Number(amount));
        if (facts.settledAt === null) continue;
        meter.observe('payment_settlement_seconds', (facts.settledAt - facts.createdAt) / 1_000, { mode, chain });
      }
    }
  }

  /** Shows the payments that have not ended, by the stage that they are in. */
  watch(pending: Pick<PendingPayments, 'in'>): void {
    for (const mode of MODES) {
      for (const stage of PAYMENT_STAGES.filter((each) => each !== 'done')) {
        this.meter.gauge('payments_pending', { mode, stage }, async () => (await pending.in(mode, stage)).count);
        this.meter.gauge(
          'payments_pending_oldest_seconds',
          { mode, stage },
          async () => (await pending.in(mode, stage)).oldestMs / 1_000,
        );
      }
    }
  }
}
