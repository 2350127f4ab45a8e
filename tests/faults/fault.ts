import type { PairUnderFault } from '../rig/start/pair-under-fault';
import type { ProcessUnderFault } from '../rig/start/process-under-fault';
import type { StackUnderFault } from '../rig/start/stack-under-fault';

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

/** Something that is done to a system under load: blows one after the other, each when payments flow again. */
interface FaultOf<System> {
  /** For `--only`. */
  readonly name: string;
  readonly title: string;
  readonly blows: (system: System) => readonly Blow[];
}

export interface StackFault extends FaultOf<StackUnderFault> {
  readonly on: 'stack';
  /** How many nodes the event store has. Default 1. */
  readonly eventStoreNodes?: 1 | 3;
}

export interface PairFault extends FaultOf<PairUnderFault> {
  readonly on: 'pair';
}

export interface ProcessFault extends FaultOf<ProcessUnderFault> {
  readonly on: 'eventstoredb';
}

export type Fault = StackFault | PairFault | ProcessFault;
