import { isUndone, undo } from './decide-undone';
import { afterEvent } from './payment';
import type { OpenedPayment } from './payment';
import type { FailPayment, Inclusion, ReportTransfer } from './payment-commands';
import type { PaymentBroadcast, PaymentEvent } from './payment-events';
import { paymentFailed } from './payment-failed';
import { settled } from './payment-facts';

type Events = readonly PaymentEvent[];

const NOTHING: Events = [];

/** Settled may be said as soon as the transfer is confirmed; failed never follows from here (protocol rule 18). */
export function reportTransfer({ data, at }: ReportTransfer, state: OpenedPayment): Events {
  const { hash, explorerUrl, inclusion } = data;
  switch (state.phase) {
    case 'authorized': {
      // A transfer was sent before it was included.
      const sentAt = Math.max(state.since, Math.min(inclusion?.at ?? at, at));
      const sent: PaymentBroadcast = { type: 'PaymentBroadcast', data: { hash, explorerUrl, sentAt } };
      return [sent, ...include(data, afterEvent(state, sent))];
    }
    case 'broadcast':
    case 'confirming':
      return include(data, state);
    case 'settled':
      // An undone one is followed by nobody until a final block shows it.
      if (isUndone(state)) return NOTHING;
      if (inclusion === null || (inclusion.block === state.block && hash === state.facts.txHash)) return NOTHING;
      return [{ type: 'PaymentReincluded', data: { txHash: hash, block: inclusion.block, explorerUrl } }];
    case 'screening':
    case 'in_review':
    case 'reserving':
    case 'waiting':
    case 'awaiting_approval':
      throw new Error(`payment ${state.order.paymentId} was transferred in ${state.phase}, before it was authorized`);
    case 'failed':
      // A late report of a check from before the reorganization.
      return NOTHING;
  }
}

/** Whether only the chain can decide the outcome of the payment. */
export function isOnChain({ phase }: OpenedPayment): boolean {
  return phase === 'authorized' || phase === 'broadcast' || phase === 'confirming';
}

/**
 * Events for a transfer that was sent or included. The clock of a chain may lag and often has whole seconds, so an
 * event is never dated before its cause.
 */
function include(data: ReportTransfer['data'], state: OpenedPayment): Events {
  const { hash: txHash, explorerUrl, inclusion, otherHashes } = data;
  const others = otherHashes === undefined ? {} : { otherHashes };
  if (inclusion === null) return NOTHING;
  const { block, blockAt, confirmed } = inclusion;
  const at = Math.max(state.since, inclusion.at);
  if (!confirmed) {
    return block === state.block && txHash === state.facts.txHash
      ? NOTHING
      : [{ type: 'PaymentIncluded', data: { txHash, explorerUrl, block, includedAt: at, ...others } }];
  }
  const { reservation, transfer } = state;
  if (reservation === null || transfer === null) throw new Error(`payment ${state.order.paymentId} is not authorized`);
  const facts = settled(state.facts, { txHash, explorerUrl, settledAt: at });
  return [
    { type: 'PaymentSettled', data: { txHash, block, ...ahead(blockAt), ...others, reservation, transfer, facts } },
  ];
}

function ahead(blockAt: number | undefined): Pick<Inclusion, 'blockAt'> {
  return blockAt === undefined ? {} : { blockAt };
}

/** After authorization, only what follows from the chain fails a payment (protocol rule 15). */
export function failAuthorized(
  { code, message, heardAt }: Omit<FailPayment['data'], 'paymentId'>,
  state: OpenedPayment,
): Events {
  switch (state.phase) {
    case 'authorized':
    case 'broadcast':
    case 'confirming':
      return [paymentFailed(state, code, message, state.reservation)];
    case 'settled':
      return undo({ code, message, heardAt }, state);
    case 'screening':
    case 'in_review':
    case 'reserving':
    case 'waiting':
    case 'awaiting_approval':
    case 'failed':
      return NOTHING;
  }
}
