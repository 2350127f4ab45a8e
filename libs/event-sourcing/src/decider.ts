import type { Json, RecordedEvent } from './store/event-store';

/** A fact: what happened, in the past tense, with data that JSON can carry. */
export interface DomainEvent {
  readonly type: string;
  readonly data: Json;
}

/** An intention, from the bus, from a worker or from a timer. Names are imperative. */
export interface Command<Type extends string = string, Data = unknown> {
  /** Identity (protocol rule 2): the message's id, the request's id, or the row's event id with verb and attempt. */
  readonly id: string;
  readonly type: Type;
  readonly data: Data;
  /** The time that the decision is made for, in milliseconds since the epoch (protocol rule 3). */
  readonly at: number;
  readonly correlationId: string;
  readonly account: string;
  readonly livemode: boolean;
  readonly traceparent?: string;
  /**
   * A command that has led to nothing by then never will (protocol rule 30). In milliseconds since the epoch; left out: it
   * is carried out however late it comes.
   */
  readonly expiresAt?: number;
}

/**
 * The whole of a service's logic, pure: no clock, no randomness, no I/O.
 *
 * `decide` must yield no events for a command that no longer applies, and must not change the state. `evolve` may
 * change the state that it is given: the command handler drops a state whose events could not be appended. A command
 * that was applied already and a `CommandRefused` never reach the decider: the command handler keeps both.
 */
export interface Decider<State, C extends Command, E extends DomainEvent> {
  /** What stream names begin with, before the first hyphen: `payment` for `payment-pay_…`. */
  readonly category: string;
  /**
   * Types of the commands that may come first on a stream. Any other command for a stream that does not exist is
   * impossible (protocol rule 7).
   */
  readonly firstCommands: readonly C['type'][];
  initialState(): State;
  decide(command: C, state: State): readonly (E | CommandRefused)[];
  evolve(state: State, event: E): State;
  /**
   * Whether a stream is not expected to go on: its state is not kept in memory then. A command that comes all the same
   * is decided on the stream as it is read.
   */
  isTerminal?(state: State): boolean;
  /** Reads an event of an earlier version as one of today. Called for every event read from the store. */
  upcast?(event: RecordedEvent): RecordedEvent;
  /** For streams that grow without end: how the state is kept, and how often. */
  readonly snapshot?: SnapshotPolicy<State>;
}

export interface SnapshotPolicy<State> {
  /** Raised whenever the shape of the stored state changes. */
  readonly version: number;
  /** A snapshot is written after so many events. */
  readonly every: number;
  toJson(state: State): Json;
  fromJson(json: Json): State;
}

/**
 * A refusal that a client is told of: an event like any other, that every decider may yield. The command handler
 * keeps it by command id, so that the gateway can answer with it: refusals that the client sees are events.
 */
export interface CommandRefused extends DomainEvent {
  readonly type: 'CommandRefused';
  readonly data: { readonly code: string; readonly message: string; readonly param: string | null };
}

/** Why a command was refused, in the API's words. */
export type Refusal = CommandRefused['data'];

/** The event that refuses a command: `return [refuse('invalid_state', 'The payment is settled.')]`. */
export function refuse(code: string, message: string, param: string | null = null): CommandRefused {
  return { type: 'CommandRefused', data: { code, message, param } };
}
