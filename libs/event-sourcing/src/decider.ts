import type { Actor } from '@stablecoin/contracts';
import type { DomainEvent, Json } from './ports/event-store';
import type { CommandRefused } from './refusal';
import type { StreamCategory } from './stream-category';

/** A request to change one stream, from the bus, a job or a timer. Names are imperative. */
export interface Command<Type extends string = string, Data = unknown> {
  /** Identity (protocol rule 2): the id of the message or request, or the job's event id with verb and attempt. */
  readonly id: string;
  readonly type: Type;
  readonly data: Data;
  /** The time of the decision, in milliseconds since the epoch (protocol rule 3). */
  readonly at: number;
  readonly correlationId: string;
  readonly account: string;
  readonly livemode: boolean;
  /** W3C trace context of what led to the command. */
  readonly traceparent?: string;
  /** Who sent the request; missing where no request led to the command. */
  readonly actor?: Actor;
  /**
   * After this time, in milliseconds since the epoch, the command has no effect (protocol rule 30). Default: it does not
   * expire.
   */
  readonly expiresAt?: number;
}

/**
 * The logic of a service as pure functions: no clock, no randomness, no I/O.
 *
 * `decide` must yield no events for a command that no longer applies, and must not change the state. `evolve` may
 * change the state that it is given: the command handler drops a state whose events could not be appended. Repeated
 * commands and `CommandRefused` events never reach the decider: the command handler handles both.
 */
export interface Decider<State, C extends Command, E extends DomainEvent> {
  /** The streams that it decides on. */
  readonly streams: StreamCategory<E>;
  /**
   * Types of the commands that may come first on a stream. Any other command for a stream that does not exist is
   * impossible (protocol rule 7).
   */
  readonly firstCommands: readonly C['type'][];
  /**
   * Everything on a stream belongs to one trace, that of its first event. A command from another trace is linked to it.
   * Default: each event belongs to the trace of its command.
   */
  readonly isOneTrace?: boolean;
  initialState(): State;
  decide(command: C, state: State): readonly (E | CommandRefused)[];
  evolve(state: State, event: E): State;
  /**
   * Whether no more commands are expected: the state is not cached then. A command that comes anyway is decided on the
   * stream as read from the store.
   */
  isTerminal?(state: State): boolean;
  /** For unbounded streams: the form of snapshots, and how often one is written. */
  readonly snapshot?: SnapshotPolicy<State>;
}

export interface SnapshotPolicy<State> {
  /** Increase it when the shape of the stored state changes. */
  readonly version: number;
  /** Number of events between snapshots. */
  readonly every: number;
  toJson(state: State): Json;
  fromJson(json: Json): State;
}
