import { EXAMPLE } from '../http/examples';
import { idPattern } from '../http/validators';
import type { Parameter } from './open-api';

/** Parameters that several operations take. */
export const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes the request safe to send again. The same key with the same parameters is carried out once and answered ' +
      'with the same object, as it is by then; with other parameters it is 409 `idempotency_conflict`. It counts within ' +
      'your account, mode and operation; keys of payments never expire, others after 30 days. `idempotency_key` in the ' +
      'body is the same: give one, or both alike. The header may be a quoted string: `"order-1042"` and `order-1042` are ' +
      'one key. PATCH and DELETE take none.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'order-1042',
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The last event that you have: the stream goes on after it. Browsers send it when they reconnect.',
    schema: { type: 'string', pattern: idPattern('evt') },
    example: EXAMPLE.event,
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description:
      'How long to wait for the outcome (RFC 7240): `wait=N` for up to N seconds, at most 30; `respond-async` for not ' +
      'at all. Left out: 10 seconds.',
    schema: { type: 'string' },
    example: 'wait=5',
  },
} as const satisfies Readonly<Record<string, Parameter>>;

export type ParameterName = keyof typeof PARAMETERS;

/** A parameter in the URL's path. */
export function path(name: string, description: string, example: string): Parameter {
  return { name, in: 'path', required: true, description, schema: { type: 'string' }, example };
}
