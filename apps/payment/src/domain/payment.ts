import type { Authorization } from '@stablecoin/chains';
import type { PaymentOrder } from '@stablecoin/contracts';
import type {
  PaymentEvent,
  PaymentInitiated,
  Plain,
  PaymentUndone,
  PaymentWaiting,
  Reservation,
  Transfer,
} from './payment-events';
import { factsAfter, factsOf } from './evolve-facts';
import type { PaymentFacts } from './payment-facts';
import type { Candidate } from './routing';

/** Where a payment is in its process; finer than its status and its stage. */
export type PaymentPhase =
  | 'screening'
  | 'in_review'
  | 'reserving'
  | 'awaiting_approval'
  | 'waiting'
  | 'authorized'
  | 'broadcast'
  | 'confirming'
  | 'settled'
  | 'failed';

export interface OpenedPayment {
  readonly phase: PaymentPhase;
  readonly order: PaymentOrder;
  readonly account: string;
  readonly livemode: boolean;
  readonly createdAt: number;
  /** Undefined in payments of earlier versions without a key: it is a hash of the payment's id. */
  readonly onchainId: string | undefined;
  readonly facts: PaymentFacts;
  readonly attempt: number;
  /** Of the current attempt. */
  readonly candidates: readonly Candidate[];
  /** Of the current attempt; null before the first. */
  readonly reservation: Reservation | null;
  readonly transfer: Transfer | null;
  /** What it waits for before its authorization, and with what; null while it does not. */
  readonly waiting: Omit<PaymentWaiting['data'], 'facts'> | null;
  /** The generation in which it has to be confirmed before its authorization; null: none. */
  readonly held: string | null;
  /** Until when the owners of its wallet may have made it, in milliseconds since the epoch; null: it is in no doubt. */
  readonly doubtUntil: number | null;
  /** The chain had made the transfer before. */
  readonly isFound: boolean;
  /** Time of the last step (authorized, sent, included). Later steps on chain are never dated before it. */
  readonly since: number;
  /** The block of the transfer, once it was seen in one. */
  readonly block: number | null;
  /** Why its settled transfer is not sent again, while it is not known whether it was made; null: it is not undone. */
  readonly undone: PaymentUndone['data'] | null;
  /** The request to the owners of its wallet to sign its settled transfer again; null: they are not asked. */
  readonly askedAgain: string | null;
  readonly settlementLost: boolean;
  /** The latest; null before the first. */
  readonly authorization: Plain<Authorization> | null;
  /** How often the authorization of a settled transfer was renewed. */
  readonly reauthorizations: number;
}

export type PaymentState = { readonly phase: 'new' } | OpenedPayment;

export const newPayment: PaymentState = { phase: 'new' };

/** The state after an event. */
export function evolvePayment(state: PaymentState, event: PaymentEvent): PaymentState {
  if (event.type === 'PaymentInitiated') return openPayment(event);
  if (state.phase === 'new') throw new Error(`${event.type} came before PaymentInitiated`);
  return afterEvent(state, event);
}

/** Whether compliance is asked for the recipient: the client wants it, and no result that is known answers. */
export function isToBeScreened({ compliance }: PaymentOrder, knownScreening: string | null): boolean {
  return compliance === 'auto' && knownScreening === null;
}

/** Whether the result of a screening is waited for. */
export function isBeingScreened({ phase }: PaymentState): boolean {
  return phase === 'screening' || phase === 'in_review';
}

/** Phases after that of the funds: a payment does not go back behind them. */
const AFTER_FUNDS: ReadonlySet<PaymentState['phase']> = new Set([
  'authorized',
  'broadcast',
  'confirming',
  'settled',
  'failed',
]);

/**
 * Whether the screening is over for good. A process may know an older state than the current one: then, only what is over
 * already in it is certain.
 */
export function isPastScreening({ phase }: PaymentState): boolean {
  return phase === 'reserving' || phase === 'awaiting_approval' || AFTER_FUNDS.has(phase);
}

/** Whether the owners of a wallet are asked under this id to sign a settled payment again. */
export function isAskedAgain(state: PaymentState, requestId: string): boolean {
  return state.phase === 'settled' && state.askedAgain === requestId;
}

