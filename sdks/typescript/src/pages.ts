import type { CallOptions, Query, Transport } from './transport.js';

/** One page of a list, the newest first. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
  /** What `starting_after` takes to go on; `null` at the end. */
  readonly next_cursor: string | null;
}

/** A list that is read page by page, as far as it is iterated: `for await (const payment of client.payments.list())`. */
export class List<T> implements AsyncIterable<T> {
  constructor(
    private readonly transport: Transport,
    private readonly path: string,
    private readonly query: Query,
    private readonly options: CallOptions,
  ) {}

  /** The first page alone, from `starting_after` on. */
  page(): Promise<Page<T>> {
    return this.transport.get(this.path, this.query, this.options);
  }

  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let query = this.query;
    for (;;) {
      const page: Page<T> = await this.transport.get(this.path, query, this.options);
      yield page;
      if (!page.has_more || page.next_cursor === null) return;
      query = { ...query, starting_after: page.next_cursor };
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }
}
