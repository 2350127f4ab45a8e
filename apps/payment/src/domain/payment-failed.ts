import type { PaymentErrorCode } from '@stablecoin/contracts';
import type { OpenedPayment } from './payment';
import type { PaymentFailed, Reservation } from './payment-events';
import { failed } from './payment-facts';

/** The event of a payment that fails. @param reservation - the one to be voided; null where there is none */
export function paymentFailed(
  state: OpenedPayment,
  code: PaymentErrorCode,
  message: string,
  reservation: Reservation | null,
): PaymentFailed {
  const facts = failed(state.facts, { code, message });
  return { type: 'PaymentFailed', data: { code, message, reservation, facts } };
}
