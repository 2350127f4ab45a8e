import type { Command, Decider, DomainEvent } from '../decider';
import { UnknownStreamError } from '../errors';
import { eventId } from '../event-id';
import type { EventMetadata, NewEvent } from '../store/event-store';
import type { FoldedStream } from './folded-stream';
import type { Verdict } from './history';

/** What one command led to: its own events, or why it cannot be carried out. */
export type Answer<Entry> = { readonly entry: Entry } & (
  { readonly events: readonly DomainEvent[] } | { readonly error: unknown }
);

/** What became of a batch. */
export interface Decision<Entry> {
  readonly answers: readonly Answer<Entry>[];
  /** The events of all commands, in order: one append. */
  readonly events: readonly NewEvent[];
  /** Whether a command had no effect, which only counts on a state known to be current (protocol rule 5). */
  readonly ineffective: boolean;
  /** Commands that came too late (protocol rule 30). */
  readonly expired: number;
}

/** The decider threw. What it left of the state is not to be trusted; only this command is to blame. */
export class DecisionFailed<Entry> {
  constructor(
    readonly entry: Entry,
    readonly cause: unknown,
  ) {}
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const NONE: readonly never[] = [];

/**
 * Decides commands one after the other, each on what the ones before it led to, and folds what they yield.
 *
 * @param now - when they are decided, in milliseconds since the epoch
 * @param verdicts - found out beforehand, for the few commands that need it; undefined when none does
 */
export function decideBatch<State, C extends Command, E extends DomainEvent, Entry extends { readonly command: C }>(
  decider: Decider<State, C, E>,
  stream: string,
  folded: FoldedStream<State, C, E>,
  entries: readonly Entry[],
  now: number,
  verdicts: ReadonlyMap<Entry, Verdict> | undefined,
): Decision<Entry> | DecisionFailed<Entry> {
  const answers: Answer<Entry>[] = [];
  const events: NewEvent[] = [];
  let ineffective = false;
  let expired = 0;
  for (const entry of entries) {
    const { command } = entry;
    const verdict = verdicts?.get(entry);
    if (typeof verdict === 'object') {
      answers.push({ entry, error: verdict.error });
      continue;
    }
    // Whether it was applied or not: nothing more comes of it, so that this holds on any state.
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
    let own: readonly DomainEvent[] = NONE;
    if (verdict !== 'applied' && !folded.commands.has(command.id)) {
      try {
        own = decider.decide(command, folded.state);
        if (own.length > 0) {
          events.push(...newEvents(stream, command, own));
          folded.foldUnconfirmed(command, own);
        }
      } catch (error) {
        return new DecisionFailed(entry, error);
      }
    }
    ineffective ||= own.length === 0;
    answers.push({ entry, events: own });
  }
  return { answers, events, ineffective, expired };
}

function newEvents(stream: string, command: Command, events: readonly DomainEvent[]): readonly NewEvent[] {
  const { id, at, correlationId, account, livemode, traceparent, actor, expiresAt } = command;
  const metadata: Writable<EventMetadata> = { commandId: id, at, correlationId, account, livemode };
  if (traceparent !== undefined) metadata.traceparent = traceparent;
  if (actor !== undefined) metadata.actor = actor;
  if (expiresAt !== undefined) metadata.expiresAt = expiresAt;
  return events.map(({ type, data }, index) => {
    const json = JSON.stringify(data);
    return { id: eventId(stream, id, index, type, json), type, data, metadata, json };
  });
}
