import type { DeadLetter, DeadLetters } from '../bus';
import { aMessage } from './a-message';

/** The suite that every adapter of {@link DeadLetters} passes. */
export function describeDeadLetters(name: string, open: () => Promise<DeadLetters>): void {
  describe(`DeadLetters: ${name}`, () => {
    let letters: DeadLetters;

    beforeEach(async () => {
      letters = await open();
    });

    it('gives back a letter as it was added', async () => {
      const letter = aLetter({ message: aMessage({ id: 'a', sequence: 3, data: { memo: "d'été ☂" } }) });
      await letters.add(letter);
      await expect(letters.list()).resolves.toEqual([{ ...letter, id: 'payment/a' }]);
      await expect(letters.get('payment/a')).resolves.toEqual({ ...letter, id: 'payment/a' });
    });

    it('keeps one letter per consumer and message, the last one', async () => {
      await letters.add(aLetter({ attempts: 8 }));
      await letters.add(aLetter({ attempts: 9, cause: 'Error: still down' }));
      await letters.add(aLetter({ consumer: 'webhook' }));
      const kept = await letters.list();
      expect(kept.map(({ id, attempts }) => [id, attempts])).toEqual([
        ['payment/a', 9],
        ['webhook/a', 8],
      ]);
    });

    it('lists the oldest first, of one consumer, and no more than asked for', async () => {
      await letters.add(aLetter({ message: aMessage({ id: 'young' }), failedAt: 3_000_000_000_000 }));
      await letters.add(aLetter({ message: aMessage({ id: 'old' }), failedAt: 1 }));
      await letters.add(aLetter({ message: aMessage({ id: 'other' }), failedAt: 2, consumer: 'webhook' }));
      expect(ids(await letters.list())).toEqual(['payment/old', 'webhook/other', 'payment/young']);
      expect(ids(await letters.list({ consumer: 'payment' }))).toEqual(['payment/old', 'payment/young']);
      expect(ids(await letters.list({ limit: 1 }))).toEqual(['payment/old']);
      await expect(letters.count()).resolves.toBe(3);
    });

    it('removes a letter, and one that is not there', async () => {
      await letters.add(aLetter({}));
      await letters.remove('payment/a');
      await letters.remove('payment/a');
      await expect(letters.get('payment/a')).resolves.toBeUndefined();
      await expect(letters.list()).resolves.toEqual([]);
      await expect(letters.count()).resolves.toBe(0);
    });
  });
}

function aLetter(letter: Partial<Omit<DeadLetter, 'id'>>): Omit<DeadLetter, 'id'> {
  return {
    consumer: 'payment',
    topic: 'payment.commands.v1',
    message: aMessage({ id: 'a' }),
    cause: 'Error: down',
    attempts: 8,
    failedAt: 1_700_000_000_000,
    ...letter,
  };
}

function ids(letters: readonly DeadLetter[]): string[] {
  return letters.map(({ id }) => id);
}
