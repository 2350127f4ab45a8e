import type { ClientSession } from './session';

/** Makes calls to the server. A `Connection` uses its current client, a {@link Hold} always the same client. */
export interface Calls {
  /** Maximum time for an answer, or between parts of an answer, in milliseconds. */
  readonly timeoutMs: number;
  /** @param run - must settle in bounded time */
  call<T>(run: (session: ClientSession) => Promise<T>): Promise<T>;
}

/** A client that stays open until it is released. */
export interface Hold extends Calls {
  release(): void;
}
