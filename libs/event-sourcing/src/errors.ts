import { ServiceError } from '@stablecoin/contracts';
import type { Retry } from '@stablecoin/contracts';
import type { RecordedEvent } from './ports/event-store';

/** The stream changed during every attempt to append the events of a command. Transient. */
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
 * The result of an append is unknown. Transient: the same command, sent again, finds out, because an append that succeeded
 * is known by its command id.
 */
export class AppendFailedError extends ServiceError {
  readonly code = 'append_failed';
  readonly retry: Retry;

  constructor(
    readonly stream: string,
    cause: unknown,
  ) {
    super(`append to ${stream} failed, and whether it was carried out is unknown`, { cause });
    // No store accepts these events, now or later.
    this.retry = cause instanceof TypeError || cause instanceof RangeError ? 'bounded' : 'always';
  }
}

/** The event store did not answer, or gave an unusable answer. Transient: make the same call again. */
export class EventStoreUnavailableError extends ServiceError {
  readonly code = 'event_store_unavailable';
  readonly retry = 'always';

  constructor(cause: unknown) {
    super('the event store cannot be reached', { cause });
  }
}

/** The event store cannot write to the disk at present. Transient. */
export class NotWrittenError extends ServiceError {
  readonly code = 'event_not_written';
  readonly retry = 'always';

  constructor(cause: string) {
    super(`the event store could not write: ${cause}`);
  }
}

/** Too many commands wait. Transient: send the command again later. */
export class OverloadedError extends ServiceError {
  readonly code = 'overloaded';
  readonly retry = 'always';
}

/** The read model is being rebuilt, so it is unknown whether an old command was applied. Transient. */
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

/** A command that cannot be the first of a stream came for one that does not exist (protocol rule 7). */
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

/** Another instance has moved the checkpoint: this one must stop. */
export class FencedError extends ServiceError {
  readonly code = 'checkpoint_fenced';
  readonly retry = 'bounded';

  constructor(readonly checkpoint: string) {
    super(`checkpoint ${checkpoint} was moved by another instance`);
  }
}

/** A position was not reached in time, or the wait was ended by a stop. Transient. */
export class NotReachedError extends ServiceError {
  readonly code = 'position_not_reached';
  readonly retry = 'always';
}

/** A read model cannot take an event. It is tried again without a limit, because a skipped event would be missing for ever. */
export class ProjectionFailedError extends ServiceError {
  readonly code = 'projection_failed';
  readonly retry = 'always';

  constructor(projection: string, { type, stream, revision }: RecordedEvent, cause: unknown) {
    super(`read model ${projection} cannot take ${type} at revision ${revision} of ${stream}`, { cause });
  }
}
