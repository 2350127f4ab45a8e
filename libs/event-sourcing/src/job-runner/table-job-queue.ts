import { PostgresAdapter, QueryCreator, sql } from 'kysely';
import type { CompiledQuery, QueryExecutor } from 'kysely';
import { BatchStatement } from '../tables/batch-statement';
import type { AnyKysely } from '../ports/open-database';
import type { ProjectedListener, Projector } from '../projection/projector';
import type { Job } from '../jobs/job';
import type { JobQueue, JobReader, PageEnd, ReaderOptions, Skipped } from './job-queue';
import { countJobs, toJob } from '../jobs/job-table';
import type { JobTables, StoredJob } from '../jobs/job-table';

/** Ordering keys, and concurrency groups, that one query leaves out at most; the caller has to leave out the others. */
const SKIPPED_MAX = 512;

type JobQuery = CompiledQuery<StoredJob>;

/** The jobs in the table of a read model. */
export class TableJobQueue implements JobQueue {
  /** @param progress - of the projector that writes the table */
  constructor(
    private readonly db: AnyKysely,
    private readonly progress: Pick<Projector<never>, 'waitFor' | 'onProjected'>,
  ) {}

  reader(kind: string, options: ReaderOptions): JobReader {
    return new TableJobReader(this.db, kind, options);
  }

  waitFor(position: number): Promise<void> {
    return this.progress.waitFor(position);
  }

  onProjected(listener: ProjectedListener): () => void {
    return this.progress.onProjected(listener);
  }
}

/** Compiles its queries once, and asks for many ordering keys at a time: each query may be a round trip to a server. */
class TableJobReader implements JobReader {
  readonly isRemote: boolean;
  readonly #db: AnyKysely;
  readonly #executor: QueryExecutor;
  readonly #queries: QueryCreator<JobTables>;
  readonly #kind: string;
  readonly #groupLength: number;
  /** By the numbers of ordering keys and groups that they leave out. */
  readonly #heads = new Map<string, JobQuery>();
  readonly #batchSize: number;
  readonly #batches: BatchStatement<JobTables, string, StoredJob>;
  #readingMs = 0;

  constructor(db: AnyKysely, kind: string, { batchSize, groupLength }: ReaderOptions) {
    this.#db = db;
    this.#executor = db.getExecutor();
    this.isRemote = this.#executor.adapter instanceof PostgresAdapter;
    this.#queries = new QueryCreator({ executor: this.#executor });
    this.#kind = kind;
    this.#groupLength = groupLength;
    this.#batchSize = batchSize;
    this.#batches = batchesOf(kind, batchSize);
  }

  get readingMs(): number {
    return this.#readingMs;
  }

  async heads(skipped: Skipped, after: PageEnd | undefined, limit: number): Promise<readonly Job[]> {
    const orderingKeys = padded(skipped.orderingKeys.slice(0, SKIPPED_MAX));
    const groups = padded(skipped.groups.slice(0, SKIPPED_MAX));
    const leftOut = { orderingKeys, groups };
    return this.#read(after === undefined ? this.#firstPage(leftOut, limit) : this.#nextPage(leftOut, after, limit));
  }

  async batches(heads: readonly Job[]): Promise<ReadonlyMap<string, readonly Job[]>> {
    if (this.#batchSize === 1) return new Map(heads.map((job) => [job.orderingKey, [job]]));
    const batches = new Map<string, Job[]>(heads.map(({ orderingKey }) => [orderingKey, []]));
    const found = await this.#timed(() => this.#batches.run(this.#db, [...batches.keys()]));
    for (const stored of found) batches.get(stored.claim)?.push(toJob(stored));
    return batches;
  }

  count(): Promise<number> {
    return countJobs(this.#db, this.#kind);
  }

  #read(query: JobQuery): Promise<readonly Job[]> {
    return this.#executor.provideConnection(async (connection) => {
      const { rows } = await this.#timed(() => connection.executeQuery<StoredJob>(query));
      return rows.map(toJob);
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

  #firstPage({ orderingKeys, groups }: Skipped, limit: number): JobQuery {
    const size = `${orderingKeys.length} ${groups.length}`;
    const known = this.#heads.get(size) ?? this.#headsQuery({ orderingKeys, groups }).limit(0).compile();
    this.#heads.set(size, known);
    // What is left out and the limit stand last.
    const own = known.parameters.slice(0, -1 - orderingKeys.length - groups.length);
    return { ...known, parameters: [...own, ...orderingKeys, ...groups, limit] };
  }

  #nextPage(skipped: Skipped, { orderingKey, dueAt }: PageEnd, limit: number): JobQuery {
    return this.#headsQuery(skipped)
      .where((row) =>
        row.or([row('due_at', '>', dueAt), row.and([row('due_at', '=', dueAt), row('claim', '>', orderingKey)])]),
      )
      .limit(limit)
      .compile();
  }

  #headsQuery({ orderingKeys, groups }: Skipped) {
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
    if (orderingKeys.length > 0) query = query.where('claim', 'not in', orderingKeys);
    if (groups.length > 0) {
      // The length is written out, because PostgreSQL would have to guess what a parameter there is.
      const group = sql<string>`substr(claim, 1, ${sql.lit(this.#groupLength)})`;
      query = query.where(group, 'not in', groups);
    }
    return query;
  }
}

/**
 * Pads the list to the next power of two by repeating the first name, so that few different statements are prepared.
 */
function padded(names: readonly string[]): readonly string[] {
  if (names.length === 0) return names;
  const length = 2 ** Math.ceil(Math.log2(names.length));
  const [first = ''] = names;
  return [...names, ...Array<string>(length - names.length).fill(first)];
}

/** The order within an ordering key is that of the answer: each part of the union is ordered, and they follow each other. */
function batchesOf(kind: string, batchSize: number): BatchStatement<JobTables, string, StoredJob> {
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
      const [first = one(), ...others] = Array.from({ length: count }, one);
      return others.reduce((union, each) => union.unionAll(each), first);
    },
    parameters: (orderingKeys) => orderingKeys.flatMap((orderingKey) => [kind, orderingKey, batchSize]),
  });
}
