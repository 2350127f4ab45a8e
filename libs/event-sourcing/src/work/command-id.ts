import type { WorkRow } from './work-list';

/**
 * The id of the command with which a worker or a timer reports (protocol rule 2): the row's event, the verb and the
 * attempt. The key is in it too, because one event may add several rows. A report may be made twice; what was found is
 * part of its event's identity by its content (rule 1), so of two different findings one is a conflict.
 *
 * @param attempt - when it is not the row's own
 */
export function workCommandId(row: WorkRow, verb: string, attempt = row.attempt): string {
  return `${row.eventId}:${row.key}:${verb}:${attempt}`;
}
