import { describeError } from '@stablecoin/contracts';
import type { Clock, Log } from '@stablecoin/event-sourcing';
import type { Component } from '@stablecoin/host';
import type { Kysely } from 'kysely';
import { createUseTable } from '../read-model/api-key-projection';
import type { AccessTables } from '../read-model/tables';

/** How far behind `last_used_at` may be. */
const FLUSH_EVERY_MS = 1_000;
/** Rows in one statement. */
const CHUNK = 500;

/** Remembers when each key was last used: written now and then, and all keys at once, because it happens all the time. */
export class KeyUses implements Component {
  #pending = new Map<string, number>();
  #cancelTimer: () => void = () => undefined;
  #writing: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(
    private readonly db: Kysely<AccessTables>,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async start(): Promise<void> {
    await createUseTable(this.db);
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer();
    await this.#writing;
    await this.#flush();
  }

  record(keyId: string, at: number): void {
    this.#pending.set(keyId, at);
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#cancelTimer = this.clock.setTimer(this.clock.now() + FLUSH_EVERY_MS, () => {
      this.#writing = this.#flush().then(() => this.#schedule());
    });
  }

  /** A use that cannot be written is forgotten: it is worth a log line, and not a request. */
  async #flush(): Promise<void> {
    const uses = [...this.#pending].map(([key_id, last_used_at]) => ({ key_id, last_used_at }));
    this.#pending = new Map();
    try {
      for (let from = 0; from < uses.length; from += CHUNK) {
        await this.db
          .insertInto('api_key_uses')
          .values(uses.slice(from, from + CHUNK))
          .onConflict((conflict) =>
            conflict.column('key_id').doUpdateSet((row) => ({ last_used_at: row.ref('excluded.last_used_at') })),
          )
          .execute();
      }
    } catch (error) {
      this.log.warn({ error: describeError(error) }, 'cannot write the last uses of API keys');
    }
  }
}
