import type { FailPaymentMessage } from '@stablecoin/contracts';
import type { Command, Decider, DomainEvent, RecordedEvent } from '@stablecoin/event-sourcing';
import { InOrder } from '../../libs/messaging/src/in-order';
import { Cancellations } from '../../apps/gateway/src/resources/payments/cancellations';
import { SubmissionHandler } from '../../apps/payment/src/application/handlers';
import { InheritedPayments } from '../../apps/payment/src/application/inherited-payments';
import { CommandPreparation } from '../../apps/payment/src/application/preparation';
import { paymentDecider } from '../../apps/payment/src/domain/decide-payment';
import type { PaymentEvent } from '../../apps/payment/src/domain/payment-events';
import { treasuryDecider } from '../../apps/treasury/src/domain/decide-treasury';
import { walletDecider } from '../../apps/wallet/src/domain/decide-wallet';
import type { Cluster } from './cluster';
import type { Operator } from './restore';
import { CONFIGURATION } from './configuration';
import type { RuleName } from './rules';
import type { SimulatedBus } from './simulated-bus';
import type { World } from './world';

type Undo = () => void;

/** What a rule that is off needs of the run. */
interface Run {
  readonly world: World;
  readonly bus: SimulatedBus;
  readonly cluster: Pick<Cluster, 'isStopped'>;
  readonly operator: Pick<Operator, 'since'>;
}

/**
 * Takes rules out of the product for one run, by standing in for the functions that keep them. (Those that are kept
 * where the outside begins are taken out there: in the simulated store, bus and chains.)
 */
export function leaveOut(run: Run): Undo {
  const undo: Undo[] = [];
  for (const rule of run.world.options.off) undo.push(...(LEFT_OUT[rule]?.(run) ?? []));
  return () => undo.reverse().forEach((each) => each());
}

/** What happens by itself in a run without some rule. */
export function afterEvent(run: Run, { type, data }: RecordedEvent & PaymentEvent): void {
  if (type === 'PaymentAuthorized' && run.world.isOff('15-deadline')) {
    failAt(run, data.authorization.validUntil, data.authorization.id, 'transaction_expired');
  }
  if (type === 'PaymentInitiated' && run.world.isOff('25')) {
    const deadline = data.createdAt + CONFIGURATION.screeningDeadlineMs;
    failAt(run, deadline, data.order.paymentId, 'internal_error');
  }
}

function failAt({ world, bus }: Run, at: number, paymentId: string, code: FailPaymentMessage['data']['code']): void {
  void world.scheduler.sleep(null, at).then(() => bus.push(failPayment(world, paymentId, code)));
}

