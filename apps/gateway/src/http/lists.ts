import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { Page, PageRequest } from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import type { FastifyRequest } from 'fastify';
import type { OpenStreams } from '../limits/open-streams';
import type { CsvTable } from './csv/csv-table';
import { prefersCsv } from './csv/prefers-csv';
import type { Drain } from './drain';
import type { PageQuery } from './inputs';
import { callerOf } from './request-context';

/** What a list answers with: a page as JSON, or all of it as CSV. */
export type ListAnswer<T> = Page<T> | StreamableFile;

/** Objects that are read at once. Between two reads nothing is held in the database. */
const EXPORT_PAGE = 200;
/** An export ends when its client has read nothing for so long, and when it takes so long in all, in milliseconds. */
const STALLED_MS = 60_000;
const EXPORT_MS_MAX = 3_600_000;

const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

export interface ListsOptions {
  readonly exports: OpenStreams;
  /** @throws ApiError `unauthorized` when its key or session no longer is one */
  readonly authenticate: (request: FastifyRequest) => Promise<unknown>;
  readonly drain: Pick<Drain, 'begun'>;
  readonly clock: Clock;
}

/** Answers lists, as JSON or as CSV. */
export class Lists {
  readonly #options: ListsOptions;

  constructor(options: ListsOptions) {
    this.#options = options;
  }

  /**
   * Answers with the page that was asked for or, where the request prefers CSV, with every object from its beginning on: at most
   * `limit` of them where the request has one.
   *
   * @param query - as the request has it
   * @param page - the same, read
   * @param ask - reads a page
   * @throws ApiError `rate_limited` when too many exports are open
   */
  async answer<T, Request extends PageRequest>(
    request: FastifyRequest,
    { query, page, ask, table }: ListRequest<T, Request>,
  ): Promise<ListAnswer<T>> {
    if (!prefersCsv(request.headers.accept)) return ask(page);
    const close = this.#options.exports.open(callerOf(request));
    try {
      const limit = query.limit === undefined ? Infinity : Number(query.limit);
      const read = (startingAfter: string | null, count: number): Promise<Page<T>> =>
        ask({ ...page, startingAfter, limit: Math.min(EXPORT_PAGE, count) });
      // Read before the answer begins, so that what is wrong with the request is answered as ever.
      const first = await read(page.startingAfter, limit);
      const stream = this.#export(request, { first, limit, read, table });
      stream.once('close', close);
      const disposition = `attachment; filename="${table.name}.csv"`;
      return new StreamableFile(stream, { type: CSV_TYPE, disposition });
    } catch (error) {
      close();
      throw error;
    }
  }

  /** Reads a page when the client has taken the one before. A stream that is destroyed ends the connection in the middle. */
  #export<T>(request: FastifyRequest, { first, limit, read, table }: Export<T>): Readable {
    const { clock } = this.#options;
    const endsAt = clock.now() + EXPORT_MS_MAX;
    const proceed = (): Promise<void> => this.#mayProceed(request, endsAt);
    const stalls = (): (() => void) =>
      clock.setTimer(clock.now() + STALLED_MS, () => stream.destroy(new Error('the client does not read its export')));
    async function* chunks(): AsyncGenerator<string> {
      let left = limit;
      let chunk = table.header;
      for (let page = first; ; page = await read(page.next_cursor, left)) {
        for (const object of page.data) chunk += table.lines(object);
        left -= page.data.length;
        const cancel = stalls();
        try {
          yield chunk;
        } finally {
          cancel();
        }
        if (!page.has_more || left <= 0) return;
        chunk = '';
        await proceed();
      }
    }
    const stream = Readable.from(chunks());
    return stream;
  }

  /** @throws Error when an export must not go on: the gateway stops, the key was revoked, or it has taken too long */
  async #mayProceed(request: FastifyRequest, endsAt: number): Promise<void> {
    const { authenticate, clock, drain } = this.#options;
    if (drain.begun) throw new Error('the gateway stops');
    if (clock.now() > endsAt) throw new Error(`an export took longer than ${EXPORT_MS_MAX} ms`);
    await authenticate(request);
  }
}

/** A list that is asked for. */
export interface ListRequest<T, Request extends PageRequest> {
  readonly query: Pick<PageQuery, 'limit'>;
  readonly page: Request;
  readonly ask: (page: Request) => Promise<Page<T>>;
  readonly table: CsvTable<T>;
}

interface Export<T> {
  readonly first: Page<T>;
  readonly limit: number;
  readonly read: (startingAfter: string | null, count: number) => Promise<Page<T>>;
  readonly table: CsvTable<T>;
}
