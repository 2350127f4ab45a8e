import { setImmediate as endOfTick, setTimeout as pause } from 'node:timers/promises';
import { describeError, retryOf } from '@stablecoin/contracts';
import { WriteQueue, type WriterListener } from '../group-commit/write-queue';
import {
  groupSize,
  type AppendRequest,
  type SnapshotRequest,
  type GroupedWrite,
  type WriteRequest,
} from '../group-commit/writes';
import { createTables, endOtherSessions, raiseEpoch } from './tables';
import { WriterSession } from './writer-session';

/** Times that a group is refused in a row before the writer ends. */
const REFUSALS_MAX = 10;
/** Pause before a failed group is retried, in milliseconds. */
const RETRY_MS = 100;

/** The epoch's row is locked until the commit. So a group is committed before the epoch is raised, or not at all. */
const WHILE_WRITER = 'with writes as materialized (select from writer where epoch = $1 for share)';

const APPEND = {
  name: 'append',
  text: `${WHILE_WRITER}
    insert into events (position, stream, revision, event)
    select added.* from writes, unnest($2::bigint[], $3::text[], $4::integer[], $5::text[]) as added`,
};
const SAVE_SNAPSHOTS = {
  name: 'save snapshots',
  text: `${WHILE_WRITER}
    insert into snapshots (stream, revision, version, state)
    select saved.* from writes, unnest($2::text[], $3::integer[], $4::integer[], $5::text[]) as saved
    on conflict (stream) do update
    set revision = excluded.revision, version = excluded.version, state = excluded.state`,
};

/**
 * Writes the queue in groups, one statement and so one transaction and one flush each. Requests that arrive while a group
 * is committed form the next one.
 */
export class PostgresWriter {
  readonly queue: WriteQueue;
  #session: WriterSession;
  /** Whether the last group failed: it may have been committed, or may still be. */
  #isUnsure = false;
  /** How often the database has refused the group in a row. */
  #refusals = 0;
  #wake: () => void = () => undefined;
  readonly #finished: Promise<void>;

  private constructor(
    private readonly url: string,
    private readonly epoch: string,
    session: WriterSession,
    listener: WriterListener,
  ) {
    this.#session = session;
    this.queue = new WriteQueue(listener);
    this.#finished = this.#run();
  }

  /**
   * Connects, creates the tables where they are missing, and fences every earlier writer.
   *
   * @param listenerAt - is given the position of the last event
   */
  static async open(url: string, listenerAt: (head: number) => WriterListener): Promise<PostgresWriter> {
    // Told from when the writer is there; until then nothing waits.
    let writer: PostgresWriter | undefined;
    const session = await WriterSession.connect(url, {
      whenSlow: (reason) => writer === undefined || writer.#waits(reason),
    });
    try {
      await createTables(session);
      const epoch = await raiseEpoch(session);
      await endOtherSessions(session);
      writer = new PostgresWriter(url, epoch, session, listenerAt(await headOf(session)));
      return writer;
    } catch (error) {
      session.end();
      throw error;
    }
  }

  /** Queues a request after all earlier ones. Check the queue before. */
  write(write: GroupedWrite): void {
    this.queue.push(write);
    this.#wake();
  }

  /** Rejects new requests, writes the waiting ones unless that fails, and disconnects. */
  close(): Promise<void> {
    this.queue.close();
    this.#wake();
    return this.#finished;
  }

