import type { Json, NewEvent } from '@stablecoin/event-sourcing';

/**
 * An event as it is stored: the JSON of its id, type, data and metadata.
 *
 * @throws TypeError for what JSON cannot carry, whatever the types say
 */
export function eventText({ id, type, data, metadata, json }: NewEvent): string {
  return `{"id":${toJson(id)},"type":${toJson(type)},"data":${json ?? toJson(data)},"metadata":${toJson(metadata)}}`;
}

export function storedEvent(text: string): Omit<NewEvent, 'json'> {
  return JSON.parse(text) as Omit<NewEvent, 'json'>;
}

/** @throws TypeError for what JSON cannot carry, whatever the types say */
export function toJson(value: object | Json): string {
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined) throw new TypeError(`JSON cannot carry ${typeof value}`);
  return json;
}
