import type { Json } from '../ports/event-store';

/**
 * Something to be done outside of the process, or at a certain time. A job is part of a read model: an event adds it, and
 * the event that reports its result removes or postpones it, so a restart loses none.
 */
export interface Job {
  /** Names the runner that runs it. */
  readonly kind: string;
  /** Identity within the kind. */
  readonly key: string;
  /** Jobs with the same ordering key run one after the other. */
  readonly orderingKey: string;
  /** Order within an ordering key, the lowest first; the key decides between equals. */
  readonly sequence: number;
  /** Not before this moment, in milliseconds since the epoch. */
  readonly dueAt: number;
  /** Failed attempts, as events report them. */
  readonly attempt: number;
  /** The event that added it. */
  readonly eventId: string;
  readonly stream: string;
  readonly account: string;
  readonly livemode: boolean;
  readonly correlationId: string;
  /** The trace of the event that added it. */
  readonly traceparent?: string;
  readonly data: Json;
}

/** A job to be added. By default it depends on no other job (`orderingKey` is its key, `sequence` 0) and was never tried. */
export type NewJob = Omit<Job, 'orderingKey' | 'sequence' | 'attempt'> &
  Partial<Pick<Job, 'orderingKey' | 'sequence' | 'attempt'>>;
