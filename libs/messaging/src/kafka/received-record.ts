import type { Message } from '@stablecoin/contracts';
import { fromCloudEvent } from './cloud-event';
import type { ReceivedRecord } from './cloud-event';

/** Message type for a record that could not be read. No service handles it. */
export const UNREADABLE = 'unreadable';

/** The raw record, in base64. */
interface RawRecord {
  readonly value: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Makes a message for a record that could not be read, with the complete record as its data. */
export function unreadable(record: ReceivedRecord, recordId: string, time: number): Message {
  const headers = Object.entries(record.headers ?? {}).flatMap(([name, value]) => {
    const [first] = Array.isArray(value) ? value : [value];
    return first === undefined ? [] : [[name, Buffer.from(first).toString('base64')] as const];
  });
  const data: RawRecord = { value: record.value?.toString('base64') ?? null, headers: Object.fromEntries(headers) };
  return {
    id: recordId,
    type: UNREADABLE,
    key: record.key?.toString() ?? '',
    time,
    data,
    account: '',
    livemode: false,
    correlationId: '',
    causationId: '',
  };
}

export interface RecordContent {
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, Buffer>>;
}

/** The raw record of an unreadable message; `undefined` for other messages. */
export function contentOf(message: Message): RecordContent | undefined {
  if (message.type !== UNREADABLE) return undefined;
  // Only `unreadable` makes messages of this type.
  const { value, headers } = message.data as RawRecord;
  const entries = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text, 'base64')] as const);
  return { value: value === null ? null : Buffer.from(value, 'base64'), headers: Object.fromEntries(entries) };
}

/** The message of a record, or its stand-in: another version of the service may be able to read what one could not. */
export function receivedMessage(record: ReceivedRecord, recordId: string, time: number): Message {
  try {
    return fromCloudEvent(record);
  } catch {
    return unreadable(record, recordId, time);
  }
}