/** Whether funds are no longer waited for, for good but for {@link isAskedAgain}: see {@link isPastScreening}. */
export function isPastFunds({ phase }: PaymentState): boolean {
  return AFTER_FUNDS.has(phase);
}

/** Whether the payment waits for this reservation, or has it. Answers may come early or late (protocol rule 6). */
export function isReserving(state: PaymentState, reservationId: string): boolean {
  const waits = state.phase === 'reserving' || state.phase === 'awaiting_approval' || state.phase === 'waiting';
  return waits && state.reservation?.id === reservationId;
}

/** The state of a payment right after its first event. */
export function openPayment(event: PaymentInitiated): OpenedPayment {
  const { order, account, livemode, createdAt, onchainId } = event.data;
  return {
    phase: 'screening',
    order,
    account,
    livemode,
    createdAt,
    onchainId,
    facts: factsOf(event),
    attempt: 0,
    candidates: [],
    reservation: null,
    transfer: null,
    waiting: null,
    held: null,
    doubtUntil: null,
    isFound: false,
    since: createdAt,
    block: null,
    undone: null,
    askedAgain: null,
    settlementLost: false,
    authorization: null,
    reauthorizations: 0,
  };
}

/** The state of an existing payment after a further event. */
export function afterEvent(state: OpenedPayment, event: Exclude<PaymentEvent, PaymentInitiated>): OpenedPayment {
  const facts = factsAfter(state.facts, event);
  // One that has settled stays so, whatever it waits for until it is made again.
  const isSettled = state.phase === 'settled';
  switch (event.type) {
    case 'PaymentInReview':
      return { ...state, facts, phase: 'in_review' };
    case 'PaymentRouted': {
      const { attempt, candidates, reservation } = event.data;
      return { ...state, facts, phase: 'reserving', attempt, candidates, reservation };
    }
    case 'PaymentAwaitingApproval':
      return { ...state, facts, phase: isSettled ? 'settled' : 'awaiting_approval' };
    case 'PaymentWaiting':
      return { ...state, facts, phase: isSettled ? 'settled' : 'waiting', waiting: event.data };
    case 'PaymentHeld': {
      const { generation, notBefore = null } = event.data;
      return { ...state, held: generation, doubtUntil: notBefore ?? state.doubtUntil };
    }
    case 'PaymentDoubtEnded':
      return { ...state, doubtUntil: null };
    case 'PaymentConfirmed':
      return { ...state, held: null };
    case 'PaymentUnused':
      return { ...state, facts, phase: 'screening' };
    case 'PaymentContinued':
      return { ...state, waiting: null };
    case 'PaymentAuthorized': {
      const { authorization, source } = event.data;
      const { chain, currency, amount, to, authorizedAt } = authorization;
      // By the clock of another process than the payment's creation.
      const since = Math.max(state.since, authorizedAt);
      const transfer = { chain, currency, amount, from: source, to };
      return { ...state, facts, phase: 'authorized', since, transfer, authorization };
    }
    case 'PaymentBroadcast':
      return { ...state, facts, phase: 'broadcast', since: event.data.sentAt };
    case 'PaymentIncluded':
      return { ...state, facts, phase: 'confirming', since: event.data.includedAt, block: event.data.block };
    case 'PaymentSettled':
      return {
        ...state,
        facts,
        phase: 'settled',
        block: event.data.block,
        isFound: event.data.foundAs !== undefined,
      };
    case 'PaymentReincluded':
      return { ...state, facts, block: event.data.block, undone: null, askedAgain: null };
    case 'PaymentReauthorized': {
      const { authorization } = event.data;
      return { ...state, authorization, askedAgain: null, reauthorizations: state.reauthorizations + 1 };
    }
    case 'PaymentUndone':
      return { ...state, undone: event.data, askedAgain: null };
    case 'PaymentReapprovalRequested':
      return { ...state, attempt: event.data.attempt, undone: null, askedAgain: event.data.request.id };
    case 'PaymentSettlementLost':
      return { ...state, undone: null, settlementLost: true };
    case 'PaymentFailed':
      return { ...state, facts, phase: 'failed' };
    case 'PaymentScreened':
      return { ...state, facts };
    case 'PaymentUnconfirmed':
    case 'VoidAnswered':
    case 'PostAnswered':
      return state;
  }
}
