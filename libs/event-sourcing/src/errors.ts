import { ServiceError } from '@stablecoin/errors';
import type { Retry } from '@stablecoin/errors';

/** The stream kept moving while a command was decided. Passing: try again later. */
export class ConcurrencyError extends ServiceError {
  readonly code = 'stream_contended';
  readonly retry = 'always';

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
export class AppendFailedError extends ServiceError {
  readonly code = 'append_failed';
  readonly retry: Retry;

  constructor(
    readonly stream: string,
    cause: unknown,
  ) {
    super(`append to ${stream} failed, and whether it was carried out is unknown`, { cause });
    // Events that no store would take are none the better for waiting.
    this.retry = cause instanceof TypeError || cause instanceof RangeError ? 'bounded' : 'always';
  }
}

/** The store did not answer, or not with anything of use. Passing: what was asked may be asked again. */
export class EventStoreUnavailableError extends ServiceError {
  readonly code = 'event_store_unavailable';
  readonly retry = 'always';

  constructor(cause: unknown) {
    super('the event store cannot be reached', { cause });
  }
}

/** What was appended cannot be put on the disk at present. Passing: it is tried again for as long as it takes. */
export class NotWrittenError extends ServiceError {
  readonly code = 'event_not_written';
  readonly retry = 'always';

  constructor(cause: string) {
    super(`the event store could not write: ${cause}`);
  }
}

/** Too many commands wait already. Passing: try again later. */
export class OverloadedError extends ServiceError {
  readonly code = 'overloaded';
  readonly retry = 'always';
}

/** The read model is being rebuilt, and cannot say yet whether an old command was applied. Passing: try again later. */
export class ReadModelBehindError extends ServiceError {
  readonly code = 'read_model_behind';
  readonly retry = 'always';

  constructor(
    readonly stream: string,
    readonly needed: number,
  ) {
    super(`commands on ${stream} may repeat others that only the read model knows, from position ${needed} on`);
  }
}

/** A command that cannot be the first came for a stream that does not exist (protocol rule 7). */
export class UnknownStreamError extends ServiceError {
  readonly code = 'stream_unknown';
  readonly retry = 'never';

  constructor(
    readonly stream: string,
    readonly commandType: string,
  ) {
    super(`${commandType} came for stream ${stream}, which does not exist`);
  }
}

/** Another instance has moved the checkpoint: this one must stop. It only ever repeats what the other does as well. */
export class FencedError extends ServiceError {
  readonly code = 'checkpoint_fenced';
  readonly retry = 'bounded';

  constructor(readonly checkpoint: string) {
    super(`checkpoint ${checkpoint} was moved by another instance`);
  }
}

/**
 * What was waited for did not come in time, or cannot come any more because the waiting was ended. Passing: it comes
 * later, or after a restart.
 */
export class NotReachedError extends ServiceError {
  readonly code = 'position_not_reached';
  readonly retry = 'always';
}
