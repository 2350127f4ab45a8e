import { PostgresAdapter, QueryCreator } from 'kysely';
import type { CompiledQuery, QueryExecutor } from 'kysely';
import { BatchStatement } from '../projection/batch-statement';
import type { AnyKysely } from '../projection/database';
import type { Json } from '../store/event-store';
import type { WorkRow, WorkTables } from './work-list';

type StoredWork = WorkTables['work'];

/** A claim whose first row is due at that moment. */
export interface DueClaim {
  readonly claim: string;
  readonly dueAt: number;
  /** Its first row, as it is stored. */
  readonly first: StoredWork;
}

/** Claims that a query can be told to pass over; more are passed over by whoever asks. */
const PASSED_OVER_MOST = 512;

/**
 * Reads the rows of one kind for its worker. What it asks again and again is compiled once, and it never asks claim by
 * claim: a question costs a round trip where the database is a server.
 */
export class DueWork {
  /** Whether questions go to a server: they take time then, but not this process's. */
  readonly isAsked: boolean;
  readonly #db: AnyKysely;
  readonly #executor: QueryExecutor;
  readonly #queries: QueryCreator<WorkTables>;
  readonly #kind: string;
  readonly #rowsAtOnce: number;
  /** By the number of claims that they pass over. */
  readonly #soonest = new Map<number, CompiledQuery<StoredWork>>();
  readonly #firstRows: BatchStatement<WorkTables, string, StoredWork>;

  /** @param rowsAtOnce - rows of one claim that are handed over together */
  constructor(db: AnyKysely, kind: string, rowsAtOnce: number) {
    this.#db = db;
    this.#executor = db.getExecutor();
    this.isAsked = this.#executor.adapter instanceof PostgresAdapter;
    this.#queries = new QueryCreator({ executor: this.#executor });
    this.#kind = kind;
    this.#rowsAtOnce = rowsAtOnce;
    this.#firstRows = firstRowsOf(kind, rowsAtOnce);
  }

  /**
   * The claims whose first rows are due soonest, or longest. Ordered, so that `after` reads on; fewer than `limit` when
   * there are no more.
   *
   * @param without - claims to pass over, as far as they fit into the query
   */
  async soonest(without: readonly string[], after: DueClaim | undefined, limit: number): Promise<readonly DueClaim[]> {
    const passedOver = padded(without.slice(0, PASSED_OVER_MOST));
    const query = after === undefined ? this.#soonestWithout(passedOver, limit) : this.#next(passedOver, after, limit);
    const { rows } = await this.#executor.executeQuery(query);
    return rows.map((first) => ({ claim: first.claim, dueAt: first.due_at, first }));
  }

  /** The first rows of each of these claims, in their order, whether due or not. */
  async firstRows(due: readonly DueClaim[]): Promise<ReadonlyMap<string, readonly WorkRow[]>> {
    if (this.#rowsAtOnce === 1) return new Map(due.map(({ claim, first }) => [claim, [toRow(first)]]));
    const rows = new Map<string, WorkRow[]>(due.map(({ claim }) => [claim, []]));
    for (const row of await this.#firstRows.run(this.#db, [...rows.keys()])) rows.get(row.claim)?.push(toRow(row));
    return rows;
  }

  #soonestWithout(passedOver: readonly string[], limit: number) {
    const known = this.#soonest.get(passedOver.length) ?? this.#soonestQuery(passedOver).limit(0).compile();
    this.#soonest.set(passedOver.length, known);
    // The claims and the limit stand last.
    const parameters = [...known.parameters.slice(0, -1 - passedOver.length), ...passedOver, limit];
    return { ...known, parameters };
  }

  #next(passedOver: readonly string[], { claim, dueAt }: DueClaim, limit: number) {
    return this.#soonestQuery(passedOver)
      .where((row) =>
        row.or([row('due_at', '>', dueAt), row.and([row('due_at', '=', dueAt), row('claim', '>', claim)])]),
      )
      .limit(limit)
      .compile();
  }

  #soonestQuery(passedOver: readonly string[]) {
    const first = this.#queries
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
      .orderBy('claim');
    return passedOver.length === 0 ? first : first.where('claim', 'not in', passedOver);
  }
}

/** As long as the next power of two, by repeating the first: so that there are few different statements to prepare. */
function padded(claims: readonly string[]): readonly string[] {
  if (claims.length === 0) return claims;
  const length = 2 ** Math.ceil(Math.log2(claims.length));
  const [first = ''] = claims;
  return [...claims, ...Array<string>(length - claims.length).fill(first)];
}

/** The order within a claim is that of the answer: each part of the union is ordered, and they come one after the other. */
function firstRowsOf(kind: string, rowsAtOnce: number): BatchStatement<WorkTables, string, StoredWork> {
  return new BatchStatement({
    build: (queries, count) => {
      const one = () =>
        queries
          .selectFrom((nested) =>
            nested
              .selectFrom('work')
              .selectAll()
              .where('kind', '=', '')
              .where('claim', '=', '')
              .orderBy('sequence')
              .orderBy('key')
              .limit(0)
              .as('first'),
          )
          .selectAll();
      const [first = one(), ...rest] = Array.from({ length: count }, one);
      return rest.reduce((union, each) => union.unionAll(each), first);
    },
    parameters: (claims) => claims.flatMap((claim) => [kind, claim, rowsAtOnce]),
  });
}

function toRow(row: StoredWork): WorkRow {
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
