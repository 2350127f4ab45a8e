import { decodeKey } from '@stablecoin/secrets';
import { LIVE_VARIABLES } from './live-variables';
import { bootstrapApiKeys } from './parsers/bootstrap-api-keys';
import { busUrl } from './parsers/bus-url';
import { eventStoreUrl } from './parsers/event-store-url';
import { parser } from './parsers/parser';
import { rateLimits } from './parsers/rate-limits';
import { serverUrl, wordOrServer } from './parsers/server-url';
import {
  amount,
  durations,
  integer,
  milliseconds,
  notAvailable,
  oneOf,
  port,
  text,
  trustedProxies,
  wordOf,
} from './parsers/scalars';
import { optional, secret, variable } from './variable';
import type { ValueOf } from './variable';

/** Where a service that runs in a process of its own answers. */
const queriesOf = (name: string, service: string) =>
  optional(
    name,
    serverUrl(['http', 'https']),
    `Where the ${service} service answers queries. Left out: in this process.`,
  );

const secretsKey = parser('32 bytes in base64', (value) => (decodeKey(value) === undefined ? undefined : value));

/** Every variable that the service reads. */
export const VARIABLES = {
  port: variable('PORT', port, '3000', 'TCP port of the HTTP API; 0 takes any that is free.'),
  host: variable('HOST', text('an address or a host name', /^[\w.:-]+$/), '127.0.0.1', 'Where the HTTP API listens.'),
  metricsPort: optional('METRICS_PORT', port, 'TCP port of GET /metrics. Left out: no metrics are served.'),
  trustProxy: variable(
    'TRUST_PROXY',
    trustedProxies,
    'off',
    'The proxies whose X-Forwarded-For is believed, for the IP allow-lists of API keys.',
  ),

  gatewayThread: variable(
    'GATEWAY_THREAD',
    oneOf({ on: true, off: false }),
    'on',
    'Whether the gateway has a thread of its own where all services are one process: quicker where there are two processors, and some 25 MB more.',
  ),

  dataDir: variable(
    'DATA_DIR',
    text('a folder'),
    './data',
    'Where the embedded stores keep their files; for one process at a time.',
  ),
  eventStore: variable(
    'EVENT_STORE_URL',
    eventStoreUrl,
    'sqlite:',
    'Where the events are. sqlite: is a file in DATA_DIR, memory: forgets everything at the end, esdb: is an EventStoreDB.',
  ),
  bus: variable(
    'BUS_URL',
    busUrl,
    'memory:',
    'What carries messages between the services. memory: is this process, for services that all run in it.',
  ),
  database: optional(
    'DATABASE_URL',
    wordOrServer({ 'sqlite:': 'sqlite', 'memory:': 'memory' } as const, ['postgres', 'postgresql']),
    'Where the read models are. Left out: with the events. On PostgreSQL each service has a schema of its own, and several instances may run.',
  ),
  databaseConnectionsMax: variable(
    'DATABASE_CONNECTIONS_MAX',
    integer('a whole number', 1, 1_000),
    '10',
    'Connections to PostgreSQL, for each service of this process; one more holds the lease.',
  ),
  rateLimit: variable(
    'RATE_LIMIT_URL',
    wordOrServer({ 'memory:': 'memory' } as const, ['redis', 'rediss']),
    'memory:',
    'Where rate limits are counted. memory: is for one gateway; several share a Redis.',
  ),
  rateLimits: variable('RATE_LIMITS', rateLimits, '{}', "Takes the place of a plan's own limits; requests per second."),
  requestsInProgressMax: variable(
    'REQUESTS_IN_PROGRESS_MAX',
    integer('a whole number', 1, 100_000),
    '256',
    'Requests that are worked on at one time, over all keys. Those that only wait for somebody else do not count.',
  ),
  requestsQueuedMax: variable(
    'REQUESTS_QUEUED_MAX',
    integer('a whole number', 0, 100_000),
    '2048',
    'Requests that wait for their turn, for a second at most; the rest are answered 429.',
  ),

  queryPort: variable(
    'QUERY_PORT',
    port,
    '3001',
    "TCP port where a service that runs alone answers the others' queries, and its health; 0 takes any that is free.",
  ),
  serviceToken: secret(
    'SERVICE_TOKEN',
    text('16 to 256 characters without spaces', /^[!-~]{16,256}$/),
    'What services show each other with their queries. Required where one of them runs alone.',
  ),
  paymentUrl: queriesOf('PAYMENT_URL', 'payment'),
  walletUrl: queriesOf('WALLET_URL', 'wallet'),
  complianceUrl: queriesOf('COMPLIANCE_URL', 'compliance'),
  treasuryUrl: queriesOf('TREASURY_URL', 'treasury'),
  webhookUrl: queriesOf('WEBHOOK_URL', 'webhook'),

  bootstrapApiKeys: secret(
    'BOOTSTRAP_API_KEYS',
    bootstrapApiKeys,
    'API keys that are created at the start when they are missing. Left out: the first start makes a test key and prints it.',
  ),
  secretsKey: secret(
    'SECRETS_KEY',
    secretsKey,
    'Webhook secrets and signing keys rest encrypted under it. Left out: made at the first start, in DATA_DIR/secrets.key.',
  ),

  liveAccount: optional(
    'LIVE_ACCOUNT',
    text('an account: up to 64 of a-z, 0-9 and _', /^[a-z0-9_]{1,64}$/),
    'The one account that live mode serves. Left out: that of the first live key in BOOTSTRAP_API_KEYS.',
  ),
  chains: optional(
    'CHAINS',
    wordOf('local'),
    'local: the standalone service starts chains of its own on this machine, and live mode pays on them. To try it out; no money is real there.',
  ),
  ...LIVE_VARIABLES,
  keystorePassphrase: secret(
    'KEYSTORE_PASSPHRASE',
    text('a passphrase'),
    'What the keystores above are encrypted under.',
  ),
  screeningProvider: optional(
    'SCREENING_PROVIDER',
    notAvailable('screening providers for live mode'),
    'Who screens in live mode. The sandbox has a provider of its own.',
  ),

  waitMs: variable(
    'WAIT_MS',
    milliseconds(0, 30_000),
    '10000',
    'How long POST /payments waits for the outcome before it answers 202, in milliseconds.',
  ),
  paymentMin: variable('PAYMENT_MIN', amount(1n), '0.01', 'The smallest payment, in its currency.'),
  paymentMax: variable('PAYMENT_MAX', amount(1n), '1000000.00', 'The largest payment, in its currency.'),
  approvalTtlMs: variable(
    'APPROVAL_TTL_MS',
    milliseconds(1),
    '86400000',
    'How long an approval can be given, in milliseconds.',
  ),
  reviewTtlMs: variable(
    'REVIEW_TTL_MS',
    milliseconds(1),
    '86400000',
    'How long a screening waits for a decision before it counts as blocked, in milliseconds.',
  ),
  screeningDeadlineMs: variable(
    'SCREENING_DEADLINE_MS',
    milliseconds(1),
    '60000',
    'How long a payment waits for its screening before it fails, in milliseconds.',
  ),
  screeningCacheMs: variable(
    'SCREENING_CACHE_MS',
    milliseconds(0),
    '86400000',
    'How long the result of a screening is used again, in milliseconds.',
  ),
  reservationOverdueMs: variable(
    'RESERVATION_OVERDUE_MS',
    milliseconds(1),
    '60000',
    'After how long an open reservation asks its payment what became of it, in milliseconds.',
  ),
  treasuryLookMs: variable(
    'TREASURY_LOOK_MS',
    milliseconds(100, 600_000),
    '10000',
    'How often the live treasury is looked at on its chains, for deposits and to compare its books, in milliseconds.',
  ),

  webhookScheduleMs: variable(
    'WEBHOOK_SCHEDULE',
    durations,
    '0s,5s,5m,30m,2h,5h,10h,14h,20h,24h',
    'The wait before each attempt to deliver a webhook; as many attempts as there are waits.',
  ),
  webhookTimeoutMs: variable(
    'WEBHOOK_TIMEOUT_MS',
    milliseconds(1, 120_000),
    '15000',
    'How long an endpoint may take to answer, in milliseconds.',
  ),
  webhookDisableAfterMs: variable(
    'WEBHOOK_DISABLE_AFTER_MS',
    milliseconds(1),
    '432000000',
    'An endpoint is disabled after nothing but failures for so long, in milliseconds.',
  ),
  webhookAllowPrivate: optional(
    'WEBHOOK_ALLOW_PRIVATE',
    wordOf('none', 'sandbox-loopback', 'loopback', 'all'),
    'Private addresses webhooks may go to. Left out: none in several processes; in one sandbox-loopback, or loopback with local chains.',
  ),

  sandboxOpeningBalance: variable(
    'SANDBOX_OPENING_BALANCE',
    amount(0n),
    '1000000',
    "What a new account's sandbox treasury holds per chain and currency.",
  ),
  sandboxSettlementMs: variable(
    'SANDBOX_SETTLEMENT_MS',
    milliseconds(0),
    '0',
    'How long a sandbox transfer takes, in milliseconds.',
  ),
  sandboxValidityMs: variable(
    'SANDBOX_VALIDITY_MS',
    milliseconds(1),
    '5000',
    'How long a sandbox authorization is valid, in milliseconds.',
  ),
  sandboxChainJournal: optional(
    'SANDBOX_CHAIN_JOURNAL',
    text('a file'),
    'For tests: the file that every broadcast of the simulated chains is appended to. Left out: none.',
  ),

  logLevel: variable(
    'LOG_LEVEL',
    wordOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'The least important lines that are logged.',
  ),
  shutdownMs: variable(
    'SHUTDOWN_MS',
    milliseconds(1, 600_000),
    '10000',
    'How long each part may take to stop, in milliseconds.',
  ),
};

/** What they are read as, each by itself. */
export type Values = { readonly [Key in keyof typeof VARIABLES]: ValueOf<(typeof VARIABLES)[Key]> };
