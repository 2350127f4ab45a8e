import { randomBytes } from 'node:crypto';

/** What is sent to a server: JSON, so that it can be handed to the process that sends it. */
export interface Workload {
  readonly method: 'GET' | 'POST';
  /** Taken in turn. */
  readonly paths: readonly string[];
  /** Taken in turn. */
  readonly apiKeys: readonly string[];
  /** A payment to one of a thousand recipients, or to one that nobody has paid yet. */
  readonly body: 'none' | 'known recipients' | 'new recipients';
  /** Whether each request has an idempotency key of its own. */
  readonly idempotencyKeys: boolean;
}

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const RECIPIENTS = 1_000;
/** The smallest payment, so that no balance ends before the load does. */
const AMOUNT = '0.01';
const HEX_PER_ADDRESS = 40;

/** Makes the requests of a workload, one after the other. */
export function requestsOf({ method, paths, apiKeys, body, idempotencyKeys }: Workload): () => LoadRequest {
  const headers = apiKeys.map((key) => ({
    authorization: `Bearer ${key}`,
    ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
  }));
  const known = Array.from({ length: body === 'known recipients' ? RECIPIENTS : 0 }, (_, n) => paymentTo(recipient(n)));
  // No run repeats the keys or recipients of another.
  const run = randomBytes(8).toString('hex');
  let count = 0;
  return () => {
    const n = count++;
    const own = headers[n % headers.length] ?? {};
    return {
      method,
      path: paths[n % paths.length] ?? '/',
      headers: idempotencyKeys ? { ...own, 'idempotency-key': `${run}-${n}` } : own,
      body:
        body === 'none'
          ? null
          : body === 'new recipients'
            ? paymentTo(recipient(n, run))
            : (known[n % RECIPIENTS] ?? ''),
    };
  };
}

/** None of the addresses that mean something to the sandbox: those are zero but for their end. */
function recipient(n: number, run = 'be4c'): string {
  return `0x${run}${n.toString(16).padStart(HEX_PER_ADDRESS - run.length, '0')}`;
}

function paymentTo(to: string): string {
  return JSON.stringify({ to, amount: AMOUNT });
}
