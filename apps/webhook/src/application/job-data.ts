import type { Replay } from '../domain/endpoint';

/** Events on their way to an endpoint, by delivery. One object's go to an endpoint one after the other (rule 22). */
export const DELIVERY = 'delivery';
export type DeliveryJobData = { readonly deliveryId: string; readonly endpointId: string; readonly eventId: string };

/** Replays whose next page is to be scheduled, by replay. */
export const REPLAY = 'replay';
export type ReplayJobData = Replay;
