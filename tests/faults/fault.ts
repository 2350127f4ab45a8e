import type { StackUnderFault } from './stack-under-fault';

/** One thing that goes wrong, for a time. */
export interface Blow {
  /** For people. */
  readonly what: string;
  readonly strike: () => Promise<void> | void;
  /** Nothing is done meanwhile. */
  readonly lastsMs: number;
  /** Mends it. */
  readonly lift: () => Promise<void> | void;
}

/** Something that is done to a stack under load: blows one after the other, each when payments flow again. */
export interface Fault {
  /** For `--only`. */
  readonly name: string;
  readonly title: string;
  /** How many nodes the event store has. Default 1. */
  readonly eventStoreNodes?: 1 | 3;
  readonly blows: (stack: StackUnderFault) => readonly Blow[];
}
