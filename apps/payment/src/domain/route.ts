import type { PaymentOrder, PaymentPolicy } from '@stablecoin/contracts';
import type { OpenedPayment } from './payment';
import type { PaymentFailed, PaymentRouted, Reservation } from './payment-events';
import { paymentFailed } from './payment-failed';
import { availableChains, unavailableMessage } from './routing';
import type { Candidate } from './routing';

/** Starts the next attempt on the remaining candidates, or fails the payment when there are none. */
export function route(state: OpenedPayment, candidates: readonly Candidate[]): PaymentRouted | PaymentFailed {
  const { order, reservation: previous } = state;
  if (availableChains(candidates).length === 0) {
    return paymentFailed(state, 'chain_unavailable', unavailableMessage(order.chain, candidates), previous);
  }
  const attempt = state.attempt + 1;
  const policy = policyOf(order, previous);
  return {
    type: 'PaymentRouted',
    data: {
      paymentId: order.paymentId,
      attempt,
      reservation: { id: `${order.paymentId}#${attempt}`, walletId: order.from },
      amount: order.amount,
      currency: order.currency,
      candidates,
      ...(order.from === null ? {} : { to: order.to, ...identified(state) }),
      ...(policy === undefined ? {} : { policy }),
      previous,
    },
  };
}

/** An attempt that follows another needs no new approval: that one's funds were reserved with it. */
function policyOf({ policy }: PaymentOrder, previous: Reservation | null): PaymentPolicy | undefined {
  if (policy === undefined || previous === null) return policy;
  const { treasuryApproval: _treasury, walletApproval: _wallet, ...others } = policy;
  return others;
}

/** The on-chain id as events carry it. */
export function identified({ onchainId }: OpenedPayment): { readonly onchainId?: string } {
  return onchainId === undefined ? {} : { onchainId };
}
