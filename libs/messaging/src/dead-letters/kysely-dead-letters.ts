import type { Message } from '@stablecoin/contracts';
import type { Kysely, Selectable } from 'kysely';
import { deadLetterId } from '../bus';
import type { DeadLetter, DeadLetters } from '../bus';

/** The table of {@link KyselyDeadLetters}. It may share a database with other tables. */
export interface DeadLettersDatabase {
  dead_letters: DeadLettersTable;
}

interface DeadLettersTable {
  id: string;
  consumer: string;
  topic: string;
  /** The whole message as JSON. */
  message: string;
  cause: string;
  attempts: number;
  /** Milliseconds since the epoch; PostgreSQL's driver gives a bigint as text. */
  failed_at: number | string;
}

/** Dead letters in a SQL table. */
export class KyselyDeadLetters implements DeadLetters {
  readonly #db: Kysely<DeadLettersDatabase>;

  private constructor(db: Kysely<DeadLettersDatabase>) {
    this.#db = db;
  }

  /** Creates the table if it is missing. The caller closes the database. */
  static async open(db: Kysely<DeadLettersDatabase>): Promise<KyselyDeadLetters> {
    await db.schema
      .createTable('dead_letters')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('consumer', 'text', (column) => column.notNull())
      .addColumn('topic', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('cause', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('failed_at', 'bigint', (column) => column.notNull())
      .execute();
    return new KyselyDeadLetters(db);
  }

  async add(letter: Omit<DeadLetter, 'id'>): Promise<void> {
    const row: DeadLettersTable = {
      id: deadLetterId(letter),
      consumer: letter.consumer,
      topic: letter.topic,
      message: JSON.stringify(letter.message),
      cause: letter.cause,
      attempts: letter.attempts,
      failed_at: letter.failedAt,
    };
    await this.#db
      .insertInto('dead_letters')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  }

  async list({ consumer, limit = 100 }: { readonly consumer?: string; readonly limit?: number } = {}): Promise<
    readonly DeadLetter[]
  > {
    let query = this.#db.selectFrom('dead_letters').selectAll().orderBy('failed_at').orderBy('id').limit(limit);
    if (consumer !== undefined) query = query.where('consumer', '=', consumer);
    return (await query.execute()).map(toDeadLetter);
  }

  async get(id: string): Promise<DeadLetter | undefined> {
    const row = await this.#db.selectFrom('dead_letters').selectAll().where('id', '=', id).executeTakeFirst();
    return row && toDeadLetter(row);
  }

  async count(): Promise<number> {
    const counted = await this.#db
      .selectFrom('dead_letters')
      .select((row) => row.fn.countAll<number | string>().as('letters'))
      .executeTakeFirstOrThrow();
    return Number(counted.letters);
  }

  async remove(id: string): Promise<void> {
    await this.#db.deleteFrom('dead_letters').where('id', '=', id).execute();
  }
}

function toDeadLetter(row: Selectable<DeadLettersTable>): DeadLetter {
  return {
    id: row.id,
    consumer: row.consumer,
    topic: row.topic,
    message: JSON.parse(row.message) as Message,
    cause: row.cause,
    attempts: row.attempts,
    failedAt: Number(row.failed_at),
  };
}
