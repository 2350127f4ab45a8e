import { randomBytes } from 'node:crypto';
import { API_KEY } from '../processes/accounts';

/** What is sent to a server: JSON, so that it can be handed to the process that sends it. */
export interface Workload {
  readonly method: 'GET' | 'POST';
  /** Taken in turn. */
  readonly paths: readonly string[];
  readonly apiKey: string;
  /** For POST: how many recipients are paid in turn, or which; `new`: none of them twice. */
  readonly recipients: number | readonly string[] | 'new';
  /** For POST: where to pay; left out, the service chooses. */
  readonly chain?: string;
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

/** Payments of one account, whose treasury all of them meet in, to recipients that most of which are known. */
export const PAYMENTS: Workload = {
  method: 'POST',
  paths: ['/v1/payments'],
  apiKey: API_KEY,
  recipients: RECIPIENTS,
  idempotencyKeys: false,
};

/** Reads of the first account. */
export function readsOf(paths: readonly string[]): Workload {
  return { ...PAYMENTS, method: 'GET', paths };
}

/** Makes the requests of a workload, one after the other. */
export function requestsOf({ method, paths, apiKey, recipients, chain, idempotencyKeys }: Workload): () => LoadRequest {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
  };
  // No run repeats the keys or the new recipients of another.
  const run = randomBytes(8).toString('hex');
  const bodyOf = method === 'POST' ? paymentsTo(recipients, run, chain) : () => null;
  let count = 0;
  return () => {
    const n = count++;
    return {
      method,
      path: paths[n % paths.length] ?? '/',
      headers: idempotencyKeys ? { ...headers, 'idempotency-key': `${run}-${n}` } : headers,
      body: bodyOf(n),
    };
  };
}

function paymentsTo(recipients: Workload['recipients'], run: string, chain: string | undefined): (n: number) => string {
  if (recipients === 'new') return (n) => paymentTo(address(run, n), chain);
  const to = typeof recipients === 'number' ? evmRecipients(recipients) : recipients;
  const known = to.map((each) => paymentTo(each, chain));
  return (n) => known[n % known.length] ?? '';
}

/** The same in every run. */
export function evmRecipients(count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) => address('be4c', n));
}

/** None of the addresses that mean something to the sandbox: those are zero but for their end. */
function address(prefix: string, n: number): string {
  return `0x${prefix}${n.toString(16).padStart(HEX_PER_ADDRESS - prefix.length, '0')}`;
}

function paymentTo(to: string, chain: string | undefined): string {
  return JSON.stringify({ to, amount: AMOUNT, chain });
}
