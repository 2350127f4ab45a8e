import { serviceOf, ServiceError } from '@stablecoin/contracts';
import type { Actor, Message } from '@stablecoin/contracts';

/** A message as Kafka carries it: CloudEvents 1.0 in binary mode, the attributes in headers, the data as the body. */
export interface CloudEvent {
  readonly headers: Readonly<Record<string, string>>;
  readonly value: string;
}

/** A record read from Kafka. A header may occur several times. */
export interface ReceivedRecord {
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers?: Readonly<Record<string, Buffer | string | (Buffer | string)[] | undefined>> | undefined;
}

/** A record that no message can be made of. */
export class UnreadableRecordError extends ServiceError {
  readonly code = 'record_unreadable';
  readonly retry = 'bounded';
}

const SPEC_VERSION = '1.0';
const JSON_TYPE = 'application/json';
/** CloudEvents compares sequences as text, so numbers are padded to this length. */
const SEQUENCE_DIGITS = 16;
const ACTOR_TYPES: readonly Actor['type'][] = ['key', 'user', 'system', 'unknown'];

/** The event that carries a message. */
export function toCloudEvent(message: Message): CloudEvent {
  const { id, type, key, time, data, account, livemode, correlationId, causationId, traceparent, sequence } = message;
  const { actor, expiresAt } = message;
  return {
    value: JSON.stringify(data ?? null),
    headers: {
      ce_specversion: SPEC_VERSION,
      ce_id: id,
      ce_type: type,
      ce_source: `/${serviceOf(type)}`,
      ce_subject: key,
      ce_time: new Date(time).toISOString(),
      'content-type': JSON_TYPE,
      ...(sequence === undefined ? {} : { ce_sequence: `${sequence}`.padStart(SEQUENCE_DIGITS, '0') }),
      // CloudEvents, Expiry Time Extension.
      ...(expiresAt === undefined ? {} : { ce_expirytime: new Date(expiresAt).toISOString() }),
      ce_account: account,
      ce_livemode: `${livemode}`,
      ce_correlationid: correlationId,
      ce_causationid: causationId,
      ...(traceparent === undefined ? {} : { traceparent }),
      ...(actor === undefined ? {} : { ce_actor: JSON.stringify(actor) }),
    },
  };
}

/**
 * Reads the message of a record.
 *
 * @throws {@link UnreadableRecordError} that says what is missing or wrong, without the content of the record
 */
export function fromCloudEvent({ headers = {}, value }: ReceivedRecord): Message {
  const given = (name: string): string | undefined => {
    const header = headers[name];
    const [first] = Array.isArray(header) ? header : [header];
    return first?.toString();
  };
  const required = (name: string): string => {
    const text = given(name);
    if (text === undefined || text === '') throw new UnreadableRecordError(`there is no header ${name}`);
    return text;
  };
  if (required('ce_specversion') !== SPEC_VERSION) throw new UnreadableRecordError('ce_specversion is not 1.0');
  if (!required('content-type').startsWith(JSON_TYPE))
    throw new UnreadableRecordError(`content-type is not ${JSON_TYPE}`);
  const traceparent = given('traceparent');
  const actor = given('ce_actor');
  const sequence = given('ce_sequence');
  const expiry = given('ce_expirytime');
  return {
    id: required('ce_id'),
    type: typeOf(required('ce_type')),
    key: required('ce_subject'),
    time: timeOf('ce_time', required('ce_time')),
    data: dataOf(value),
    account: required('ce_account'),
    livemode: livemodeOf(required('ce_livemode')),
    correlationId: required('ce_correlationid'),
    causationId: required('ce_causationid'),
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(actor === undefined ? {} : { actor: actorOf(actor) }),
    ...(sequence === undefined ? {} : { sequence: sequenceOf(sequence) }),
    ...(expiry === undefined ? {} : { expiresAt: timeOf('ce_expirytime', expiry) }),
  };
}

function typeOf(text: string): string {
  if (!/^[a-z]+\.[A-Za-z_]+$/.test(text)) throw new UnreadableRecordError('ce_type is not <service>.<name>');
  return text;
}

function timeOf(name: string, text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new UnreadableRecordError(`${name} is not a time`);
  return time;
}

function livemodeOf(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new UnreadableRecordError('ce_livemode is neither true nor false');
  return text === 'true';
}

function sequenceOf(text: string): number {
  if (!/^\d{1,16}$/.test(text)) throw new UnreadableRecordError('ce_sequence is not a number');
  return Number(text);
}

function actorOf(text: string): Actor {
  try {
    const { type, id, name, ip } = JSON.parse(text) as Actor;
    if (ACTOR_TYPES.includes(type) && typeof id === 'string')
      return { type, id, name: textOrNull(name), ip: textOrNull(ip) };
  } catch {
    // Answered below.
  }
  throw new UnreadableRecordError('ce_actor is not an actor');
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function dataOf(value: Buffer | null): unknown {
  if (value === null) throw new UnreadableRecordError('there is no body');
  try {
    return JSON.parse(value.toString()) as unknown;
  } catch {
    throw new UnreadableRecordError('the body is not JSON');
  }
}
