import type { ProjectedListener } from '../projection/projector';
import type { Job } from '../jobs/job';

/** The last job of a page: the next page begins after it. */
export type PageEnd = Pick<Job, 'orderingKey' | 'dueAt'>;

/** What a reader leaves out. */
export interface Skipped {
  readonly orderingKeys: readonly string[];
  /** Concurrency groups: the beginnings of ordering keys, each of {@link ReaderOptions.groupLength} characters. */
  readonly groups: readonly string[];
}

export interface ReaderOptions {
  /** Jobs of one ordering key that run together, at most. */
  readonly batchSize: number;
  /** Length of the prefix that ordering keys of one concurrency group share. */
  readonly groupLength: number;
}

/** Reads the jobs of one kind. */
export interface JobReader {
  /** How long reading has taken in all, in milliseconds, without the wait for a connection. */
  readonly readingMs: number;
  /** Whether another process does the reading, so that it costs this one no processor time. */
  readonly isRemote: boolean;

  /**
   * Reads the first job of each ordering key, by the time at which they are due and then by ordering key.
   *
   * @returns fewer than `limit` when there are no more
   */
  heads(skipped: Skipped, after: PageEnd | undefined, limit: number): Promise<readonly Job[]>;

  /**
   * Reads the first jobs of ordering keys, in order, whether due or not.
   *
   * @param heads - the first job of each of these ordering keys
   * @returns up to `batchSize` jobs by ordering key
   */
  batches(heads: readonly Job[]): Promise<ReadonlyMap<string, readonly Job[]>>;

  /** Counts the jobs, due or not. */
  count(): Promise<number>;
}

/** The jobs of a read model. Job runners read them, and learn when there are new ones. */
export interface JobQueue {
  /** Opens a reader for the jobs of one kind. */
  reader(kind: string, options: ReaderOptions): JobReader;

  /**
   * Waits until readers see the effect of every event up to a position.
   *
   * @throws {@link NotReachedError} when that takes too long
   */
  waitFor(position: number): Promise<void>;

  /**
   * Calls back when jobs may have changed, with the time at which the first of them is due, by kind.
   *
   * @returns ends the calls
   */
  onProjected(listener: ProjectedListener): () => void;
}
