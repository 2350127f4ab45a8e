import type { Decider } from '@stablecoin/event-sourcing';
import type { WebhookEventCommand, EventRecordEvent, WebhookEventState } from './event';
import { webhookEventStreams } from './streams';

/** Records an event with everywhere that it goes to, in one append. */
export const webhookEventDecider: Decider<WebhookEventState, WebhookEventCommand, EventRecordEvent> = {
  streams: webhookEventStreams,
  firstCommands: ['RecordEvent'],
  initialState: () => undefined,
  decide(command, state) {
    switch (command.type) {
      case 'RecordEvent':
        return state === undefined ? [{ type: 'WebhookEventRecorded', data: command.data }] : [];
      case 'ScheduleRedelivery':
        return state === undefined ? [] : [{ type: 'RedeliveryScheduled', data: { ...state, delivery: command.data } }];
    }
  },
  evolve(state, event) {
    if (event.type === 'RedeliveryScheduled') return state;
    const { eventId, type, object, sequence } = event.data;
    return { eventId, type, object, sequence };
  },

  // It is seldom sent once more.
  isTerminal: (state) => state !== undefined,
};
