import { newId, type IdPrefix } from '@stablecoin/contracts';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import { randomBytes, randomUUID } from 'node:crypto';

/** Everything in an event that another one like it would have anew: ids, hashes and times. */
const TOKEN =
  /(?<prefix>[a-z]{3})_[0-7][0-9A-HJKMNP-TV-Z]{25}|(?<uuid>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|(?<hash>0x[0-9a-f]{64})|(?<iso>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)|(?<=[":])(?<ms>1\d{12})(?=[,}"])/g;

/** A number of 13 digits is a time when it is no further than this from its event. */
const NEAR_MS = 24 * 3_600_000;

/** Makes the text that stands for a token in a copy. */
type Renew = (shiftMs: number) => string;

/** A text with gaps: what stays, and between its parts the numbers of the tokens. */
interface Template {
  readonly texts: readonly string[];
  readonly tokens: readonly number[];
}

/** An event without its place in the store. */
export interface CopiedEvent {
  readonly stream: string;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/**
 * A stretch of real events, from which others like it are made: the same payments again, with other ids and at
 * another time. What the events refer to and did not bring up themselves (accounts, screenings, senders) stays.
 */
export class Recording {
  readonly #renewals: Renew[] = [];
  readonly #events: readonly { readonly type: string; readonly template: Template }[];
  /** Milliseconds from the first event to the last. */
  readonly durationMs: number;

  /** @param before - the events ahead of the stretch: what is known from there stays as it is */
  constructor(before: readonly RecordedEvent[], stretch: readonly RecordedEvent[]) {
    const known = new Set(before.flatMap((event) => [...textOf(event).matchAll(TOKEN)].map(([token]) => token)));
    const numbers = new Map<string, number>();
    this.#events = stretch.map((event) => ({
      type: event.type,
      template: this.#templateOf(event, known, numbers),
    }));
    const times = stretch.map(({ metadata }) => metadata.at);
    this.durationMs = Math.max(...times) - Math.min(...times);
  }

  /** @param shiftMs - how much later than the recorded one this copy happened; negative when earlier */
  copy(shiftMs: number): readonly CopiedEvent[] {
    const values = this.#renewals.map((renew) => renew(shiftMs));
    return this.#events.map(({ type, template: { texts, tokens } }) => {
      let text = texts[0] ?? '';
      tokens.forEach((token, index) => (text += (values[token] ?? '') + (texts[index + 1] ?? '')));
      const [stream = '', id = '', data = '', metadata = ''] = text.split(SEPARATOR);
      return { stream, id, type, data, metadata };
    });
  }

  #templateOf(event: RecordedEvent, known: ReadonlySet<string>, numbers: Map<string, number>): Template {
    const text = textOf(event);
    const texts: string[] = [];
    const tokens: number[] = [];
    let end = 0;
    for (const match of text.matchAll(TOKEN)) {
      const [token] = match;
      const renew = known.has(token) ? undefined : renewalOf(match.groups ?? {}, token, event.metadata.at);
      if (renew === undefined) continue;
      const number = numbers.get(token) ?? this.#renewals.push(renew) - 1;
      numbers.set(token, number);
      texts.push(text.slice(end, match.index));
      tokens.push(number);
      end = match.index + token.length;
    }
    return { texts: [...texts, text.slice(end)], tokens };
  }
}

/** Stands in no JSON. */
const SEPARATOR = '\n';

function textOf({ stream, id, data, metadata }: RecordedEvent): string {
  return [stream, id, JSON.stringify(data), JSON.stringify(metadata)].join(SEPARATOR);
}

function renewalOf(kind: Readonly<Record<string, string | undefined>>, token: string, at: number): Renew | undefined {
  const { prefix, uuid, hash, iso } = kind;
  if (prefix !== undefined) return (shiftMs) => newId(prefix as IdPrefix, at + shiftMs);
  if (uuid !== undefined) return () => randomUUID();
  if (hash !== undefined) return () => `0x${randomBytes(32).toString('hex')}`;
  const time = iso === undefined ? Number(token) : Date.parse(iso);
  if (Math.abs(time - at) > NEAR_MS) return undefined;
  if (iso === undefined) return (shiftMs) => String(time + shiftMs);
  return (shiftMs) => new Date(time + shiftMs).toISOString();
}
