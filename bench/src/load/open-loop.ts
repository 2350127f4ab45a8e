import { Pool } from 'undici';
import { atRate } from './at-rate';
import { exchange } from './exchange';
import { type Slice, SliceRecorder } from './slice';
import { requestsOf, type Workload } from './workload';

export interface OpenLoop {
  readonly kind: 'open';
  readonly url: string;
  readonly workload: Workload;
  readonly requestsPerSecond: number;
  readonly seconds: number;
}

const CONNECTIONS_MAX = 512;

/**
 * Sends at a fixed rate, whatever the server does: shows how long a client waits. A latency begins when its request
 * was due, so that a server that stalls does not hide it by keeping the next request from being sent.
 */
export async function openLoop({ url, workload, requestsPerSecond, seconds }: OpenLoop): Promise<Slice> {
  const next = requestsOf(workload);
  const recorder = new SliceRecorder();
  const pool = new Pool(url, { connections: CONNECTIONS_MAX, pipelining: 1 });
  const begin = performance.now();
  const total = Math.floor(requestsPerSecond * seconds);
  const answers: Promise<void>[] = [];

  const send = async (dueAt: number): Promise<void> => {
    const failure = await exchange(pool, next());
    if (failure === null) recorder.succeeded(performance.now() - dueAt);
    else recorder.failed(failure);
  };
  const rate = { perSecond: () => requestsPerSecond, isOver: () => answers.length >= total };
  await atRate(rate, (dueAt) => answers.push(send(dueAt)));
  await Promise.all(answers);
  const slice = recorder.result((performance.now() - begin) / 1_000);
  await pool.close();
  return slice;
}
