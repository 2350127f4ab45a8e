import { CHAIN_NAMES } from '@stablecoin/money';
import type { IdPrefix } from '@stablecoin/contracts';
import type { Parameter, Schema } from './open-api';
import { EXAMPLE, id, metadataInput } from './schemas/values';

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
      'body is the same: give one, or both alike. PATCH and DELETE take none.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'order-1042',
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
  Limit: query(
    'limit',
    'How many to answer with, from 1 to 100. Left out: 20.',
    { type: 'integer', minimum: 1, maximum: 100 },
    20,
  ),
  CreatedAfter: query(
    'created_after',
    'Only what was created after this time.',
    { type: 'string', format: 'date-time' },
    EXAMPLE.createdAt,
  ),
  CreatedBefore: query(
    'created_before',
    'Only what was created before this time.',
    { type: 'string', format: 'date-time' },
    EXAMPLE.tomorrow,
  ),
  ChainFilter: query('chain', 'Only on this chain.', { type: 'string', enum: CHAIN_NAMES }, 'base'),
  MetadataFilter: {
    ...query(
      'metadata',
      'Only with these notes: `metadata[order]=1042`. Several keys have to be there all.',
      { ...metadataInput, description: 'Values by key.' },
      { order: '1042' },
    ),
    style: 'deepObject',
  },
  WalletFilter: query(
    'wallet',
    'Only of the wallet with this id.',
    { type: 'string', minLength: 1, maxLength: 64 },
    EXAMPLE.wallet,
  ),
} as const satisfies Readonly<Record<string, Parameter>>;

export type ParameterName = keyof typeof PARAMETERS;

/**
 * What every list takes.
 *
 * @param prefix - of the ids of what is listed
 */
export function page(prefix: IdPrefix): readonly (Parameter | ParameterName)[] {
  const { pattern, examples } = id(prefix, '');
  return [
    'Limit',
    query(
      'starting_after',
      '`next_cursor` of the page before, or the id of an object of the list: the page begins after it.',
      { type: 'string', ...(pattern === undefined ? {} : { pattern }) },
      String(examples?.[0]),
    ),
  ];
}

/** What a list takes that can be narrowed down to a span of time. */
export function createdPage(prefix: IdPrefix): readonly (Parameter | ParameterName)[] {
  return [...page(prefix), 'CreatedAfter', 'CreatedBefore'];
}

/** A parameter in the URL's query. */
export function query(name: string, description: string, schema: Schema, example: string | number | object): Parameter {
  return { name, in: 'query', required: false, description, schema, example };
}

/** A parameter in the URL's path. */
export function path(name: string, description: string, example: string): Parameter {
  return { name, in: 'path', required: true, description, schema: { type: 'string' }, example };
}
