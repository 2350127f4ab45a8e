import type { Decider } from '@stablecoin/event-sourcing';
import type { DeliveryCommand, DeliveryEvent, DeliveryState } from './delivery';
import { nextAttemptAt } from './retry-schedule';
import type { RetrySchedule } from './retry-schedule';
import { deliveryStreams } from './streams';

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
