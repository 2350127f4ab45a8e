import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { scrubber } from './scrub';

export type { Logger } from 'pino';

export interface LoggerOptions {
  /** pino's levels, or `silent`. */
  readonly level: string;
  /** Values that never reach a line, beside everything that looks like a secret. */
  readonly secrets?: readonly string[];
  /** Default: standard output, written asynchronously and flushed when the process exits. */
  readonly destination?: DestinationStream;
}

/** Fields that hold a secret by their name. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'secretsKey',
  'onchainIdKey',
  'token',
  'api_key',
  'apiKey',
];

/**
 * Creates a logger that writes one JSON line per entry. Secrets are removed by field name, and by pattern from the
 * finished line.
 */
export function createLogger({ level, secrets = [], destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: pino.stdSerializers.err, error: pino.stdSerializers.err },
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: '[redacted]',
      },
      hooks: { streamWrite: scrubber(secrets) },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
}
