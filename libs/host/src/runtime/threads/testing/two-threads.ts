import { MessageChannel } from 'node:worker_threads';
import { ThreadRpc } from '../thread-rpc';

/** The links of two threads with each other, both in this one: what crosses is the same. */
export function twoThreads(): { readonly here: ThreadRpc; readonly there: ThreadRpc; readonly close: () => void } {
  const { port1, port2 } = new MessageChannel();
  return { here: new ThreadRpc(port1), there: new ThreadRpc(port2), close: () => port1.close() };
}
