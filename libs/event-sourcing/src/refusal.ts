import type { DomainEvent } from './ports/event-store';

/**
 * The refusal of a command, which the client sees. Every decider may yield it. The command handler remembers it by command
 * id, so that the gateway can answer with it.
 */
export interface CommandRefused extends DomainEvent {
  readonly type: 'CommandRefused';
  readonly data: { readonly code: string; readonly message: string; readonly param: string | null };
}

/** Code, message and field of a refusal, as the API answers them. */
export type Refusal = CommandRefused['data'];

/** Makes the event that refuses a command: `return [refuse('invalid_state', 'The payment is settled.')]`. */
export function refuse(code: string, message: string, param: string | null = null): CommandRefused {
  return { type: 'CommandRefused', data: { code, message, param } };
}
