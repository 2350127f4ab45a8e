import type Database from 'libsql';
import type { QueryResult } from 'kysely';

/** How long what was done may wait for the commit that it shares with what comes after it. */
const COMMIT_AFTER_MS = 1_000;
/** And how many values that were written: they are kept until then. */
const VALUES_MAX = 50_000;

/** A statement that is prepared, to be carried out any number of times. */
export interface PreparedStatement {
  /** Whether it changes nothing. */
  readonly reads: boolean;
  execute(values: readonly unknown[]): QueryResult<unknown>;
}

interface Write {
  readonly statement: PreparedStatement;
  readonly values: readonly unknown[];
}

/**
 * Has the transactions of a connection share their commits, each of which costs more than most of what they do: they
 * become one of SQLite's, which is committed a moment later. A statement by itself is committed at once, with all before
 * it.
 *
 * Whoever reads here sees everything at once. A crash takes the last moments as a whole, checkpoints included, so that
 * they are projected anew.
 *
 * A transaction that is undone, or a commit that fails, undoes also what came before it in SQLite, while those who did
 * that have gone on. Therefore everything that was written is kept until it is committed, and then written anew.
 */
export class SharedCommit {
  readonly #connection: Database.Database;
  /** What is not committed yet, in order. */
  readonly #uncommitted: Write[] = [];
  #values = 0;
  /** Whether SQLite is in a transaction, which holds all of it. */
  #open = false;
  /** Where what the transaction under way has written begins. */
  #begun: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #closed = false;

  constructor(connection: Database.Database) {
    this.#connection = connection;
  }

  /**
   * Begins a transaction.
   *
   * @throws what keeps those before it from being committed, if their time has come
   */
  begin(): void {
    if (this.#isDue || this.#values >= VALUES_MAX) this.#commitAll();
    this.#writeAnew();
    this.#begun = this.#uncommitted.length;
  }

  /** Ends the transaction under way; it will be committed. */
  end(): void {
    this.#begun = undefined;
    if (this.#isDue) this.#commitWhenDue();
    else if (this.#open) this.#timer ??= setTimeout(() => this.#commitWhenDue(), COMMIT_AFTER_MS).unref();
  }

  /** Undoes the transaction under way. */
  rollback(): void {
    this.#undoAll();
    this.#forget(this.#begun ?? this.#uncommitted.length);
    this.#begun = undefined;
  }

  /**
   * Carries out a statement.
   *
   * @throws what SQLite throws; by itself also what keeps it from being committed, and is undone then
   */
  execute(statement: PreparedStatement, values: readonly unknown[]): QueryResult<unknown> {
    this.#writeAnew();
    return statement.reads ? statement.execute(values) : this.#write({ statement, values });
  }

  /** @throws what keeps the last moments from being committed: they are lost, as in a crash */
  close(): void {
    if (this.#closed) return;
    try {
      if (this.#begun !== undefined) this.rollback();
      this.#commitAll();
    } finally {
      this.#closed = true;
      this.#open = false;
      clearTimeout(this.#timer);
    }
  }

  #write(write: Write): QueryResult<unknown> {
    const isByItself = this.#begun === undefined;
    if (!isByItself) this.#beginInSqlite();
    const before = this.#uncommitted.length;
    try {
      const result = write.statement.execute(write.values);
      if (!this.#open) return result;
      this.#uncommitted.push(write);
      this.#values += write.values.length;
      if (isByItself) this.#commitAll();
      return result;
    } catch (error) {
      // By itself it is nobody's to undo; and a full disk, for example, makes SQLite undo everything.
      if (isByItself) this.#forget(before);
      if (isByItself || (this.#open && !this.#connection.inTransaction)) this.#undoAll();
      throw error;
    }
  }

  /** After the transaction under way, if there is one. What fails is told to the next that begins. */
  #commitWhenDue(): void {
    this.#isDue = true;
    if (this.#begun !== undefined) return;
    try {
      this.#commitAll();
    } catch {
      // It stays due.
    }
  }

  #commitAll(): void {
    this.#writeAnew();
    if (this.#open) {
      try {
        this.#connection.exec('commit');
      } finally {
        this.#open = this.#connection.inTransaction;
      }
    }
    this.#forget(0);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = false;
  }

  /** Writes again what has been undone. */
  #writeAnew(): void {
    if (this.#closed) throw new Error('the database is closed');
    if (this.#open || this.#uncommitted.length === 0) return;
    // Its first half would be written anew, and the second after it, as if nothing had been in between.
    if (this.#begun !== undefined && this.#begun < this.#uncommitted.length)
      throw new Error('the transaction is undone');
    this.#beginInSqlite();
    try {
      for (const { statement, values } of this.#uncommitted) statement.execute(values);
    } catch (error) {
      this.#undoAll();
      throw error;
    }
  }

  #beginInSqlite(): void {
    if (this.#open) return;
    this.#connection.exec('begin');
    this.#open = true;
  }

  #undoAll(): void {
    if (this.#open && this.#connection.inTransaction) this.#connection.exec('rollback');
    this.#open = false;
  }

  #forget(from: number): void {
    for (const { values } of this.#uncommitted.splice(from)) this.#values -= values.length;
  }
}
