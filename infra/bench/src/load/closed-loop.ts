import { Client } from 'undici';
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

/** Each connection sends its next request when the last one is answered: shows what a server can do at most. */
export async function closedLoop(load: ClosedLoop): Promise<Slice> {
  const { url, workload, connections, seconds, requestsMax = Infinity } = load;
  const next = requestsOf(workload);
  const recorder = new SliceRecorder();
  const clients = Array.from({ length: connections }, () => new Client(url, { pipelining: 1 }));
  const begin = performance.now();
  const end = begin + seconds * 1_000;
  let sent = 0;
  await Promise.all(
    clients.map(async (client) => {
      for (let sentAt = performance.now(); sentAt < end && sent < requestsMax; sentAt = performance.now()) {
        sent += 1;
        const failure = await exchange(client, next());
        if (failure === null) recorder.succeeded(performance.now() - sentAt);
        else recorder.failed(failure);
      }
    }),
  );
  const slice = recorder.result((performance.now() - begin) / 1_000);
  await Promise.all(clients.map((client) => client.close()));
  return slice;
}
