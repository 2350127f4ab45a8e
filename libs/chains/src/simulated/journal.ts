import type { ChainName, Currency, Units } from '@stablecoin/contracts';
import { appendFileSync, closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import type { Authorization, Submission } from '../transfers';

/** One line of the journal: one authorization of one broadcast. */
export interface JournalEntry {
  /** When it was broadcast, in milliseconds since the epoch. */
  readonly at: number;
  readonly chain: ChainName;
  /** Hash of the submission that carried it. */
  readonly hash: string;
  /** The authorization's id, which is the payment's. */
  readonly authorization: string;
  readonly to: string;
  readonly amount: Units;
  readonly currency: Currency;
  /** The same bytes were broadcast before: no second transfer. */
  readonly again: boolean;
  /** Something else was broadcast for this authorization before: a second transfer, had this been a real chain. */
  readonly conflict: boolean;
}

/**
 * The witness of what was broadcast on the simulated chain, for tests: a file with one JSON line per authorization
 * and broadcast. The chain itself never reads it.
 *
 * A line is handed to the operating system before the broadcast answers, so it outlives a `kill -9` of the process
 * (not a loss of power). Several processes may share the file. The first broadcast of every authorization is kept in
 * memory: a journal is for tests, not for a service that runs for years.
 */
export class Journal {
  readonly #file: string;
  readonly #now: () => number;
  readonly #first = new Map<string, string>();
  /** How much of the file is known, in bytes. */
  #known = 0;

  /**
   * @param now - the time for the entries; the system's when left out
   * @throws Error when the file cannot be opened for appending, or does not hold a journal
   */
  constructor(file: string, now: () => number = Date.now) {
    this.#file = file;
    this.#now = now;
    this.#open((descriptor) => this.#catchUp(descriptor));
  }

  /**
   * Writes down a broadcast.
   *
   * @throws Error when an authorization was broadcast before with other content or in another submission. It is
   * written down nevertheless, as `conflict`: who broadcasts must ignore errors, and a test must not miss this one.
   */
  record(submission: Submission, authorizations: readonly Authorization[]): void {
    this.#open((descriptor) => {
      this.#catchUp(descriptor);
      const at = this.#now();
      const entries = authorizations.map((authorization) => this.#entry(at, submission.hash, authorization));
      appendFileSync(descriptor, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      const conflict = entries.find((entry) => entry.conflict);
      if (conflict !== undefined) {
        throw new Error(`two different broadcasts for the one authorization ${conflict.authorization}`);
      }
    });
  }

  #entry(at: number, hash: string, { id, chain, to, amount, currency }: Authorization): JournalEntry {
    const transfer = { chain, hash, authorization: id, to, amount, currency };
    const first = this.#first.get(id);
    const again = first === contentOf(transfer);
    return { at, ...transfer, again, conflict: first !== undefined && !again };
  }

  /** Reads what this and other processes have appended since the last look. */
  #catchUp(descriptor: number): void {
    const { size } = fstatSync(descriptor);
    if (size < this.#known) this.#forget();
    const unread = Buffer.alloc(size - this.#known);
    const length = readSync(descriptor, unread, 0, unread.length, this.#known);
    const complete = unread.subarray(0, unread.subarray(0, length).lastIndexOf('\n') + 1);
    for (const entry of parse(complete.toString())) {
      if (!this.#first.has(entry.authorization)) this.#first.set(entry.authorization, contentOf(entry));
    }
    this.#known += complete.length;
  }

  /** A test that empties the file starts anew. */
  #forget(): void {
    this.#first.clear();
    this.#known = 0;
  }

  #open(use: (descriptor: number) => void): void {
    const descriptor = openSync(this.#file, 'a+');
    try {
      use(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}

/**
 * Reads a journal, in the order of its broadcasts. A payment was transferred as often as its authorization has
 * different hashes.
 */
export function readJournal(file: string): readonly JournalEntry[] {
  return parse(readFileSync(file, 'utf8'));
}

function parse(text: string): readonly JournalEntry[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JournalEntry);
}

function contentOf(entry: Omit<JournalEntry, 'at' | 'again' | 'conflict'>): string {
  const { chain, hash, to, amount, currency } = entry;
  return JSON.stringify([chain, hash, to, amount, currency]);
}
