import { isDeepStrictEqual } from 'node:util';
import { UnknownQueryError } from './queries';
import type { AskOptions, Queries, QueryHandler, QueryHandlers, QueryTypes } from './queries';

/** Queries within one process: calls the handler. */
export class DirectQueries<Map extends QueryTypes<Map>> implements Queries<Map>, QueryHandlers<Map> {
  readonly #handlers: { [Name in keyof Map]?: QueryHandler<Map, Name> } = {};
  readonly #strict: boolean;

  /**
   * @param options.strict - sends parameters and results through JSON, and throws when that changes them: for tests
   */
  constructor({ strict = false }: { readonly strict?: boolean } = {}) {
    this.#strict = strict;
  }

  register<Name extends keyof Map & string>(name: Name, handler: QueryHandler<Map, Name>): void {
    if (this.#handlers[name] !== undefined) throw new Error(`the query ${name} has a handler already`);
    this.#handlers[name] = handler;
  }

  async ask<Name extends keyof Map & string>(
    name: Name,
    params: Map[Name]['params'],
    options: AskOptions = {},
  ): Promise<Map[Name]['result']> {
    const handler = this.#handlers[name];
    if (handler === undefined) throw new UnknownQueryError(name);
    options.signal?.throwIfAborted();
    if (!this.#strict) return handler(params, options);
    assertJson(`parameters of ${name}`, params);
    const result = await handler(params, options);
    assertJson(`result of ${name}`, result);
    return result;
  }
}

function assertJson(what: string, value: unknown): void {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined || !isDeepStrictEqual(JSON.parse(text), value)) {
    throw new TypeError(`${what}: JSON cannot carry the value`);
  }
}
