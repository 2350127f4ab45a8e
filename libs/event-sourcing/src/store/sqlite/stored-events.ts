import type { EventMetadata, Json, NewEvent } from '../event-store';

/** An event as it is stored. One without metadata has those of the event before it: the events of a command share theirs. */
export type StoredEvent = readonly [id: string, type: string, data: Json, metadata?: EventMetadata];

/**
 * The events of an append as the text that is stored: a JSON list of {@link StoredEvent}.
 *
 * @throws TypeError for what JSON cannot carry, whatever the types say
 */
export function eventsText(events: readonly NewEvent[]): string {
  let text = '';
  let before: EventMetadata | undefined;
  for (const { id, type, data, metadata, json } of events) {
    const own = metadata === before ? '' : `,${toJson(metadata)}`;
    before = metadata;
    text += `${text === '' ? '' : ','}[${toJson(id)},${toJson(type)},${json ?? toJson(data)}${own}]`;
  }
  return `[${text}]`;
}

export function storedEvents(text: string): readonly StoredEvent[] {
  return JSON.parse(text) as readonly StoredEvent[];
}

/** @throws TypeError for what JSON cannot carry, whatever the types say */
export function toJson(value: object | Json): string {
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined) throw new TypeError(`JSON cannot carry ${typeof value}`);
  return json;
}
