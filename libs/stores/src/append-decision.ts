import type { ExpectedRevision, NewEvent } from '@stablecoin/event-sourcing';

/** Revision of the last event of a stream that does not exist. */
export const NO_REVISION = -1;

/** What {@link decideAppend} needs to know about a stream. */
export interface StreamEvents {
  /** Revision of the last event; {@link NO_REVISION} when there is none. */
  readonly revision: number;
  /** Ids of at most `count` events, starting at a revision. */
  idsFrom(revision: number, count: number): readonly string[];
  /** The lowest revision that has one of these ids; undefined when none has. */
  firstOf(ids: readonly string[]): number | undefined;
}

/** Whether an append is new, repeats a stored one, or conflicts with the stream. */
export type AppendDecision =
  | { readonly kind: 'append' }
  | { readonly kind: 'repetition'; readonly revision: number }
  | { readonly kind: 'conflict' };

/**
 * Decides whether an append is new, repeats a stored one, or conflicts with the stream (protocol rule 1). In a
 * repetition all ids are stored in order at the expected revision. Ids stored elsewhere, or next to new ones, are a
 * conflict.
 *
 * @param idsOf - the ids of the append's events; not called for a new append at the expected revision
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

/** @throws RangeError when there are no events, or the expected revision is not an integer from 0 */
export function checkAppend(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): void {
  if (events.length === 0) throw new RangeError(`an append to ${stream} needs at least one event`);
  if (typeof expected === 'number' && !(Number.isSafeInteger(expected) && expected >= 0)) {
    throw new RangeError(`an append to ${stream} expects revision ${expected}, and revisions are integers from 0`);
  }
}
