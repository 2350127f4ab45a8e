import type { Command, Decider } from '@stablecoin/event-sourcing';
import { nextAttemptAt } from './retry-schedule';
import type { RetrySchedule } from './retry-schedule';
import { deliveryStreams } from './streams';

/** One call of an endpoint. */
export type Attempt = {
  /** From 1. */
  readonly number: number;
  /** When it began, in epoch milliseconds. */
  readonly at: number;
  /** Null when no answer came. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** Why it is no success; null when it is. */
  readonly error: string | null;
  /** What was sent, beside the body. Missing in events of earlier versions. */
  readonly request?: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  /** The beginning of the answer's body. Missing when none came, and in events of earlier versions. */
  readonly response?: { readonly body: string; readonly truncated: boolean };
};

type Ids = { readonly deliveryId: string; readonly endpointId: string };

export type DeliverySucceeded = {
  readonly type: 'DeliverySucceeded';
  readonly data: Ids & { readonly attempt: Attempt };
};
export type DeliveryFailed = {
  readonly type: 'DeliveryFailed';
  readonly data: Ids & { readonly attempt: Attempt; readonly nextAttemptAt: number };
};
/** After the last attempt, or without another one: then `attempt` is null, and `reason` says why. */
export type DeliveryGivenUp = {
  readonly type: 'DeliveryGivenUp';
  readonly data: Ids & { readonly attempt: Attempt | null; readonly reason: string; readonly at: number };
};
export type DeliveryEvent = DeliverySucceeded | DeliveryFailed | DeliveryGivenUp;

export type RecordAttempt = Command<
  'RecordAttempt',
  Ids & {
    readonly attempt: Attempt;
    /** How long the endpoint asks to be left alone. */
    readonly retryAfterMs: number | null;
  }
>;
/** The endpoint takes no more deliveries. */
export type GiveUp = Command<'GiveUp', Ids & { readonly reason: string }>;
export type DeliveryCommand = RecordAttempt | GiveUp;

export type DeliveryState = { readonly attempts: number; readonly ended: boolean };

const GONE = 410;

/** One event on its way to one endpoint (API decisions, Webhook retries). Its schedule begins with the event. */
export function deliveryDecider(schedule: RetrySchedule): Decider<DeliveryState, DeliveryCommand, DeliveryEvent> {
  return {
    streams: deliveryStreams,
    firstCommands: ['RecordAttempt', 'GiveUp'],
    initialState: () => ({ attempts: 0, ended: false }),
    decide(command, state) {
      if (state.ended) return [];
      const { deliveryId, endpointId } = command.data;
      const ids = { deliveryId, endpointId };
      if (command.type === 'GiveUp') {
        const { reason } = command.data;
        return [{ type: 'DeliveryGivenUp', data: { ...ids, attempt: null, reason, at: command.at } }];
      }
      const { attempt, retryAfterMs } = command.data;
      if (attempt.number !== state.attempts + 1) return [];
      if (attempt.error === null) return [{ type: 'DeliverySucceeded', data: { ...ids, attempt } }];
      const next = nextAttemptAt(schedule, { deliveryId, attempts: attempt.number, now: command.at, retryAfterMs });
      if (attempt.statusCode === GONE || next === null) {
        const reason = attempt.statusCode === GONE ? 'the endpoint is gone' : 'every attempt has failed';
        return [{ type: 'DeliveryGivenUp', data: { ...ids, attempt, reason, at: command.at } }];
      }
      return [{ type: 'DeliveryFailed', data: { ...ids, attempt, nextAttemptAt: next } }];
    },
    evolve(state, event) {
      const attempts = event.data.attempt?.number ?? state.attempts;
      return { attempts, ended: event.type !== 'DeliveryFailed' };
    },

    isTerminal: ({ ended }) => ended,
  };
}
