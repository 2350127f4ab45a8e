import type { Command } from '../decider';
import type { DomainEvent } from '../ports/event-store';
import type { Refusal } from '../refusal';
import type { FoldedStream } from './folded-stream';

/** The state of a stream: its end, and the commands that it has applied. */
export interface StreamView {
  /** Revision of the stream's last event. */
  readonly revision: number;
  /** Position of the stream's last event. */
  readonly position: number;
  /** Whether a command has led to events, as long as its id is in memory. */
  wasApplied(commandId: string): boolean;
  /** Why a command was refused, as long as its id is in memory. */
  refusalOf(commandId: string): Refusal | undefined;
}

/** A question that waits for the state. */
export interface AskedState<Folded> {
  readonly answer: (folded: Folded) => void;
  readonly reject: (error: unknown) => void;
}

/** @returns undefined when the stream does not exist */
export function selectFrom<State, C extends Command, E extends DomainEvent, T>(
  { state, revision, position, commands }: FoldedStream<State, C, E>,
  select: (state: State, at: StreamView) => T,
): T | undefined {
  if (revision < 0) return undefined;
  return select(state, {
    revision,
    position,
    wasApplied: (commandId) => commands.has(commandId),
    refusalOf: (commandId) => commands.refusalOf(commandId),
  });
}
