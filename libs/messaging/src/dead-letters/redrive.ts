import { ServiceError } from '@stablecoin/errors';
import type { DeadLetters, Redelivery } from '../bus';

/** There is no dead letter of that id: it was never there, or has been driven again already. */
export class DeadLetterNotFoundError extends ServiceError {
  readonly code = 'dead_letter_not_found';
  readonly retry = 'bounded';

  constructor(readonly id: string) {
    super(`there is no dead letter ${id}`);
  }
}

/**
 * Hands a dead letter to the consumer that gave it up, and removes it once handled. The dead letters wait with that until
 * what it has led to is on the disk ({@link DeadLetters.remove}). A crash in between hands it over again, which handlers
 * must bear anyway.
 *
 * @returns `sent` when the consumer is in another process: the letter goes when it is handled there
 * @throws {@link DeadLetterNotFoundError}, what the handler throws, or what keeps its effect from the disk: the
 * letter then stays where it is
 */
export async function redrive(deadLetters: DeadLetters, bus: Redelivery, id: string): Promise<'handled' | 'sent'> {
  const letter = await deadLetters.get(id);
  if (letter === undefined) throw new DeadLetterNotFoundError(id);
  const outcome = await bus.redeliver(letter.consumer, letter.message, id);
  if (outcome === 'handled') await deadLetters.remove(id);
  return outcome;
}
