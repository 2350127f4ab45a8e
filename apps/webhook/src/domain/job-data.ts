import type { Replay } from '../domain/endpoint';

/** Events on their way to an endpoint, by delivery. One object's go to an endpoint one after the other (rule 22). */
export const DELIVERY = 'delivery';
export type DeliveryJobData = { readonly deliveryId: string; readonly endpointId: string; readonly eventId: string };

/** Replays whose next page is to be scheduled, by replay. */
export const REPLAY = 'replay';
export type ReplayJobData = Replay;

/** Events of a replay that are scheduled before its place is kept. */
export const REPLAY_PAGE = 100;
/** Between two pages, so that an account replays at most 200 events a second. */
export const REPLAY_PAUSE_MS = 500;
