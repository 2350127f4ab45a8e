import { QueryCreator } from 'kysely';
import type { CompiledQuery, QueryExecutor } from 'kysely';
import type { AnyKysely } from '../projection/database';
import type { Json } from '../store/event-store';
import type { WorkRow, WorkTables } from './work-list';

/** Rows that are looked at in one query. */
export const PAGE = 256;
/** Claims that a query can be told to pass over; more are passed over by whoever asks. */
const PASSED_OVER_MOST = 512;

/** Reads the rows of one kind for its worker. What it asks most is compiled once. */
export class DueWork {
  readonly #executor: QueryExecutor;
  readonly #queries: QueryCreator<WorkTables>;
  readonly #kind: string;
  readonly #soonest: CompiledQuery<WorkTables['work']>;
  readonly #firstRows: CompiledQuery<WorkTables['work']>;

  /** @param rowsAtOnce - rows of one claim that are handed over together */
  constructor(db: AnyKysely, kind: string, rowsAtOnce: number) {
    this.#executor = db.getExecutor();
    this.#queries = new QueryCreator({ executor: this.#executor });
    this.#kind = kind;
    this.#soonest = this.#soonestQuery().compile();
    this.#firstRows = this.#queries
      .selectFrom('work')
      .selectAll()
      .where('claim', '=', '')
      .where('kind', '=', kind)
      .orderBy('sequence')
      .orderBy('key')
      .limit(rowsAtOnce)
      .compile();
  }

  /**
   * The first row of each claim, those soonest that are due soonest, or longest. Ordered, so that `after` reads on;
   * fewer than {@link PAGE} when there are no more.
   *
   * @param without - claims to pass over, as far as they fit into the query
   */
  async soonest(without: readonly string[], after: WorkRow | undefined): Promise<readonly WorkRow[]> {
    let query = this.#soonest;
    if (without.length > 0 || after !== undefined) {
      let built = this.#soonestQuery();
      if (without.length > 0) built = built.where('claim', 'not in', padded(without.slice(0, PASSED_OVER_MOST)));
      if (after !== undefined) {
        const { claim, dueAt } = after;
        built = built.where((row) =>
          row.or([row('due_at', '>', dueAt), row.and([row('due_at', '=', dueAt), row('claim', '>', claim)])]),
        );
      }
      query = built.compile();
    }
    const { rows } = await this.#executor.executeQuery(query);
    return rows.map(toRow);
  }

  /** The first rows of a claim, in their order, whether due or not. */
  async firstOf(claim: string): Promise<readonly WorkRow[]> {
    const [, ...rest] = this.#firstRows.parameters;
    const { rows } = await this.#executor.executeQuery<WorkTables['work']>({
      ...this.#firstRows,
      parameters: [claim, ...rest],
    });
    return rows.map(toRow);
  }

  #soonestQuery() {
    return this.#queries
      .selectFrom('work')
      .selectAll('work')
      .where('kind', '=', this.#kind)
      .where('key', '=', (row) =>
        row
          .selectFrom('work as other')
          .select('other.key')
          .whereRef('other.kind', '=', 'work.kind')
          .whereRef('other.claim', '=', 'work.claim')
          .orderBy('other.sequence')
          .orderBy('other.key')
          .limit(1),
      )
      .orderBy('due_at')
      .orderBy('claim')
      .limit(PAGE);
  }
}

/** As long as the next power of two, by repeating the first: so that there are few different statements to prepare. */
function padded(claims: readonly string[]): readonly string[] {
  const length = 2 ** Math.ceil(Math.log2(claims.length));
  const [first = ''] = claims;
  return [...claims, ...Array<string>(length - claims.length).fill(first)];
}

function toRow(row: WorkTables['work']): WorkRow {
  return {
    kind: row.kind,
    key: row.key,
    claim: row.claim,
    sequence: row.sequence,
    dueAt: row.due_at,
    attempt: row.attempt,
    eventId: row.event_id,
    stream: row.stream,
    account: row.account,
    livemode: row.livemode === 1,
    correlationId: row.correlation_id,
    data: JSON.parse(row.data) as Json,
  };
}
