import type { Session } from './session';

/** Makes calls: those of a `Connection` by the client of the moment, those of a {@link Hold} all by the same one. */
export interface Calls {
  /** How long a call may take to answer, or to go on answering, in milliseconds. */
  readonly timeoutMs: number;
  /** @param run - must settle in bounded time */
  call<T>(run: (session: Session) => Promise<T>): Promise<T>;
}

/** A client that is not closed before it is released. It may be given up before: then nothing comes from it any more. */
export interface Hold extends Calls {
  readonly session: Session;
  /** Tells of a failure that came another way than by a call. */
  failed(error: unknown): void;
  release(): void;
}
