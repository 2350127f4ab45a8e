import { PostgresAdapter, QueryCreator, sql } from 'kysely';
import type { CompiledQuery, QueryExecutor } from 'kysely';
import { BatchStatement } from '../projection/batch-statement';
import type { AnyKysely } from '../projection/database';
import { toRow } from './work-list';
import type { StoredWork, WorkRow, WorkTables } from './work-list';

/** Claims, and lanes of them, that a query can be told to pass over; more are passed over by whoever asks. */
const PASSED_OVER_MAX = 512;

/** What a query passes over. */
export interface PassedOver {
  readonly claims: readonly string[];
  /** Beginnings of claims, each of {@link DueWorkOptions.laneCharacters}. */
  readonly lanes: readonly string[];
}

export interface DueWorkOptions {
  /** Rows of one claim that are handed over together. */
  readonly rowsAtOnce: number;
  /** Claims that begin with the same characters, so many of them, are one lane. */
  readonly laneCharacters: number;
}

/** Where a list that is read page by page goes on. */
type Place = Pick<WorkRow, 'claim' | 'dueAt'>;
type Rows = CompiledQuery<StoredWork>;

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
  readonly #laneCharacters: number;
  /** By the numbers of claims and lanes that they pass over. */
  readonly #soonest = new Map<string, Rows>();
  readonly #rowsAtOnce: number;
  readonly #firstRows: BatchStatement<WorkTables, string, StoredWork>;
  #readingMs = 0;

  constructor(db: AnyKysely, kind: string, { rowsAtOnce, laneCharacters }: DueWorkOptions) {
    this.#db = db;
    this.#executor = db.getExecutor();
    this.isAsked = this.#executor.adapter instanceof PostgresAdapter;
    this.#queries = new QueryCreator({ executor: this.#executor });
    this.#kind = kind;
    this.#laneCharacters = laneCharacters;
    this.#rowsAtOnce = rowsAtOnce;
    this.#firstRows = firstRowsOf(kind, rowsAtOnce);
  }

  /** How long the database has taken to answer, in all; what waits for its turn there does not count. */
  get readingMs(): number {
    return this.#readingMs;
  }

  /**
   * The first row of each claim, those that are due soonest, or longest, first. Ordered, so that `after` reads on; fewer
   * than `limit` when there are no more.
   */
  async soonest(without: PassedOver, after: Place | undefined, limit: number): Promise<readonly WorkRow[]> {
    const claims = padded(without.claims.slice(0, PASSED_OVER_MAX));
    const lanes = padded(without.lanes.slice(0, PASSED_OVER_MAX));
    const passedOver = { claims, lanes };
    return this.#read(
      after === undefined ? this.#soonestWithout(passedOver, limit) : this.#next(passedOver, after, limit),
    );
  }

  /**
   * The first rows of claims, in their order, whether due or not.
   *
   * @param first - the very first row of each of these claims
   */
  async firstRows(first: readonly WorkRow[]): Promise<ReadonlyMap<string, readonly WorkRow[]>> {
    if (this.#rowsAtOnce === 1) return new Map(first.map((row) => [row.claim, [row]]));
    const rows = new Map<string, WorkRow[]>(first.map(({ claim }) => [claim, []]));
    const found = await this.#timed(() => this.#firstRows.run(this.#db, [...rows.keys()]));
    for (const row of found) rows.get(row.claim)?.push(toRow(row));
    return rows;
  }

  #read(query: Rows): Promise<readonly WorkRow[]> {
    return this.#executor.provideConnection(async (connection) => {
      const { rows } = await this.#timed(() => connection.executeQuery<StoredWork>(query));
      return rows.map(toRow);
    });
  }

  async #timed<T>(read: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await read();
    } finally {
      this.#readingMs += performance.now() - began;
    }
  }

  #soonestWithout({ claims, lanes }: PassedOver, limit: number): Rows {
    const size = `${claims.length} ${lanes.length}`;
    const known = this.#soonest.get(size) ?? this.#soonestQuery({ claims, lanes }).limit(0).compile();
    this.#soonest.set(size, known);
    // What is passed over and the limit stand last.
    const own = known.parameters.slice(0, -1 - claims.length - lanes.length);
    return { ...known, parameters: [...own, ...claims, ...lanes, limit] };
  }

  #next(passedOver: PassedOver, { claim, dueAt }: Place, limit: number): Rows {
    return this.#soonestQuery(passedOver)
      .where((row) =>
        row.or([row('due_at', '>', dueAt), row.and([row('due_at', '=', dueAt), row('claim', '>', claim)])]),
      )
      .limit(limit)
      .compile();
  }

  #soonestQuery({ claims, lanes }: PassedOver) {
    let query = this.#queries
      .selectFrom('work')
      .selectAll()
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
    if (claims.length > 0) query = query.where('claim', 'not in', claims);
    if (lanes.length > 0) {
      // The length is written out, because PostgreSQL would have to guess what a parameter there is.
      const lane = sql<string>`substr(claim, 1, ${sql.lit(this.#laneCharacters)})`;
      query = query.where(lane, 'not in', lanes);
    }
    return query;
  }
}

/** As many as the next power of two, by repeating the first: so that there are few different statements to prepare. */
function padded(names: readonly string[]): readonly string[] {
  if (names.length === 0) return names;
  const length = 2 ** Math.ceil(Math.log2(names.length));
  const [first = ''] = names;
  return [...names, ...Array<string>(length - names.length).fill(first)];
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
