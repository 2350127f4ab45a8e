/**
 * Who caused a command. A command that no request led to has none: a job, a timer or another service's message caused it.
 * Nor do commands and events from before actors were recorded.
 */
export type Actor = {
  /** `system`: the operator, or the service itself. `unknown`: it was not recorded. */
  readonly type: 'key' | 'user' | 'system' | 'unknown';
  /** Id of the API key or user. */
  readonly id: string;
  /** What the key or user was called at the time. */
  readonly name: string | null;
  /** The address that the request came from, as the API key's allow-list is checked against. */
  readonly ip: string | null;
};
