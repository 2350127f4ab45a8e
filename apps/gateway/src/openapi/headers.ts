import { EXAMPLE } from '../http/examples';
import type { Header, Reference } from './open-api';

/** Headers of answers, by name. */
export const HEADERS = {
  'svc-request-id': {
    description: "Identifies the request in the service's log. Quote it when you ask for help.",
    schema: { type: 'string' },
    example: EXAMPLE.request,
  },
  'RateLimit-Policy': {
    description: 'The limit that the request counts against: requests (`q`) per seconds (`w`), by name.',
    schema: { type: 'string' },
    example: '"payments";q=100;w=1',
  },
  RateLimit: {
    description: 'The requests left (`r`), and the seconds (`t`) until all are available again.',
    schema: { type: 'string' },
    example: '"payments";r=499;t=1',
  },
  'Retry-After': {
    description: 'Seconds after which the request can be sent again.',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  'svc-idempotent-replayed': {
    description:
      '`true` if the response belongs to an earlier request with the same idempotency key. Otherwise absent.',
    schema: { type: 'string' },
    example: 'true',
  },
  'Preference-Applied': {
    description: 'The preference that was applied. Present only if the request had the header `Prefer`.',
    schema: { type: 'string' },
    example: 'wait=5',
  },
  'Set-Cookie': {
    description: 'Sets or removes a cookie of the sign-in.',
    schema: { type: 'string' },
    example: 'svc_session=…; Path=/; HttpOnly; SameSite=Strict',
  },
  Location: {
    description: 'The redirect target.',
    schema: { type: 'string' },
    example: 'https://login.example.com/authorize?client_id=…',
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: { type: 'string' },
    example: 'Bearer',
  },
} as const satisfies Readonly<Record<string, Header>>;

export type HeaderName = keyof typeof HEADERS;

/** Headers of every authenticated answer. */
export const RATE_HEADERS: readonly HeaderName[] = ['RateLimit-Policy', 'RateLimit'];

/** References to headers, by name, as a response takes them. */
export function headersOf(...names: readonly HeaderName[]): Readonly<Record<string, Reference>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