  /**
   * A write takes long: those that wait for it are told.
   *
   * @returns whether to go on waiting
   */
  #waits(reason: string): boolean {
    this.queue.stuck(reason);
    return !this.queue.isClosing;
  }

  async #run(): Promise<void> {
    const { queue } = this;
    for (;;) {
      // Requests of one tick go together.
      await endOfTick();
      if (queue.waiting.length > 0) {
        if (!(await this.#writeGroup())) break;
      } else if (queue.isClosing) break;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    queue.end();
    if (queue.waiting.length > 0) queue.lose('it was closed before everything was written');
    this.#session.end();
  }

  /** @returns false when nothing more will be written */
  async #writeGroup(): Promise<boolean> {
    const { queue } = this;
    const waiting = queue.waiting.map(({ request }) => request);
    const group = waiting.slice(0, groupSize(waiting));
    try {
      const isWriter = await this.#write(group);
      this.#refusals = 0;
      if (isWriter) queue.flushed(group.length);
      else queue.lose('another instance writes to the event store now');
      return isWriter;
    } catch (error) {
      queue.stuck(describeError(error));
      if (queue.isClosing) return false;
      // Of the server: it passes. Of the group: it would fail for ever, and everything behind it.
      this.#refusals = isTransient(error) ? 0 : this.#refusals + 1;
      if (this.#refusals >= REFUSALS_MAX) {
        queue.lose(`the database refuses a write: ${describeError(error)}`);
        return false;
      }
      await pause(RETRY_MS);
      return true;
    }
  }

  /** @returns false when this instance is not the writer any more, and nothing was written */
  async #write(group: readonly WriteRequest[]): Promise<boolean> {
    if (this.#session.isLost) this.#session = await this.#reconnect();
    if (this.#isUnsure && !(await this.#settle())) return false;
    const stored = this.#isUnsure ? await headOf(this.#session) : 0;
    this.#isUnsure = true;
    const appends = group.filter((request) => request[0] === 'append').filter(([, , , position]) => position > stored);
    const snapshots = group.filter((request) => request[0] === 'snapshot');
    if (appends.length > 0 && !(await this.#append(appends))) return false;
    if (snapshots.length > 0 && !(await this.#saveSnapshots(snapshots))) return false;
    this.#isUnsure = false;
    return true;
  }

  /** Not while the server works on what the lost session has sent: each session would wait there, and none would end. */
  async #reconnect(): Promise<WriterSession> {
    if (await this.#session.isAtWork()) throw new Error('the database has not finished the last write yet');
    return WriterSession.connect(this.url, { whenSlow: (reason) => this.#waits(reason) });
  }

  /**
   * Waits until the fate of a group whose answer was lost is decided: to write the epoch's row waits for a group that is
   * still being committed. With synchronous replication its commit also waits until that group is replicated.
   *
   * @returns whether this instance is the writer
   */
  async #settle(): Promise<boolean> {
    const statement = { text: 'update writer set epoch = epoch where epoch = $1', values: [this.epoch] };
    return (await this.#session.change(statement)) > 0;
  }

  /** @returns whether this instance is the writer */
  async #append(appends: readonly AppendRequest[]): Promise<boolean> {
    const [positions, streams, revisions, events]: [number[], string[], number[], string[]] = [[], [], [], []];
    for (const [, stream, revision, position, texts] of appends) {
      for (const [n, text] of texts.entries()) {
        positions.push(position + n);
        streams.push(stream);
        revisions.push(revision + n);
        events.push(text);
      }
    }
    const values = [this.epoch, positions, streams, revisions, events];
    return (await this.#session.change({ ...APPEND, values })) > 0;
  }

  /** @returns whether this instance is the writer */
  async #saveSnapshots(requests: readonly SnapshotRequest[]): Promise<boolean> {
    // A statement cannot change a row twice: the last one of a stream counts.
    const latest = [...new Map(requests.map((request) => [request[1], request])).values()];
    const column = (index: 1 | 2 | 3 | 4) => latest.map((request) => request[index]);
    const values = [this.epoch, column(1), column(2), column(3), column(4)];
    return (await this.#session.change({ ...SAVE_SNAPSHOTS, values })) > 0;
  }
}

/** A server that cannot answer now; not one that refuses the statement. */
function isTransient(error: unknown): boolean {
  return retryOf(error) === 'always' || (error instanceof Error && !('code' in error));
}

async function headOf(session: WriterSession): Promise<number> {
  const [row] = await session.rows<{ head: string }>('select coalesce(max(position), 0) as head from events');
  return Number(row?.head ?? 0);
}
