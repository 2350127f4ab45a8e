import { hash } from 'node:crypto';

/** The namespace of the uuids: sixteen bytes in ASCII. */
const NAMESPACE = 'stablecoin.event';

/**
 * The identity of an event (protocol rule 1): uuid v5 of stream, command id, index, type and data.
 *
 * A retry of an append has the same ids, so the store recognises it. Two commands that race for one revision have different
 * ids, and one of them conflicts. One command decided twice with different content conflicts too, also when only the order
 * of JSON keys differs; it is then found to be applied. The id of a stored event is never computed again.
 *
 * @param index - place among the events of the one command, from 0
 * @param json - the data, as the text that is stored
 */
export function eventId(stream: string, commandId: string, index: number, type: string, json: string): string {
  // By hand, because this runs for every event and the uuid package's v5 takes three times as long.
  const digest = hash('sha1', `${NAMESPACE}${stream}\n${commandId}\n${index}\n${type}\n${json}`);
  const variant = ((parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const [low, middle, high] = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(13, 16)];
  return `${low}-${middle}-5${high}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
