import type { DeadLetters } from '../bus';

/**
 * Dead letters for an event store whose services continue before their events are flushed (protocol rule 28). A dead letter
 * is added when the events before it are flushed, and removed when the events that follow from it are: a crash in between
 * would lose one of the two.
 *
 * @param durable - resolves when everything appended before is flushed
 */
export function durableDeadLetters(deadLetters: DeadLetters, durable: () => Promise<void>): DeadLetters {
  return {
    add: (letter) => durable().then(() => deadLetters.add(letter)),
    list: (...args) => deadLetters.list(...args),
    get: (...args) => deadLetters.get(...args),
    count: () => deadLetters.count(),
    remove: (...args) => durable().then(() => deadLetters.remove(...args)),
  };
}
