import Database from 'libsql';
import { Kysely, SqliteDialect } from 'kysely';
import type { DeadLetters, Redelivery } from '../bus';
import { aMessage } from '../testing/a-message';
import { describeDeadLetters } from '../testing/dead-letters.contract';
import { KyselyDeadLetters } from './kysely-dead-letters';
import type { DeadLettersDatabase } from './kysely-dead-letters';
import { MemoryDeadLetters } from './memory-dead-letters';
import { DeadLetterNotFoundError, redrive } from './redrive';

const databases: Kysely<DeadLettersDatabase>[] = [];

function openDatabase(): Kysely<DeadLettersDatabase> {
  const db = new Kysely<DeadLettersDatabase>({ dialect: new SqliteDialect({ database: new Database(':memory:') }) });
  databases.push(db);
  return db;
}

afterAll(() => Promise.all(databases.map((db) => db.destroy())));

describeDeadLetters('memory', () => Promise.resolve(new MemoryDeadLetters()));
describeDeadLetters('Kysely on SQLite', () => KyselyDeadLetters.open(openDatabase()));

describe('KyselyDeadLetters', () => {
  it('finds what an earlier process left', async () => {
    const db = openDatabase();
    const before = await KyselyDeadLetters.open(db);
    await before.add({
      consumer: 'payment',
      topic: 't',
      message: aMessage({ id: 'a' }),
      cause: 'c',
      attempts: 1,
      failedAt: 1,
    });
    const after = await KyselyDeadLetters.open(db);
    await expect(after.get('payment/a')).resolves.toMatchObject({ cause: 'c' });
  });
});

describe('redrive', () => {
  const message = aMessage({ id: 'a' });
  let letters: DeadLetters;

  beforeEach(async () => {
    letters = new MemoryDeadLetters();
    await letters.add({ consumer: 'webhook', topic: 't', message, cause: 'c', attempts: 1, failedAt: 1 });
  });

  const answering = (
    outcome: 'handled' | 'sent',
    observe: (delivery: unknown) => void = () => undefined,
  ): Redelivery => ({
    redeliver: async (...delivery) => {
      observe(delivery);
      return outcome;
    },
  });

  it('hands the letter to its consumer and removes it', async () => {
    const redelivered: unknown[] = [];
    const bus = answering('handled', (delivery) => redelivered.push(delivery));
    await expect(redrive(letters, bus, 'webhook/a')).resolves.toBe('handled');
    expect(redelivered).toEqual([['webhook', message, 'webhook/a']]);
    await expect(letters.list()).resolves.toEqual([]);
  });

  it('leaves the letter to its consumer when that is in another process', async () => {
    await expect(redrive(letters, answering('sent'), 'webhook/a')).resolves.toBe('sent');
    await expect(letters.list()).resolves.toHaveLength(1);
  });

  it('leaves the letter when its consumer fails again', async () => {
    const bus: Redelivery = { redeliver: () => Promise.reject(new Error('still down')) };
    await expect(redrive(letters, bus, 'webhook/a')).rejects.toThrow('still down');
    await expect(letters.list()).resolves.toHaveLength(1);
  });

  it('says so when there is no such letter', async () => {
    await expect(redrive(letters, answering('handled'), 'webhook/b')).rejects.toThrow(DeadLetterNotFoundError);
  });
});
