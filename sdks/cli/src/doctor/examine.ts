import {
  ApiConnectionError,
  ApiError,
  type ApiKey,
  type StablecoinPayments,
  type WebhookEndpoint,
} from 'stablecoin-payments';
import type { Credentials } from '../credentials.js';
import { RefusedAnswer, send, serviceRoot, textOf } from '../http.js';
import { fail, ok, warn, type Finding } from './finding.js';

const SKEW_MS = { warn: 30_000, fail: 300_000 };
const EXPIRES_SOON_MS = 14 * 86_400_000;
const READY_WITHIN_MS = 10_000;
const CHAINS = ['base', 'ethereum', 'solana'] as const;
const RECIPIENTS = {
  evm: '0x52908400098527886E0F7030069857D2E4169EE7',
  solana: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
};

/** Looks at everything that a payment takes, one finding at a time. */
export async function* examine(
  client: StablecoinPayments,
  { apiKey, baseUrl }: Credentials,
  now: () => number,
): AsyncGenerator<Finding, void, undefined> {
  const service = await serviceOf(baseUrl, now);
  yield* service.findings;
  if (!service.isReachable) return;
  const access = await accessOf(client);
  yield access.finding;
  if (access.isRefused) return;
  const key = await ownKey(client, apiKey);
  yield* keyFindings(key, client, now());
  yield* endpointFindings(client);
  yield* chainFindings(client, key === undefined ? await boundTo(client) : key.wallet_ids);
  yield* liveFindings(client.livemode, baseUrl);
}

async function serviceOf(
  baseUrl: string,
  now: () => number,
): Promise<{ readonly isReachable: boolean; readonly findings: readonly Finding[] }> {
  const url = `${serviceRoot(baseUrl)}/health/ready`;
  let status: number;
  let date: string | undefined;
  let body: string;
  try {
    const answer = await send(new URL(url), { signal: AbortSignal.timeout(READY_WITHIN_MS) });
    [status, date, body] = [answer.statusCode ?? 0, answer.headers.date, (await textOf(answer)).slice(0, 200)];
  } catch (error) {
    if (error instanceof RefusedAnswer) return { isReachable: false, findings: [refused(baseUrl, error)] };
    const advice = 'Start the service, or correct the URL: --base-url or STABLECOIN_BASE_URL.';
    return { isReachable: false, findings: [fail('service', `${baseUrl} cannot be reached`, advice)] };
  }
  const at = now();
  const advice = 'Look at its log: it says what it lacks. docs/operations.md explains it.';
  const ready =
    status === 200
      ? ok('service', `${baseUrl} is ready`)
      : fail('service', `${baseUrl} answers ${status} to /health/ready: ${body}`, advice);
  return { isReachable: true, findings: [ready, clockFinding(date, at)] };
}

function refused(baseUrl: string, { message }: RefusedAnswer): Finding {
  const advice = 'Let the proxy in front of the service honor accept-encoding: identity.';
  return fail('service', `${baseUrl} is not read: ${message}`, advice);
}

/** The service states whole seconds. */
function clockFinding(date: string | undefined, now: number): Finding {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return warn('clock', 'the service states no time', 'Compare the clocks of both machines.');
  const offMs = Math.max(0, Math.abs(now - at) - 1_000);
  const text = `${Math.round(offMs / 1_000)} s off the clock of the service`;
  const advice = 'Synchronize this machine by NTP: webhooks are refused when the clocks are 300 s apart.';
  if (offMs > SKEW_MS.fail) return fail('clock', text, advice);
  return offMs > SKEW_MS.warn ? warn('clock', text, advice) : ok('clock', text);
}

async function accessOf(
  client: StablecoinPayments,
): Promise<{ readonly finding: Finding; readonly isRefused: boolean }> {
  const mode = client.livemode ? 'live' : 'sandbox';
  try {
    await client.payments.list({ limit: 1 }).page();
    return { finding: ok('key', `accepted, ${mode}`), isRefused: false };
  } catch (error) {
    if (codeOf(error) === 'insufficient_scope') {
      const advice = 'Add payments:read to see what has become of payments.';
      return { finding: warn('key', `accepted, ${mode}, but it may not read payments`, advice), isRefused: false };
    }
    const advice =
      codeOf(error) === 'unauthorized'
        ? 'Use another key: svc login. `npm run keys -- create` makes one where the service runs.'
        : 'Run the command again; if it stays, look at the log of the service.';
    return { finding: fail('key', messageOf(error), advice), isRefused: true };
  }
}

