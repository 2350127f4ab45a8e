import type { Readable } from 'node:stream';

/** What the command line works with: the process, or what a test puts in its place. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  /** Writes results. */
  readonly out: (text: string) => void;
  /** Writes progress, hints and errors. */
  readonly err: (text: string) => void;
  /** Is aborted when the user ends the command, which then ends in order. */
  readonly interrupted: () => AbortSignal;
}
