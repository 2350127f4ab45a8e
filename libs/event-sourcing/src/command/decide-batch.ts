import type { Command, Decider } from '../decider';
import type { CommandRefused } from '../refusal';
import { UnknownStreamError } from '../errors';
import { eventId } from '../event-id';
import type { DomainEvent, EventMetadata, NewEvent } from '../ports/event-store';
import { isOneTrace } from './command-spans';
import type { FoldedStream } from './folded-stream';
import type { Verdict } from './history';

/** The result of one command: its events, or the error that it is rejected with. */
export type Answer<Entry, E extends DomainEvent> = { readonly entry: Entry } & (
  { readonly events: readonly (E | CommandRefused)[] } | { readonly error: unknown }
);

/** The result of a batch of commands. */
export interface Decision<Entry, E extends DomainEvent> {
  readonly answers: readonly Answer<Entry, E>[];
  /** The events of all commands, in order, for one append. */
  readonly events: readonly NewEvent<E | CommandRefused>[];
  /** Whether any command had no effect. That answer is valid only on a state known to be current (protocol rule 5). */
  readonly ineffective: boolean;
  /** Number of commands past their deadline (protocol rule 30). */
  readonly expired: number;
}

/** The decider threw on one command. The folded state may be inconsistent and must be discarded. */
export class DecisionFailed<Entry> {
  constructor(
    readonly entry: Entry,
    readonly cause: unknown,
  ) {}
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const NONE: readonly never[] = [];

/**
 * Decides commands in order and folds their events. Each command is decided on the state that the commands before it
 * led to.
 *
 * @param now - time of the decision, in milliseconds since the epoch
 * @param verdicts - answers of the read model for commands that may have been applied; undefined when none may have
 */
export function decideBatch<State, C extends Command, E extends DomainEvent, Entry extends { readonly command: C }>(
  decider: Decider<State, C, E>,
  stream: string,
  folded: FoldedStream<State, C, E>,
  entries: readonly Entry[],
  now: number,
  verdicts: ReadonlyMap<Entry, Verdict> | undefined,
): Decision<Entry, E> | DecisionFailed<Entry> {
  const answers: Answer<Entry, E>[] = [];
  const events: NewEvent<E | CommandRefused>[] = [];
  let ineffective = false;
  let expired = 0;
  for (const entry of entries) {
    const { command } = entry;
    const verdict = verdicts?.get(entry);
    if (typeof verdict === 'object') {
      answers.push({ entry, error: verdict.error });
      continue;
    }
    // Applied or not, an expired command has no further effect. This holds on any state.
    if (command.expiresAt !== undefined && now > command.expiresAt) {
      if (verdict !== 'applied' && !folded.commands.has(command.id)) expired++;
      answers.push({ entry, events: NONE });
      continue;
    }
    const exists = folded.revision >= 0 || events.length > 0;
    if (!exists && !decider.firstCommands.includes(command.type)) {
      answers.push({ entry, error: new UnknownStreamError(stream, command.type) });
      ineffective = true;
      continue;
    }
    let own: readonly (E | CommandRefused)[] = NONE;
    try {
      if (verdict !== 'applied' && !folded.commands.has(command.id)) own = decider.decide(command, folded.state);
      if (own.length > 0 && !exists) folded.traceparent = command.traceparent;
      if (own.length > 0) {
        events.push(...newEvents(stream, command, own, traceOf(decider, command, folded)));
        folded.foldUnconfirmed(command, own);
      }
    } catch (error) {
      return new DecisionFailed(entry, error);
    }
    ineffective ||= own.length === 0;
    answers.push({ entry, events: own });
  }
  return { answers, events, ineffective, expired };
}

/** The trace that a command, and its events, belong to. */
export function traceOf(
  decider: { readonly isOneTrace?: boolean },
  { traceparent }: Command,
  folded: { readonly traceparent: string | undefined },
): string | undefined {
  const isItsOwn = decider.isOneTrace !== true || isOneTrace(traceparent, folded.traceparent);
  return isItsOwn ? traceparent : folded.traceparent;
}

function newEvents<E extends DomainEvent>(
  stream: string,
  command: Command,
  events: readonly E[],
  traceparent: string | undefined,
): readonly NewEvent<E>[] {
  const { id, at, correlationId, account, livemode, actor, expiresAt } = command;
  const metadata: Writable<EventMetadata> = { commandId: id, at, correlationId, account, livemode };
  if (traceparent !== undefined) metadata.traceparent = traceparent;
  if (actor !== undefined) metadata.actor = actor;
  if (expiresAt !== undefined) metadata.expiresAt = expiresAt;
  return events.map((event, index) => {
    const json = JSON.stringify(event.data);
    return { ...event, id: eventId(stream, id, index, event.type, json), metadata, json };
  });
}
