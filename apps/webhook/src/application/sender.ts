import type { AllowPrivate } from '@stablecoin/security';

export interface WebhookCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly allow: AllowPrivate;
}

/** The beginning of a body. */
export interface Excerpt {
  readonly body: string;
  /** There is more of it. */
  readonly truncated: boolean;
}

/** What came of a call. Only 2xx is no error. */
export interface CallResult {
  readonly statusCode: number | null;
  readonly durationMs: number;
  readonly error: string | null;
  readonly retryAfterMs: number | null;
  /** The beginning of the answer's body; null: none came, or it is not to be shown. */
  readonly response: Excerpt | null;
}

/** Calls endpoints. */
export interface Sender {
  send(call: WebhookCall, signal: AbortSignal): Promise<CallResult>;
  close(): Promise<void>;
}
