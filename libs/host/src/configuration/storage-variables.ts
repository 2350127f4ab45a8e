import { busUrl } from './parsers/bus-url';
import { eventStoreUrl } from './parsers/event-store-url';
import { integer, milliseconds, text } from './parsers/scalars';
import { wordOrServer } from './parsers/server-url';
import { optional, variable } from './variable';

/** Where events, messages, read models and counts are kept. */
export const STORAGE_VARIABLES = {
  dataDir: variable(
    'DATA_DIR',
    text('a folder'),
    './data',
    'Folder of the embedded stores. One process at a time can use it.',
  ),
  eventStore: variable(
    'EVENT_STORE_URL',
    eventStoreUrl,
    'sqlite:',
    'Event store. sqlite: is a file in DATA_DIR, memory: is lost when the process ends, postgres: is for instances of which one leads, kurrentdb: is a KurrentDB.',
  ),
  leaderSilenceMs: variable(
    'LEADER_SILENCE_MS',
    milliseconds(1_000, 60_000),
    '2500',
    'With EVENT_STORE_URL=postgres: time after which another instance takes over from a leader that the database does not hear of, in milliseconds.',
  ),
  bus: variable(
    'BUS_URL',
    busUrl,
    'memory:',
    'Message bus between the services. memory: is for services that all run in this process.',
  ),
  database: optional(
    'DATABASE_URL',
    wordOrServer({ 'sqlite:': 'sqlite', 'memory:': 'memory' } as const, ['postgres', 'postgresql']),
    'Database of the read models. Default: beside the events. On PostgreSQL each service has its own schema, and several instances of a service can run.',
  ),
  databaseConnectionsMax: variable(
    'DATABASE_CONNECTIONS_MAX',
    integer('a whole number', 1, 1_000),
    '10',
    'Maximum connections to PostgreSQL per service of this process. One more holds the lease.',
  ),
  rateLimit: variable(
    'RATE_LIMIT_URL',
    wordOrServer({ 'memory:': 'memory' } as const, ['redis', 'rediss']),
    'memory:',
    'Where rate limits are counted. memory: is for one gateway; several gateways share a Redis.',
  ),
} as const;
