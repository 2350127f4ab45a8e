import { existsSync } from 'node:fs';
import type { EventStore } from '@stablecoin/event-sourcing';
import { overriding } from './overriding';

/** A store on a disk that is full for as long as a file is there: nothing is stored, everything can be read. */
export function fullDisk(store: EventStore, fullWhile: string): EventStore {
  const unlessFull = <T>(write: () => Promise<T>): Promise<T> =>
    existsSync(fullWhile) ? Promise.reject(new Error('the event store could not write: the disk is full')) : write();
  return overriding(store, {
    append: (...args) => unlessFull(() => store.append(...args)),
    saveSnapshot: (stream, snapshot) => unlessFull(() => store.saveSnapshot(stream, snapshot)),
  });
}
