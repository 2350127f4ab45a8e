import type { RecordedEvent } from '../event-store';
import type { Generation } from './generations';

/** An object has fewer events than this in each generation. */
const OF_GENERATION = 10 ** 12;

/**
 * The number of an event within its object, for those who skip lower ones: the generation that recorded it, in the upper digits,
 * and its revision. A restored store uses revisions a second time, for other events.
 *
 * @param generation - the newest of the store; null: it was never restored, and the number is the revision
 */
export function sequenceOf(
  { position, revision }: Pick<RecordedEvent, 'position' | 'revision'>,
  generation: Pick<Generation, 'boundaries'> | null,
): number {
  if (generation === null) return revision;
  return generation.boundaries.filter((boundary) => boundary < position).length * OF_GENERATION + revision;
}
