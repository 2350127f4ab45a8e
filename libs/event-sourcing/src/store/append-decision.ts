import type { ExpectedRevision, NewEvent } from './event-store';

/** Revision of the last event of a stream that does not exist. */
export const NO_REVISION = -1;

/** What an append needs to know of the stream that it is for. */
export interface StreamEvents {
  /** Revision of the last event, {@link NO_REVISION} when there is none. */
  readonly revision: number;
  /** The ids of at most `count` events from this revision on. */
  idsFrom(revision: number, count: number): readonly string[];
  /** The lowest revision at which one of these ids stands, or undefined when the stream has none of them. */
  firstOf(ids: readonly string[]): number | undefined;
}

export type AppendDecision =
  | { readonly kind: 'append' }
  | { readonly kind: 'repetition'; readonly revision: number }
  | { readonly kind: 'conflict' };

/**
 * Decides what an append comes to (protocol rule 1): it is new, it repeats one that is already stored, or the stream
 * is not where it was expected. A repetition has its ids, all and in order, at the very place that it asks for; ids
 * that are stored elsewhere, or beside new ones, are a conflict.
 *
 * @param idsOf - the ids of its events; most appends are new, and nobody asks for them
 */
export function decideAppend(
  stream: StreamEvents,
  expected: ExpectedRevision,
  idsOf: () => readonly string[],
): AppendDecision {
  const next = stream.revision + 1;
  const place = expected === 'any' ? (stream.firstOf(idsOf()) ?? next) : expected === 'none' ? 0 : expected + 1;
  if (place === next) return { kind: 'append' };

  const ids = idsOf();
  const stored = stream.idsFrom(place, ids.length);
  const repeated = stored.length === ids.length && stored.every((id, index) => id === ids[index]);
  return repeated ? { kind: 'repetition', revision: place + ids.length - 1 } : { kind: 'conflict' };
}

/** @throws RangeError when an append could not mean anything: no events, or a revision that no event can have. */
export function checkAppend(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): void {
  if (events.length === 0) throw new RangeError(`an append to ${stream} needs at least one event`);
  if (typeof expected === 'number' && !(Number.isSafeInteger(expected) && expected >= 0)) {
    throw new RangeError(`an append to ${stream} expects revision ${expected}, and revisions are integers from 0`);
  }
}
