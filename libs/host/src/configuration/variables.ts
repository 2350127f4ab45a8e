import { SERVICES_BEHIND_GATEWAY, type ServiceName } from '@stablecoin/contracts';
import { decodeKey } from '@stablecoin/security';
import { LIVE_VARIABLES } from './live-variables';
import { bootstrapApiKeys } from './parsers/bootstrap-api-keys';
import { listOf } from './parsers/list-of';
import { parser } from './parsers/parser';
import { rateLimits } from './parsers/rate-limits';
import { serverUrl } from './parsers/server-url';
import {
  amount,
  durations,
  integer,
  milliseconds,
  oneOf,
  port,
  text,
  time,
  trustedProxies,
  wordOf,
} from './parsers/scalars';
import { OIDC_VARIABLES } from './oidc-variables';
import { SCREENING_VARIABLES } from './screening-variables';
import { STORAGE_VARIABLES } from './storage-variables';
import { TRACING_VARIABLES } from './tracing-variables';
import { optional, secret, variable } from './variable';
import type { ValueOf } from './variable';

/** URL of a service that runs in its own process. */
const queriesOf = (name: string, service: string) =>
  optional(
    name,
    serverUrl(['http', 'https']),
    `URL of the queries of the ${service} service. Default: in this process.`,
  );

/** `PAYMENT_URL` and so on: of each service behind the gateway. */
export const SERVICE_URLS = Object.fromEntries(
  SERVICES_BEHIND_GATEWAY.map((name) => [`${name}Url`, queriesOf(`${name.toUpperCase()}_URL`, name)]),
) as Readonly<Record<`${Exclude<ServiceName, 'gateway'>}Url`, ReturnType<typeof queriesOf>>>;

const secretsKey = parser('32 bytes in base64', (value) => (decodeKey(value) === undefined ? undefined : value));

