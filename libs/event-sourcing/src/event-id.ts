import { hash } from 'node:crypto';

/** The sixteen bytes of the namespace, written as the text that they spell in ASCII. */
const NAMESPACE = 'stablecoin.event';

/**
 * The identity of an event (protocol rule 1): uuid v5 of stream, command id, index, type and data.
 *
 * A retry of the same append repeats it, so the store recognises the retry. The revision is left out, so two commands
 * that race for one revision conflict; the content is in, so one command decided twice with different content
 * conflicts too. Other text for the same content (keys in another order) is no more than such a conflict, and the
 * command is found applied. Nothing makes the id of a stored event again.
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
