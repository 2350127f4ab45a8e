import type { OpenedPayment } from './payment';
import type { Earlier, FoundUse } from './payment-commands';
import type { PaymentFailed, PaymentSettled, Reservation } from './payment-events';
import { paymentFailed } from './payment-failed';
import { settled } from './payment-facts';

/** Whether the transfer was made, finally. */
export function isFound(earlier: Earlier | undefined): earlier is FoundUse {
  return earlier !== undefined && earlier !== 'unknown' && earlier.use.state === 'final';
}

/**
 * What becomes of a payment whose on-chain id was used before, finally: it is that transfer, or it conflicts with it (protocol
 * rule 31). It asks nobody for funds: its holder books what was found, and ends what it holds for the payment.
 */
export function recognize({ use, explorerUrl, payer }: FoundUse, state: OpenedPayment): PaymentSettled | PaymentFailed {
  const { order } = state;
  const { chain, hash: txHash, block, transfer: made } = use;
  const conflict = (message: string) => paymentFailed(state, 'idempotency_conflict', message, state.reservation);
  if (made === null) return conflict(`The transfer was canceled on ${chain}. Use a new idempotency key.`);
  if (!isTransferOf(order, made, payer))
    return conflict(`${chain} shows another transfer with this idempotency key: ${txHash}.`);
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

/** Whether a transfer is the one that was ordered. @param payer - the address that it would leave */
export function isTransferOf(
  { to, currency, amount }: OpenedPayment['order'],
  made: NonNullable<FoundUse['use']['transfer']>,
  payer: string,
): boolean {
  return (
    isSameAddress(made.to, to) &&
    isSameAddress(made.from, payer) &&
    made.currency === currency &&
    made.amount === amount
  );
}

/** The one that the payment would ask for: it is refused when it is asked for later. */
function firstReservation({ order }: OpenedPayment): Reservation {
  return { id: `${order.paymentId}#1`, walletId: order.from };
}

/** Addresses of EVM chains are compared without the case of their letters. */
function isSameAddress(one: string, other: string): boolean {
  return one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase());
}