/** Every variable that the service reads. */
export const VARIABLES = {
  port: variable('PORT', port, '3000', 'TCP port of the HTTP API. 0 picks a free one.'),
  host: variable(
    'HOST',
    text('an address or a host name', /^[\w.:-]+$/),
    '127.0.0.1',
    'Address that the HTTP API listens on.',
  ),
  metricsPort: optional('METRICS_PORT', port, 'TCP port of GET /metrics. Default: no metrics are served.'),
  trustProxy: variable(
    'TRUST_PROXY',
    trustedProxies,
    'off',
    'Proxies whose X-Forwarded-For is trusted for the IP allow-lists of API keys.',
  ),
  keepAliveMs: variable(
    'KEEP_ALIVE_MS',
    milliseconds(1),
    '72000',
    'How long an idle connection to the HTTP API is kept, in milliseconds. Longer than a load balancer in front keeps it.',
  ),

  gatewayThread: variable(
    'GATEWAY_THREAD',
    oneOf({ on: true, off: false }),
    'on',
    'Runs the gateway in its own thread when all services are one process. Doubles reads on two cores, for 25 MB more memory.',
  ),

  console: variable(
    'CONSOLE',
    oneOf({ on: true, off: false }),
    'on',
    'Serves the console under /console. Its pages are public; what they show needs a sign-in.',
  ),

  ...STORAGE_VARIABLES,
  rateLimits: variable('RATE_LIMITS', rateLimits, '{}', "Overrides the plan's limits, in requests per second."),
  sandboxBytesPerDay: variable(
    'SANDBOX_BYTES_PER_DAY',
    integer('a number of bytes', 100_000, 1_000_000_000_000),
    '1000000000',
    'Bytes that one account may send in requests of the sandbox that change something. They come back over a day; as many can be sent at once.',
  ),
  signInRate: variable(
    'SIGN_IN_RATE',
    integer('a whole number', 1, 10_000),
    '1',
    'Maximum sign-ins per second from one address, or one /64 of IPv6. A burst is 20 times as many.',
  ),
  requestsInProgressMax: variable(
    'REQUESTS_IN_PROGRESS_MAX',
    integer('a whole number', 1, 100_000),
    '256',
    'Maximum requests processed at one time, over all keys. Requests that only wait for another service do not count.',
  ),
  requestsQueuedMax: variable(
    'REQUESTS_QUEUED_MAX',
    integer('a whole number', 0, 100_000),
    '2048',
    'Maximum queued requests. A request waits at most one second. When the queue is full, requests get 429.',
  ),

  services: optional(
    'SERVICES',
    listOf(`comma-separated names out of ${SERVICES_BEHIND_GATEWAY.join(', ')}, each once`, (text) =>
      SERVICES_BEHIND_GATEWAY.find((service) => service === text),
    ),
    'Services that share a process started with apps/standalone/dist/services.js. They still talk over the bus.',
  ),
  queryPort: variable(
    'QUERY_PORT',
    port,
    '3001',
    'TCP port for queries and health checks of a service in its own process. 0 picks a free one.',
  ),
  serviceToken: secret(
    'SERVICE_TOKEN',
    text('16 to 256 characters without spaces', /^[!-~]{16,256}$/),
    'Token that services send with queries to each other. Required where a service runs in its own process.',
  ),
  ...SERVICE_URLS,

  bootstrapApiKeys: secret(
    'BOOTSTRAP_API_KEYS',
    bootstrapApiKeys,
    'API keys to create at the start if they are missing. Default: the first start creates a test key and prints it.',
  ),
  secretsKey: secret(
    'SECRETS_KEY',
    secretsKey,
    'Key that webhook secrets and signatures are encrypted with. Default: created at the first start, in DATA_DIR/secrets.key.',
  ),

  onchainIdKey: secret(
    'ONCHAIN_ID_KEY',
    secretsKey,
    'Key that the on-chain ids of payments and the ids of wallets with an idempotency key are made with. It must never change. Default: derived from SECRETS_KEY.',
  ),

  replication: optional(
    'REPLICATION',
    wordOf('synchronous'),
    'synchronous: each commit waits for a replica of the database, so a promotion loses nothing. Default: a promoted one needs npm run restore -- accept.',
  ),
  restoredFrom: optional(
    'RESTORED_FROM',
    time,
    'Time of the backup that other tools have restored the event store from. The service starts after npm run restore -- accept. Default: as the event store says.',
  ),

  ...OIDC_VARIABLES,

  liveAccount: optional(
    'LIVE_ACCOUNT',
    text('an account: up to 64 of a-z, 0-9 and _', /^[a-z0-9_]{1,64}$/),
    'The one account that live mode serves. Default: that of the first live key in BOOTSTRAP_API_KEYS.',
  ),
  chains: optional(
    'CHAINS',
    wordOf('local'),
    'local: the standalone service starts local chains, and live mode pays on them. For trying live mode without real money.',
  ),
  ...LIVE_VARIABLES,
  allowUnpatchedNode: variable(
    'ALLOW_UNPATCHED_NODE',
    oneOf({ on: true, off: false }),
    'off',
    'Lets live mode start on a public network on a Node below 22.23.4, 24.22.1 or 26.12.1, which a compressed answer can take over (CVE-2026-111497).',
  ),
  keystorePassphrase: secret('KEYSTORE_PASSPHRASE', text('a passphrase'), 'Passphrase of the keystores above.'),
  ...SCREENING_VARIABLES,

  waitMs: variable(
    'WAIT_MS',
    milliseconds(0, 30_000),
    '10000',
    'Maximum time that POST /payments waits for the outcome before it answers 202, in milliseconds.',
  ),
  paymentMin: variable('PAYMENT_MIN', amount(1n), '0.01', 'Smallest payment amount, in its currency.'),
  paymentMax: variable('PAYMENT_MAX', amount(1n), '1000000.00', 'Largest payment amount, in its currency.'),
  approvalTtlMs: variable(
    'APPROVAL_TTL_MS',
    milliseconds(1),
    '86400000',
    'Time to approve a payment before the approval expires, in milliseconds.',
  ),
  reviewTtlMs: variable(
    'REVIEW_TTL_MS',
    milliseconds(1),
    '86400000',
    'Time to decide a screening in review before it counts as blocked, in milliseconds.',
  ),
  reviewFourEyes: variable(
    'REVIEW_FOUR_EYES',
    oneOf({ on: true, off: false }),
    'off',
    'on: the API key that created a payment, and keys issued by it, cannot decide its review.',
  ),
  screeningDeadlineMs: variable(
    'SCREENING_DEADLINE_MS',
    milliseconds(1),
    '60000',
    'Time that a payment waits for its screening before it fails, in milliseconds.',
  ),
  screeningCacheMs: variable(
    'SCREENING_CACHE_MS',
    milliseconds(0),
    '86400000',
    'How long a screening result is reused, in milliseconds.',
  ),
  reservationOverdueMs: variable(
    'RESERVATION_OVERDUE_MS',
    milliseconds(1),
    '60000',
    'Age at which an open reservation is checked with its payment, in milliseconds.',
  ),
  treasuryLookMs: variable(
    'TREASURY_LOOK_MS',
    milliseconds(100, 600_000),
    '10000',
    'Interval between checks of live treasury and wallets on their chains, in milliseconds.',
  ),

  webhookScheduleMs: variable(
    'WEBHOOK_SCHEDULE',
    durations,
    '0s,5s,5m,30m,2h,5h,10h,14h,20h,24h',
    'Delay before each delivery attempt of a webhook. The number of delays is the number of attempts.',
  ),
  webhookTimeoutMs: variable(
    'WEBHOOK_TIMEOUT_MS',
    milliseconds(1, 120_000),
    '15000',
    'Timeout of a webhook call, in milliseconds.',
  ),
  webhookDisableAfterMs: variable(
    'WEBHOOK_DISABLE_AFTER_MS',
    milliseconds(1),
    '432000000',
    'An endpoint is disabled when every delivery has failed for this long, in milliseconds.',
  ),
  webhookAllowPrivate: optional(
    'WEBHOOK_ALLOW_PRIVATE',
    wordOf('none', 'sandbox-loopback', 'loopback', 'all'),
    'Private addresses that webhooks can go to. Default: none; in one process whose HOST is loopback sandbox-loopback, or loopback with local chains.',
  ),

  sandboxOpeningBalance: variable(
    'SANDBOX_OPENING_BALANCE',
    amount(0n),
    '1000000',
    'Opening balance of a sandbox treasury, per chain and currency.',
  ),
  sandboxSettlementMs: variable(
    'SANDBOX_SETTLEMENT_MS',
    milliseconds(0),
    '0',
    'Settlement time of a sandbox transfer, in milliseconds.',
  ),
  sandboxValidityMs: variable(
    'SANDBOX_VALIDITY_MS',
    milliseconds(1),
    '5000',
    'Validity of a sandbox authorization, in milliseconds.',
  ),
  sandboxChainJournal: optional(
    'SANDBOX_CHAIN_JOURNAL',
    text('a file'),
    'For tests: file that every broadcast of the simulated chains is appended to. Default: none.',
  ),

  ...TRACING_VARIABLES,
  logLevel: variable(
    'LOG_LEVEL',
    wordOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'Lowest level that is logged.',
  ),
  shutdownMs: variable(
    'SHUTDOWN_MS',
    milliseconds(1, 600_000),
    '10000',
    'Time that each component has to stop, in milliseconds.',
  ),
};

/** The parsed value of each variable. */
export type Values = { readonly [Key in keyof typeof VARIABLES]: ValueOf<(typeof VARIABLES)[Key]> };
