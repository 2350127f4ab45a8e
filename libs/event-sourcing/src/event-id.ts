import { hash } from 'node:crypto';
import type { Json } from './store/event-store';

/** The sixteen bytes of the namespace, written as the text that they spell in ASCII. */
const NAMESPACE = 'stablecoin.event';

/**
 * The identity of an event (protocol rule 1): uuid v5 of stream, command id, index, and the hash of type and data.
 *
 * A retry of the same append repeats it, so the store recognises the retry. The revision is left out, so two commands
 * that race for one revision conflict; the content is in, so one command decided twice with different content
 * conflicts too.
 *
 * @param index - place among the events of the one command, from 0
 */
export function eventId(stream: string, commandId: string, index: number, type: string, data: Json): string {
  const content = hash('sha256', `${type}\n${canonicalJson(data)}`);
  // By hand, because this runs for every event and the uuid package's v5 takes three times as long.
  const digest = hash('sha1', `${NAMESPACE}${stream}\n${commandId}\n${index}\n${content}`);
  const variant = ((parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const [low, middle, high] = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(13, 16)];
  return `${low}-${middle}-5${high}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

/** JSON whose text does not depend on the order in which an object's keys were written. Undefined members are left out. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  let members = '';
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

/** `Array.isArray` does not narrow readonly arrays. */
function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
