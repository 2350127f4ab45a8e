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
}

/** Each connection sends its next request when the last one is answered: shows what a server can do at most. */
export async function closedLoop({ url, workload, connections, seconds }: ClosedLoop): Promise<Slice> {
  const next = requestsOf(workload);
  const recorder = new SliceRecorder();
  const clients = Array.from({ length: connections }, () => new Client(url, { pipelining: 1 }));
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    clients.map(async (client) => {
      for (let sentAt = performance.now(); sentAt < end; sentAt = performance.now()) {
        const failure = await exchange(client, next());
        const answeredAt = performance.now();
        if (failure === null) recorder.succeeded(answeredAt - sentAt, answeredAt <= end);
        else recorder.failed(failure);
      }
    }),
  );
  await Promise.all(clients.map((client) => client.close()));
  return recorder.result(seconds);
}
