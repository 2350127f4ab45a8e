import { ServiceError } from '@stablecoin/contracts';
import type { DeadLetters, Redelivery } from '../bus';

/** There is no dead letter with that id, or it was redriven already. */
export class DeadLetterNotFoundError extends ServiceError {
  readonly code = 'dead_letter_not_found';
  readonly retry = 'bounded';

  constructor(readonly id: string) {
    super(`there is no dead letter ${id}`);
  }
}

/**
 * Delivers a dead letter to its consumer again, and removes it once it is handled and its effects are flushed
 * ({@link DeadLetters.remove}). A crash in between delivers it twice, as with any message.
 *
 * @returns `sent` when the consumer is in another process, which removes the dead letter when it has handled it
 * @throws {@link DeadLetterNotFoundError}, the error of the handler, or one of the disk: the dead letter is kept then
 */
export async function redrive(deadLetters: DeadLetters, bus: Redelivery, id: string): Promise<'handled' | 'sent'> {
  const letter = await deadLetters.get(id);
  if (letter === undefined) throw new DeadLetterNotFoundError(id);
  const outcome = await bus.redeliver(letter.consumer, letter.message, id);
  if (outcome === 'handled') await deadLetters.remove(id);
  return outcome;
}
