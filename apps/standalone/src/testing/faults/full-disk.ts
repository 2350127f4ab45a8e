import { existsSync } from 'node:fs';
import { WritingState } from '@stablecoin/event-sourcing';
import type { EventStore } from '@stablecoin/event-sourcing';
import { overriding } from '@stablecoin/chains';

const LOOK_AGAIN_MS = 20;

/** A store on a disk that is full for as long as a file is there: nothing is stored, everything can be read. */
export function fullDisk(store: EventStore, fullWhile: string): EventStore {
  const writing = new WritingState();
  const lookAgain = (): void => {
    if (existsSync(fullWhile)) setTimeout(lookAgain, LOOK_AGAIN_MS).unref();
    else writing.works();
  };
  const unlessFull = <T>(write: () => Promise<T>): Promise<T> => {
    if (!existsSync(fullWhile)) return write();
    const problem = new Error('the event store could not write: the disk is full');
    if (writing.problem === undefined) lookAgain();
    writing.fails(problem);
    return Promise.reject(problem);
  };
  return overriding(store, {
    writing,
    append: (...args) => unlessFull(() => store.append(...args)),
    saveSnapshot: (stream, snapshot) => unlessFull(() => store.saveSnapshot(stream, snapshot)),
  });
}
