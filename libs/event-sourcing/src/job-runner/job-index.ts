import type { Job, NewJob } from '../jobs/job';
import type { PageEnd, Skipped } from './job-queue';

/** The jobs of some kinds in memory, in the order of the table. Jobs of other kinds are ignored. */
export class JobIndex {
  /** By kind and ordering key, each in order. */
  readonly #byOrderingKey: ReadonlyMap<string, Map<string, Job[]>>;
  /** By kind and key. */
  readonly #byKey: ReadonlyMap<string, Map<string, Job>>;
  #due = new Map<string, number>();

  constructor(kinds: readonly string[]) {
    this.#byOrderingKey = new Map(kinds.map((kind) => [kind, new Map()]));
    this.#byKey = new Map(kinds.map((kind) => [kind, new Map()]));
  }

  get size(): number {
    let size = 0;
    for (const jobs of this.#byKey.values()) size += jobs.size;
    return size;
  }

  /** @returns when the first of the jobs that were added or postponed since the last call is due, by kind */
  takeDue(): ReadonlyMap<string, number> {
    const due = this.#due;
    this.#due = new Map();
    return due;
  }

  /** Adds a job, or replaces the one of its kind and key. */
  add(added: NewJob): void {
    const { kind, key, orderingKey = key, sequence = 0, attempt = 0 } = added;
    const { dueAt, eventId, stream, account, livemode, correlationId, traceparent, data } = added;
    const [byOrderingKey, byKey] = [this.#byOrderingKey.get(kind), this.#byKey.get(kind)];
    if (byOrderingKey === undefined || byKey === undefined) return;
    this.remove(kind, key);
    // Written out: a spread would cost more than all else here (docs/performance.md).
    const job: Job = {
      kind,
      key,
      orderingKey,
      sequence,
      dueAt,
      attempt,
      eventId,
      stream,
      account,
      livemode,
      correlationId,
      data,
      ...(traceparent === undefined ? undefined : { traceparent }),
    };
    byKey.set(key, job);
    const jobs = byOrderingKey.get(orderingKey);
    if (jobs === undefined) byOrderingKey.set(orderingKey, [job]);
    else jobs.splice(jobs.findLastIndex((other) => isBefore(other, job)) + 1, 0, job);
    this.#due.set(kind, Math.min(dueAt, this.#due.get(kind) ?? Infinity));
  }

  /** Postpones a job, after an attempt that events report. */
  postpone(kind: string, key: string, { dueAt, attempt }: Pick<Job, 'dueAt' | 'attempt'>): void {
    const job = this.#byKey.get(kind)?.get(key);
    if (job !== undefined) this.add({ ...job, dueAt, attempt });
  }

  remove(kind: string, key: string): void {
    const [byOrderingKey, byKey] = [this.#byOrderingKey.get(kind), this.#byKey.get(kind)];
    const job = byKey?.get(key);
    if (byOrderingKey === undefined || job === undefined) return;
    byKey?.delete(key);
    const jobs = byOrderingKey.get(job.orderingKey) ?? [];
    if (jobs.length > 1) jobs.splice(jobs.indexOf(job), 1);
    else byOrderingKey.delete(job.orderingKey);
  }

  /** The first job of each ordering key, by the time at which they are due: see {@link JobReader.heads}. */
  heads(
    kind: string,
    { orderingKeys, groups }: Skipped,
    groupLength: number,
    after: PageEnd | undefined,
    limit: number,
  ): readonly Job[] {
    const skipped = new Set(orderingKeys);
    const skippedGroups = new Set(groups);
    const found: Job[] = [];
    for (const [orderingKey, [first]] of this.#byOrderingKey.get(kind) ?? []) {
      if (first === undefined || skipped.has(orderingKey)) continue;
      if (skippedGroups.size > 0 && skippedGroups.has(orderingKey.slice(0, groupLength))) continue;
      if (after === undefined || isDueBefore(after, first)) found.push(first);
    }
    return found.sort((a, b) => (isDueBefore(a, b) ? -1 : 1)).slice(0, limit);
  }

  /** The first jobs of an ordering key, in order, whether due or not. */
  batch(kind: string, orderingKey: string, batchSize: number): readonly Job[] {
    return this.#byOrderingKey.get(kind)?.get(orderingKey)?.slice(0, batchSize) ?? [];
  }
}

function isBefore(a: Job, b: Job): boolean {
  return a.sequence < b.sequence || (a.sequence === b.sequence && a.key < b.key);
}

function isDueBefore(a: PageEnd, b: PageEnd): boolean {
  return a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.orderingKey < b.orderingKey);
}
