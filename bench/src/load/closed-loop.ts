import { Client } from 'undici';
import { mean } from '../report/statistics';
import { exchange } from './exchange';
import { type Slice, SliceRecorder } from './slice';
import { requestsOf, type Workload } from './workload';

export interface ClosedLoop {
  readonly kind: 'closed';
  readonly url: string;
  readonly workload: Workload;
  readonly connections: number;
  readonly seconds: number;
  /** Ends it earlier. */
  readonly requestsMax?: number;
}

/**
 * Each connection sends its next request when the last one is answered: shows what a server can do at most.
 *
 * The rate is that of all connections at work: the time of one that has got its last answer ends there, and not when the
 * last of them has. Otherwise the end of a slice, when fewer and fewer are left, would count for as much as the time
 * that a server takes for a request, and the more against the slower of two.
 */
export async function closedLoop(load: ClosedLoop): Promise<Slice> {
  const { url, workload, connections, seconds, requestsMax = Infinity } = load;
  const next = requestsOf(workload);
  const recorder = new SliceRecorder();
  const clients = Array.from({ length: connections }, () => new Client(url, { pipelining: 1 }));
  const begin = performance.now();
  const end = begin + seconds * 1_000;
  let sent = 0;
  const atWorkMs = await Promise.all(
    clients.map(async (client) => {
      for (let sentAt = performance.now(); sentAt < end && sent < requestsMax; sentAt = performance.now()) {
        sent += 1;
        const failure = await exchange(client, next());
        if (failure === null) recorder.succeeded(performance.now() - sentAt);
        else recorder.failed(failure);
      }
      return performance.now() - begin;
    }),
  );
  const slice = recorder.result(mean(atWorkMs) / 1_000);
  await Promise.all(clients.map((client) => client.close()));
  return slice;
}
