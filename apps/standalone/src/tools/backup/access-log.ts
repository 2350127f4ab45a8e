import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { ACCESS_CHANGED } from '@stablecoin/host';
import type { Output } from '../output';

/**
 * Writes what a log of the old service says of access that was changed after a time: revoked keys, disabled members, ended
 * attestations, policies. The store has lost it.
 *
 * @param file - lines of JSON, as the service has written them; other lines are skipped
 * @param since - in milliseconds since the epoch
 */
export async function showAccessChanges(file: string, since: number, output: Output): Promise<void> {
  let changes = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (!line.includes(ACCESS_CHANGED)) continue;
    const entry = parsed(line);
    if (entry?.['msg'] !== ACCESS_CHANGED || timeOf(entry['time']) < since) continue;
    changes += 1;
    const at = new Date(timeOf(entry['time'])).toISOString();
    output.write(`${at}  ${String(entry['change'])}  ${String(entry['of'])}  ${String(entry['account'])}\n`);
  }
  output.write(`${changes} changes of access since the backup are in the log\n`);
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    // A collector may write its own text in front of the line.
    return JSON.parse(line.slice(Math.max(0, line.indexOf('{')))) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}

function timeOf(time: unknown): number {
  return typeof time === 'number' ? time : Date.parse(String(time));
}