const LEFT_OUT: Partial<Record<RuleName, (run: Run) => readonly Undo[]>> = {
  '3-limit': () => {
    const reservedAt = new Map<string, number>();
    return [
      replace(
        walletDecider,
        'decide',
        (decide) => (command, state) =>
          decide(command, state).map((event) => {
            if (event.type === 'FundsReserved') reservedAt.set(event.data.reservationId, event.data.reservedAt);
            if (event.type !== 'ReservationPosted') return event;
            const settledAt = reservedAt.get(event.data.reservationId) ?? event.data.settledAt;
            return { ...event, data: { ...event.data, settledAt } };
          }),
      ),
    ];
  },
  '6': () => [
    replace(paymentDecider, 'decide', (decide) => (command, state) => {
      const isAnswer = command.type === 'AuthorizeTransfer' || command.type === 'RefuseReservation';
      return isAnswer && state.phase === 'awaiting_approval' ? [] : decide(command, state);
    }),
  ],
  '11': () => [
    replace(
      paymentDecider,
      'decide',
      (decide) => (command, state) =>
        decide(command, state).map((event) => {
          if (event.type !== 'PaymentRouted') return event;
          const { paymentId, reservation } = event.data;
          return { ...event, data: { ...event.data, reservation: { ...reservation, id: paymentId } } };
        }),
    ),
  ],
  '12': () => [
    replace(paymentDecider, 'decide', (decide) => (command, state) => {
      if (command.type !== 'AnswerOverdue' || state.phase === 'new' || state.phase === 'settled') {
        return decide(command, state);
      }
      const { paymentId, from: walletId } = state.order;
      const reservation = { id: command.data.reservationId, walletId };
      return [{ type: 'VoidAnswered', data: { paymentId, reservation } }];
    }),
  ],
  '13': () => [forgetVoids(treasuryDecider), forgetVoids(walletDecider)],
  '15': ({ world, bus }) => [
    replace(
      SubmissionHandler.prototype,
      'handle',
      (handle) =>
        function (this: SubmissionHandler, stream, command) {
          if (command.type !== 'CloseAuthorization') return handle.call(this, stream, command);
          const { payment, code } = command.data;
          bus.push(failPayment(world, payment.paymentId, code));
          return Promise.resolve({ events: [], revision: 0, position: 0, refusal: undefined });
        },
    ),
  ],
  '19': () => [
    replace(
      paymentDecider,
      'decide',
      (decide) => (command, state) =>
        decide(command, state).filter(({ type }) => type !== 'PaymentReauthorized' && type !== 'PaymentSettlementLost'),
    ),
  ],
  '22': () => [replace(InOrder.prototype, 'run', () => (_key, task) => task())],
  '25': () => [
    replace(paymentDecider, 'decide', (decide) => (command, state) => {
      const isDeadline = command.type === 'FailPayment' && command.data.code === 'internal_error';
      const isOver = state.phase === 'new' || state.phase === 'settled' || state.phase === 'failed';
      if (!isDeadline) return decide(command, state);
      if (isOver) return [];
      return decide({ ...command, type: 'ExpireScreening', data: null }, { ...state, phase: 'screening' });
    }),
  ],
  '32-position': ({ operator }) => [
    replace(paymentDecider, 'decide', (decide) => (command, state) => {
      const events = decide(command, state);
      const isLate = command.type === 'InitiatePayment' && command.at > (operator.since ?? Infinity);
      return isLate ? events.filter(({ type }) => type !== 'PaymentHeld') : events;
    }),
  ],
  '34': () => [
    replace(
      InheritedPayments.prototype,
      'settle',
      () => () => Promise.resolve({ found: 0, failed: 0, held: 0, inDoubt: 0 }),
    ),
  ],
  '34-senders': ({ cluster }) => [
    replace(
      SubmissionHandler.prototype,
      'handle',
      (handle) =>
        function (this: SubmissionHandler, stream, command) {
          if (!cluster.isStopped) return handle.call(this, stream, command);
          return Promise.resolve({ events: [], revision: 0, position: 0, refusal: undefined });
        },
    ),
  ],
  '35': () => [withoutEvent(paymentDecider, 'PaymentHeld')],
  '35-orders': () => [
    replace(paymentDecider, 'decide', (decide) => (command, state) => {
      const events = decide(command, state);
      return command.type === 'InitiatePayment' ? events.filter(({ type }) => type !== 'PaymentHeld') : events;
    }),
  ],
  '35-confirmations': () => [
    replace(paymentDecider, 'decide', (decide) => (command, state) => {
      if (command.type !== 'ConfirmPayment' || state.phase === 'new' || state.held === null) {
        return decide(command, state);
      }
      return decide({ ...command, data: { generation: state.held } }, state);
    }),
  ],
  '36': () => [replace(CommandPreparation.prototype, 'earlierUse', () => () => Promise.resolve(undefined))],
  '37': () => [withoutEvent(treasuryDecider, 'FoundTransferPosted')],
  '26': ({ world, bus }) => [
    replace(Cancellations.prototype, 'cancel', () => (_context, paymentId) => {
      const id = `cancel ${paymentId}`;
      const command = { id, type: 'payment.CancelPayment', key: paymentId, data: { paymentId }, time: world.now };
      bus.push({ ...command, ...world.tenant, correlationId: id, causationId: id });
      return Promise.resolve({ object: { id: paymentId, error_code: 'canceled' } as never, replayed: false });
    }),
  ],
};

/** A decider that never decides for a type of event. */
function withoutEvent<State, C extends Command, E extends DomainEvent>(
  decider: Decider<State, C, E>,
  without: E['type'],
): Undo {
  return replace(
    decider,
    'decide',
    (decide) => (command, state) => decide(command, state).filter(({ type }) => type !== without),
  );
}

function forgetVoids<State, E extends DomainEvent>(decider: Decider<State, Command, E>): Undo {
  return replace(
    decider,
    'evolve',
    (evolve) => (state, event) => (event.type === 'VoidRemembered' ? state : evolve(state, event)),
  );
}

function failPayment(world: World, paymentId: string, code: FailPaymentMessage['data']['code']): FailPaymentMessage {
  const id = `fail ${paymentId}`;
  const data = { paymentId, code, message: 'It took too long.' };
  const message = { id, type: 'payment.FailPayment', key: paymentId, data, time: world.now } as const;
  return { ...message, ...world.tenant, correlationId: id, causationId: id };
}

/** Puts another function in the place of one of an object's. */
function replace<T extends object, K extends keyof T>(target: T, name: K, make: (original: T[K]) => T[K]): Undo {
  const isOwn = Object.hasOwn(target, name);
  const original = target[name];
  const writable: { -readonly [Key in K]: T[Key] } = target;
  writable[name] = make(original);
  return () => {
    if (isOwn) writable[name] = original;
    else Reflect.deleteProperty(target, name);
  };
}
