import { authorizeAgain } from './decide-undone';
import { isFound, recognize } from './earlier-use';
import { isAskedAgain, isReserving } from './payment';
import type { OpenedPayment } from './payment';
import type { AuthorizeTransfer, Earlier } from './payment-commands';
import type { PaymentAuthorized, PaymentEvent, VoidAnswered } from './payment-events';
import { paymentFailed } from './payment-failed';
import { identified, route } from './route';
import { withoutChain } from './routing';
import { wait } from './waits';

type Events = readonly PaymentEvent[];

type RecentUse = Extract<Exclude<Earlier, string>['use'], { readonly state: 'recent' }>;

const NOTHING: Events = [];

/** Decides on funds that were set aside: the transfer is authorized, waits, was made before, or is not to be made. */
export function authorize(data: AuthorizeTransfer['data'], state: OpenedPayment): Events {
  const { funds, health, listed, earlier } = data;
  const { reservationId, chain } = funds;
  if (isAskedAgain(state, reservationId)) return authorizeAgain(data, state);
  if (!isReserving(state, reservationId)) return decline(reservationId, state);
  // Before everything that could keep the payment from being made: it has been.
  if (isFound(earlier)) return [recognize(earlier, state)];
  const followed = earlier === undefined ? undefined : followedOn(chain, earlier);
  if (earlier !== undefined && followed === undefined) return wait('earlier_use', funds, state);
  if (earlier === undefined) {
    if (listed === 'listed') {
      const message =
        'A sanctions list that came after the screening names the recipient, the payment was not executed.';
      return [paymentFailed(state, 'compliance_blocked', message, state.reservation)];
    }
    if (state.held !== null) return wait('held', funds, state);
    if (state.doubtUntil !== null) return wait('earlier_use', funds, state);
    if (listed === 'unknown') return wait('sanctions_list', funds, state);
    if (health.status === 'down') return [route(state, withoutChain(state.candidates, chain, health.reason))];
  }
  return [authorization(data, followed, state)];
}

/** @param followed - the use of the on-chain id that its observer looks for; undefined: there was none */
function authorization(
  { funds, sender, source, authorizedAt, validUntil, payer }: AuthorizeTransfer['data'],
  followed: RecentUse | undefined,
  state: OpenedPayment,
): PaymentAuthorized {
  const { paymentId: id, to, amount, currency, memo, from: walletId } = state.order;
  const used = followed === undefined ? {} : { usedSince: followed.since };
  const granted = { sender, authorizedAt, validUntil };
  const transfer = { id, chain: funds.chain, to, amount, currency, memo, ...granted, ...identified(state), ...used };
  const reservation = { id: funds.reservationId, walletId };
  const authorized = payer === undefined ? transfer : { ...transfer, payer };
  return { type: 'PaymentAuthorized', data: { authorization: authorized, reservation, source } };
}

/** Gives funds back that the payment does not want; funds that it has used already, or wants, stay as they are. */
export function decline(reservationId: string, state: OpenedPayment): Events {
  return isUnwanted(state, reservationId) ? [{ type: 'VoidAnswered', data: answer(state, reservationId) }] : NOTHING;
}

/** Answers an overdue reservation (protocol rule 12): Post when settled, Void when unwanted, nothing while in progress. */
export function answerOverdue(reservationId: string, state: OpenedPayment): Events {
  if (isUnwanted(state, reservationId)) return decline(reservationId, state);
  if (state.phase === 'settled') return [{ type: 'PostAnswered', data: answer(state, reservationId) }];
  return NOTHING;
}

/** Whether a reservation must be voided: the payment failed, was found on chain, or uses another reservation. */
function isUnwanted(state: OpenedPayment, reservationId: string): boolean {
  if (isAskedAgain(state, reservationId)) return false;
  if (state.phase === 'failed' || state.isFound) return true;
  return state.reservation !== null && state.reservation.id !== reservationId;
}

function answer({ order }: OpenedPayment, reservationId: string): VoidAnswered['data'] {
  return { paymentId: order.paymentId, reservation: { id: reservationId, walletId: order.from } };
}

/** A use in a block that is not final yet, which refuses this one: the observer follows it, under the same nonce. */
function followedOn(chain: string, earlier: Earlier): RecentUse | undefined {
  if (earlier === 'unknown' || earlier.use.state !== 'recent') return undefined;
  return earlier.use.isGuarded && earlier.use.chain === chain ? earlier.use : undefined;
}