/** What the service knows of the key in use; undefined when the key may not ask, or cannot be told from others. */
async function ownKey(client: StablecoinPayments, apiKey: string): Promise<ApiKey | undefined> {
  try {
    const found: ApiKey[] = [];
    for await (const key of client.apiKeys.list({ limit: 100 })) {
      if (key.revoked_at === null && apiKey.endsWith(key.last4)) found.push(key);
    }
    return found.length === 1 ? found[0] : undefined;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

async function* keyFindings(
  key: ApiKey | undefined,
  client: StablecoinPayments,
  now: number,
): AsyncGenerator<Finding, void, undefined> {
  if (key === undefined) {
    yield await readableScopes(client);
    return;
  }
  const { scopes, plan, expires_at: expires, wallet_ids: wallets } = key;
  yield ok('scopes', `${scopes.join(', ')} (${plan})`);
  if (wallets !== null) yield ok('wallets', `bound to ${wallets.join(', ')}`);
  if (expires !== null && Date.parse(expires) - now < EXPIRES_SOON_MS) {
    yield warn('expiry', `the key ends at ${expires}`, `Issue another one in time: svc keys create.`);
  }
}

/** By trying what only reads. */
async function readableScopes(client: StablecoinPayments): Promise<Finding> {
  const reads: Readonly<Record<string, () => Promise<unknown>>> = {
    'payments:read': () => client.payments.list({ limit: 1 }).page(),
    'wallets:read': () => client.wallets.list({ limit: 1 }).page(),
    'treasury:read': () => client.treasury.balance(),
    'compliance:read': () => client.compliance.list({ limit: 1 }).page(),
    'events:read': () => client.events.list({ limit: 1 }).page(),
  };
  const allowed: string[] = [];
  for (const [scope, read] of Object.entries(reads)) {
    try {
      await read();
      allowed.push(scope);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  const text = `${allowed.join(', ') || 'none that reads'}; what it may write is not known without keys:read`;
  return ok('scopes', text);
}

async function* endpointFindings(client: StablecoinPayments): AsyncGenerator<Finding, void, undefined> {
  const endpoints: WebhookEndpoint[] = [];
  try {
    for await (const endpoint of client.webhookEndpoints.list({ limit: 100 })) endpoints.push(endpoint);
  } catch (error) {
    if (codeOf(error) !== 'insufficient_scope') throw error;
    yield ok('webhooks', 'not looked at: the key may not read webhook endpoints');
    return;
  }
  if (endpoints.length === 0) {
    const advice = 'Register one, or follow the events: svc listen --forward-to http://localhost:4000/hook';
    yield warn('webhooks', 'there is no endpoint', advice);
  }
  for (const endpoint of endpoints) yield endpointFinding(endpoint, await lastFailure(client, endpoint));
}

/** Why the newest delivery has not arrived; undefined when it has. */
async function lastFailure(client: StablecoinPayments, { id }: WebhookEndpoint): Promise<string | undefined> {
  const { data } = await client.webhookEndpoints.deliveries(id, { limit: 1 }).page();
  const attempt = data[0]?.status === 'delivered' ? undefined : data[0]?.attempts.at(-1);
  return attempt && (attempt.error ?? `it answered ${attempt.status_code ?? 'nothing'}`);
}

function endpointFinding(
  { id, url, status, disabled_reason: reason }: WebhookEndpoint,
  failure: string | undefined,
): Finding {
  if (status !== 'enabled') {
    const text = `${id} (${url}) is disabled: ${reason ?? 'no reason is stated'}`;
    return warn('webhooks', text, `Enable it, or delete it: PATCH or DELETE /v1/webhook_endpoints/${id}.`);
  }
  if (failure !== undefined) {
    const advice = 'Make the receiver answer 2xx within 15 s. Events that it missed are sent again for three days.';
    return fail('webhooks', `${id} (${url}) fails: ${failure}`, advice);
  }
  return ok('webhooks', `${id} (${url})`);
}

async function* chainFindings(
  client: StablecoinPayments,
  walletIds: readonly string[] | null,
): AsyncGenerator<Finding, void, undefined> {
  if (walletIds !== null) {
    for (const id of walletIds) {
      const { chain } = await client.wallets.get(id);
      yield await chainFinding(client, chain, id);
    }
    return;
  }
  for (const chain of CHAINS) yield await chainFinding(client, chain, undefined);
}

/** The wallets of a key that may pay from nothing else; null when it may. */
async function boundTo(client: StablecoinPayments): Promise<readonly string[] | null> {
  try {
    await client.payments.simulate({ to: RECIPIENTS.evm, amount: '1.00' });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.param !== 'from') return null;
    try {
      return (await client.wallets.list({ limit: 100 }).page()).data.map(({ id }) => id);
    } catch (refusal) {
      if (codeOf(refusal) !== 'insufficient_scope') throw refusal;
    }
  }
  return null;
}

/** By a simulation, which moves nothing. */
async function chainFinding(client: StablecoinPayments, chain: string, from: string | undefined): Promise<Finding> {
  const to = chain === 'solana' ? RECIPIENTS.solana : RECIPIENTS.evm;
  const part = from === undefined ? chain : `${chain} (${from})`;
  const advice = 'Check the RPC endpoints of the service: docs/going-live.md.';
  try {
    const order = { to, amount: '1.00', chain: chain as (typeof CHAINS)[number], ...(from !== undefined && { from }) };
    const { candidates } = await client.payments.simulate(order);
    const candidate = candidates.find((each) => each.chain === chain);
    if (candidate === undefined) return fail(part, 'the service does not offer it', advice);
    const { verdict, reason, fee, balance } = candidate;
    if (verdict === 'ok') return ok(part, `up; it holds ${balance}, a payment costs ${fee}`);
    if (verdict === 'insufficient_balance') return warn(part, `up, but ${reason}`, 'Add funds.');
    return fail(part, `${verdict}: ${reason}`, advice);
  } catch (error) {
    if (codeOf(error) === 'insufficient_scope') {
      return ok(part, 'not looked at: the key may not simulate payments from here');
    }
    if (error instanceof ApiError) return fail(part, messageOf(error), advice);
    throw error;
  }
}

/** What stands between this and payments of real money. */
function* liveFindings(livemode: boolean, baseUrl: string): Generator<Finding, void, undefined> {
  if (!livemode) {
    const advice = 'Follow docs/going-live.md, then log in with a svc_live_ key.';
    yield warn('live', 'this is a sandbox key: no money moves', advice);
    return;
  }
  const { protocol, hostname } = new URL(baseUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  yield protocol === 'https:' || isLocal
    ? ok('live', 'the key moves money, and travels encrypted or on this machine only')
    : fail('live', 'the key travels unencrypted', 'Use https.');
}

function codeOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.code : undefined;
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError || error instanceof ApiConnectionError) return error.message;
  throw error;
}
