import type { RecordedEvent } from '@stablecoin/event-sourcing';

/** Numbers count from here: a generation adds to them what has passed since. */
const EPOCH = Date.UTC(2025, 0, 1);
/** An object has fewer events in a second. */
const A_SECOND = 10 ** 6;
/** Added at least, where the clock is behind that of the generation before. */
const STEP = 10 ** 9;

/** What the numbers of events have on top of their revision that were recorded after a boundary. */
export interface SequenceOffset {
  readonly boundary: number;
  readonly offset: number;
}

/**
 * What a generation adds to the numbers of its events. Two restores of one backup know nothing of each other, and the later one
 * has to be above what the other has numbered: so it follows from when it begins, by the second. It is exact in a double for
 * 280 years.
 *
 * @param now - in milliseconds since the epoch
 * @param last - of the generation before; 0: there was none
 */
export function offsetAt(now: number, last: number): number {
  return Math.max(last + STEP, Math.floor((now - EPOCH) / 1_000) * A_SECOND);
}

/**
 * The number of an event within its object, for those who skip lower ones: its revision, and what the generation adds that
 * recorded it. A restored store uses revisions a second time, for other events.
 *
 * @param generation - the newest of the store; null: it was never restored, and the number is the revision
 */
export function sequenceOf(
  { position, revision }: Pick<RecordedEvent, 'position' | 'revision'>,
  generation: { readonly offsets: readonly SequenceOffset[] } | null,
): number {
  const recordedIn = generation?.offsets.findLast(({ boundary }) => boundary < position);
  return (recordedIn?.offset ?? 0) + revision;
}
