import type { Payment } from '@stablecoin/contracts';
import type { ServiceAtRest } from './service-at-rest';

/** Keys with more than one payment: so many payments are too many. */
export function doubledKeys(payments: readonly Payment[]): number {
  const keys = payments.map((payment) => payment.idempotency_key);
  return keys.length - new Set(keys).size;
}

/** Payments that were answered and are not there. */
export function lostIn({ accounts }: ServiceAtRest): number {
  const lost = accounts.flatMap(({ witness, rest }) => {
    const there = new Set(rest.payments.map(({ id }) => id));
    return witness.paymentIds.filter((id) => !there.has(id));
  });
  return lost.length;
}

/** Keys with more than one payment, and payments with more than one transfer. */
export function doubledIn({ accounts, journal }: ServiceAtRest): number {
  const transfers = new Set(journal.map(({ authorization, hash }) => `${authorization} ${hash}`));
  const paid = new Set(journal.map(({ authorization }) => authorization));
  return doubledKeys(accounts.flatMap(({ rest }) => rest.payments)) + (transfers.size - paid.size);
}
