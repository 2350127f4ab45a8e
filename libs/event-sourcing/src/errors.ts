/** The stream kept moving while a command was decided. Passing: try again later. */
export class ConcurrencyError extends Error {
  override readonly name = 'ConcurrencyError';
  readonly transient = true;

  constructor(
    readonly stream: string,
    readonly attempts: number,
    options?: ErrorOptions,
  ) {
    super(`stream ${stream} moved during each of ${attempts} attempts to append`, options);
  }
}

/**
 * The store could not say whether an append was carried out. Passing: the same command again finds out, since an
 * append that did succeed is known by its command id.
 */
export class AppendFailedError extends Error {
  override readonly name = 'AppendFailedError';
  /** The store is at fault and not the command: messaging tries again for as long as it takes. */
  readonly transient: boolean;

  constructor(
    readonly stream: string,
    cause: unknown,
  ) {
    super(`append to ${stream} failed, and whether it was carried out is unknown`, { cause });
    // Events that no store would take are none the better for waiting.
    this.transient = !(cause instanceof TypeError || cause instanceof RangeError);
  }
}

/** The store did not answer, or not with anything of use. Passing: what was asked may be asked again. */
export class EventStoreUnavailableError extends Error {
  override readonly name = 'EventStoreUnavailableError';
  /** The store is at fault and not the command: messaging tries again for as long as it takes. */
  readonly transient = true;

  constructor(cause: unknown) {
    super('the event store cannot be reached', { cause });
  }
}

/** What was appended cannot be put on the disk at present. Passing: it is tried again for as long as it takes. */
export class NotWrittenError extends Error {
  override readonly name = 'NotWrittenError';
  readonly transient = true;

  constructor(cause: string) {
    super(`the event store could not write: ${cause}`);
  }
}

/** Too many commands wait already. Passing: try again later. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError';
  readonly transient = true;
}

/** The read model is being rebuilt, and cannot say yet whether an old command was applied. Passing: try again later. */
export class ReadModelBehindError extends Error {
  override readonly name = 'ReadModelBehindError';
  readonly transient = true;

  constructor(
    readonly stream: string,
    readonly needed: number,
  ) {
    super(`commands on ${stream} may repeat others that only the read model knows, from position ${needed} on`);
  }
}

/** A command that cannot be the first came for a stream that does not exist (protocol rule 7). */
export class UnknownStreamError extends Error {
  override readonly name = 'UnknownStreamError';
  /** Trying again cannot mend it: messaging puts it to the dead letters at once. */
  readonly permanent = true;

  constructor(
    readonly stream: string,
    readonly commandType: string,
  ) {
    super(`${commandType} came for stream ${stream}, which does not exist`);
  }
}

/** Another instance has moved the checkpoint: this one must stop. It only ever repeats what the other does as well. */
export class FencedError extends Error {
  override readonly name = 'FencedError';

  constructor(readonly checkpoint: string) {
    super(`checkpoint ${checkpoint} was moved by another instance`);
  }
}

/**
 * What was waited for did not come in time, or cannot come any more because the waiting was ended. Passing: it comes
 * later, or after a restart.
 */
export class NotReachedError extends Error {
  override readonly name = 'NotReachedError';
  readonly transient = true;
}

/** The error as one line, for logs: never its stack. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined
    ? `${error.name}: ${error.message}`
    : `${error.name}: ${error.message} (${describeError(error.cause)})`;
}
