import { away } from './away';
import type { ProcessFault } from './fault';

/** Long enough for every retry to have reached its longest pause. */
export const EVENT_STORE_AWAY_MS = 20_000;

export const PROCESS_FAULTS: readonly ProcessFault[] = [
  {
    on: 'eventstoredb',
    name: 'kill-event-store',
    title: `the event store is killed, and comes back after ${EVENT_STORE_AWAY_MS / 1_000} s`,
    blows: ({ eventStore }) => [away(eventStore, EVENT_STORE_AWAY_MS)],
  },
];
