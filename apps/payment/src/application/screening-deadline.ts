import { workCommandId } from '@stablecoin/event-sourcing';
import type { Clock, RunResult, WorkRow } from '@stablecoin/event-sourcing';
import type { PaymentHandler } from './handlers';

/** Ends a payment whose screening took too long (protocol rule 25); which it did is for the payment to decide. */
export class ScreeningDeadline {
  readonly #payments: PaymentHandler;
  readonly #clock: Clock;

  constructor(parts: { readonly payments: PaymentHandler; readonly clock: Clock }) {
    this.#payments = parts.payments;
    this.#clock = parts.clock;
  }

  /** @param rows - the row of one payment */
  async run([row]: readonly WorkRow[]): Promise<RunResult> {
    if (row === undefined) throw new Error('a run has at least one row');
    const { stream, account, livemode, correlationId } = row;
    const { position } = await this.#payments.handle(stream, {
      id: workCommandId(row, 'expire'),
      type: 'ExpireScreening',
      data: null,
      at: this.#clock.now(),
      correlationId,
      account,
      livemode,
    });
    return { position };
  }
}
