import type { PaymentStage } from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { PaymentTables } from './tables';

/** Payments that have not ended and are in one stage. */
export interface Pending {
  readonly count: number;
  /** How long ago the oldest was created, in milliseconds; 0: there is none. */
  readonly oldestMs: number;
}

interface Found {
  readonly livemode: number;
  readonly stage: string;
  readonly count: number;
  readonly oldest: number;
}

/** For this long an answer is used again: all gauges are read at once, by one query. */
const KEPT_MS = 500;
const NONE: Pending = { count: 0, oldestMs: 0 };

/** Tells how many payments of all accounts have not ended, and how long they have been waiting. */
export class PendingPayments {
  #found: Promise<readonly Found[]> | undefined;
  #foundAt = -Infinity;

  constructor(
    private readonly db: Kysely<PaymentTables>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** @throws the error of the database */
  async in(mode: 'live' | 'test', stage: PaymentStage): Promise<Pending> {
    const now = this.clock.now();
    if (this.#found === undefined || now - this.#foundAt > KEPT_MS) {
      this.#found = this.#read();
      this.#foundAt = now;
    }
    const livemode = mode === 'live' ? 1 : 0;
    const row = (await this.#found).find((each) => each.stage === stage && each.livemode === livemode);
    if (row === undefined) return NONE;
    return { count: row.count, oldestMs: Math.max(0, now - row.oldest) };
  }

  #read(): Promise<readonly Found[]> {
    return (
      this.db
        .selectFrom('payments')
        .select(({ fn }) => ['livemode', 'stage', fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
        // As text and not as a parameter: the index has these payments only, and SQLite must see that.
        .where(sql<boolean>`status = 'pending'`)
        .groupBy(['livemode', 'stage'])
        .execute()
    );
  }
}
