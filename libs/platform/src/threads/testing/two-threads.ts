import { MessageChannel } from 'node:worker_threads';
import { ThreadLink } from '../thread-link';

/** The links of two threads with each other, both in this one: what crosses is the same. */
export function twoThreads(): { readonly here: ThreadLink; readonly there: ThreadLink; readonly close: () => void } {
  const { port1, port2 } = new MessageChannel();
  return { here: new ThreadLink(port1), there: new ThreadLink(port2), close: () => port1.close() };
}
