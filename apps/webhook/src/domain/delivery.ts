import type { Command } from '@stablecoin/event-sourcing';

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
