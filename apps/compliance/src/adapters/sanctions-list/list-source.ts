import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { guardedConnector, HttpClient } from '@stablecoin/security';
import type { AllowPrivate } from '@stablecoin/security';
import { LIST_BYTES_MAX } from './read-list';

/** What tells one version of a list from another: `ETag` and `Last-Modified`, or a file's size and time. */
export type Validators = { readonly etag: string | null; readonly lastModified: string | null };

/** What a look at a source came to. */
export type Look =
  | { readonly state: 'unchanged'; readonly asOf: number }
  | {
      readonly state: 'new';
      readonly validators: Validators;
      readonly chunks: AsyncIterable<Uint8Array>;
      /** When the source was as it is: a file's modification time, or now; epoch milliseconds. */
      readonly asOf: number;
    };

export interface ListSourceOptions {
  readonly now: () => number;
  /** For everything: connection, redirects, answer. Default 120 s. */
  readonly timeoutMs?: number;
  /** For tests: `http:` counts as `https:`. */
  readonly insecure?: boolean;
}

const REDIRECTS_MAX = 3;

/** Where a list comes from: a file, or the web. */
export class ListSource {
  readonly #url: URL;
  readonly #options: Required<ListSourceOptions>;
  /** Connects to what the operator has named, wherever that is. */
  readonly #named: HttpClient;
  /** Connects to where others redirect to: public addresses alone. */
  readonly #redirected: HttpClient;

  /** @param url - `https:` or `file:` */
  constructor(url: string, options: ListSourceOptions) {
    this.#url = new URL(url);
    this.#options = { timeoutMs: 120_000, insecure: false, ...options };
    const connectMs = Math.min(this.#options.timeoutMs, 10_000);
    const clientTo = (allow: AllowPrivate): HttpClient =>
      new HttpClient({ bytesMax: LIST_BYTES_MAX, connect: guardedConnector(allow, connectMs) });
    this.#named = clientTo('all');
    this.#redirected = clientTo('none');
  }

  /** The URL as it may be shown: without what could be a secret. */
  get name(): string {
    const { protocol, host, pathname } = this.#url;
    return `${protocol}//${host}${pathname}`;
  }

  /**
   * Looks whether there is a new version.
   *
   * @param known - of the version that is there already
   * @throws Error when the source cannot be read
   */
  async look(known: Validators | null, signal: AbortSignal): Promise<Look> {
    return this.#url.protocol === 'file:' ? this.#lookAtFile(known) : this.#lookAtWeb(known, signal);
  }

  async close(): Promise<void> {
    await Promise.all([this.#named.close(), this.#redirected.close()]);
  }

  async #lookAtFile(known: Validators | null): Promise<Look> {
    const path = fileURLToPath(this.#url);
    const { mtimeMs, size } = await stat(path);
    const validators = { etag: `${size}`, lastModified: `${mtimeMs}` };
    const asOf = Math.floor(mtimeMs);
    if (known?.etag === validators.etag && known.lastModified === validators.lastModified) {
      return { state: 'unchanged', asOf };
    }
    return { state: 'new', validators, chunks: createReadStream(path), asOf };
  }

  async #lookAtWeb(known: Validators | null, stopping: AbortSignal): Promise<Look> {
    const { timeoutMs } = this.#options;
    const late = new AbortController();
    // Also while the body is read. Not AbortSignal.timeout: nothing would keep it from being collected as garbage.
    setTimeout(() => late.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs).unref();
    const signal = AbortSignal.any([stopping, late.signal]);
    const headers: Record<string, string> = {};
    const { etag = null, lastModified = null } = known ?? {};
    if (etag !== null) headers['if-none-match'] = etag;
    if (lastModified !== null) headers['if-modified-since'] = lastModified;
    let url = this.#url;
    for (let redirects = 0; ; redirects++) {
      const client = url.origin === this.#url.origin ? this.#named : this.#redirected;
      const answer = await client.request(url, { headers, signal });
      const { status } = answer;
      const asOf = this.#options.now();
      if (status === 200) {
        const validators = { etag: answer.header('etag'), lastModified: answer.header('last-modified') };
        return { state: 'new', validators, chunks: answer.chunks(), asOf };
      }
      await answer.drop();
      if (status === 304 && known !== null) return { state: 'unchanged', asOf };
      const location = answer.header('location');
      if (status < 300 || status >= 400 || location === null) throw new Error(`it answered ${status}`);
      if (redirects === REDIRECTS_MAX) throw new Error(`it redirected more than ${REDIRECTS_MAX} times`);
      url = this.#locationOf(location, url);
    }
  }

  #locationOf(location: string, from: URL): URL {
    const url = URL.canParse(location, from.href) ? new URL(location, from.href) : null;
    const isSecure = url?.protocol === 'https:' || (this.#options.insecure && url?.protocol === 'http:');
    if (url === null || !isSecure) throw new Error('it redirected to a URL that is not https:');
    return url;
  }
}
