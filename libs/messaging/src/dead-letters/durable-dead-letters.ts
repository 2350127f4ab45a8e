import type { DeadLetters } from '../bus';

/**
 * Dead letters beside an event store whose services go on before its disk has their events (protocol rule 28). A letter
 * is added when what it follows from is on the disk, and removed when what it has led to is: in between, a crash would
 * take the one and leave the other.
 *
 * @param durable - resolves when everything that was appended before is on the disk
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
