import type { OpenedPayment } from './payment';
import type { FoundUse } from './payment-commands';
import type { PaymentFailed, PaymentSettled, Reservation } from './payment-events';
import { paymentFailed } from './payment-failed';
import { settled } from './payment-facts';

/**
 * What becomes of a payment whose on-chain id was used before, finally: it is that transfer, or it conflicts with it (protocol
 * rule 31). It asks nobody for funds: its holder books what was found, and ends what it holds for the payment.
 */
export function recognize({ use, explorerUrl, payer }: FoundUse, state: OpenedPayment): PaymentSettled | PaymentFailed {
  const { order } = state;
  const { chain, hash: txHash, block, transfer: made } = use;
  const conflict = (message: string) => paymentFailed(state, 'idempotency_conflict', message, state.reservation);
  if (made === null) return conflict(`The transfer was canceled on ${chain}. Use a new idempotency key.`);
  const isSame =
    isSameAddress(made.to, order.to) &&
    isSameAddress(made.from, payer) &&
    made.currency === order.currency &&
    made.amount === order.amount;
  if (!isSame) return conflict(`${chain} shows another transfer with this idempotency key: ${txHash}.`);
  if (order.chain !== 'auto' && order.chain !== chain) {
    return conflict(`The payment was made on ${chain} with this idempotency key.`);
  }
  const settledAt = Math.max(state.since, use.at);
  const facts = settled({ ...state.facts, chain, recovered: true }, { txHash, explorerUrl, settledAt });
  const transfer = { chain, currency: order.currency, amount: order.amount, from: payer, to: order.to };
  const reservation = state.reservation ?? firstReservation(state);
  const foundAs = { id: state.onchainId ?? order.paymentId, at: use.at };
  return { type: 'PaymentSettled', data: { txHash, block, found: true, foundAs, reservation, transfer, facts } };
}

/** The one that the payment would ask for: it is refused when it is asked for later. */
function firstReservation({ order }: OpenedPayment): Reservation {
  return { id: `${order.paymentId}#1`, walletId: order.from };
}

/** Addresses of EVM chains are compared without the case of their letters. */
function isSameAddress(one: string, other: string): boolean {
  return one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase());
}
