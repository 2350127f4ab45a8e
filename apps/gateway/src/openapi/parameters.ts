import { EXAMPLE } from '../http/examples';
import type { IdPrefix } from '@stablecoin/contracts';
import { idPattern } from '../http/validators';
import type { Parameter } from './open-api';

/** Parameters that several operations take. */
export const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original ' +
      'object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode ' +
      'and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as ' +
      '`idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and ' +
      '`order-1042` are one key. PATCH and DELETE take no key.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'order-1042',
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description:
      'Id of the last event that you have handled. The stream continues after it. Browsers send it when they reconnect.',
    schema: { type: 'string', pattern: idPattern('evt') },
    example: EXAMPLE.event,
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description:
      'How long to wait for the outcome (RFC 7240): `wait=N` waits up to N seconds, at most 30; `respond-async` returns ' +
      'at once. Default: 10 seconds.',
    schema: { type: 'string' },
    example: 'wait=5',
  },
} as const satisfies Readonly<Record<string, Parameter>>;

export type ParameterName = keyof typeof PARAMETERS;

/** An id in the URL's path: a value of another form is 404. */
export function path(name: string, description: string, prefix: IdPrefix, example: string): Parameter {
  const schema = { type: 'string', pattern: idPattern(prefix) } as const;
  return { name, in: 'path', required: true, description, schema, example };
}
