import type { DomainEvent, RecordedEvent } from './ports/event-store';
import type { CommandRefused } from './refusal';

/** What the streams of a category hold: its own events, and the refusals of commands. */
export type StoredEvent<E extends DomainEvent> = RecordedEvent<E | CommandRefused>;

/** Converts an event that an earlier version has stored; others are returned as they are. */
export type Upcast = (event: RecordedEvent) => RecordedEvent;

/**
 * The streams of one kind of object: how they are named, and the type of their events. Stored JSON becomes a typed event
 * here, and nowhere else.
 *
 * @example const jars = new StreamCategory<JarEvent>('jar'); // streams such as jar-7
 */
export class StreamCategory<E extends DomainEvent> {
  /** What the names of its streams begin with. */
  readonly prefix: string;
  readonly #upcast: Upcast | undefined;

  /**
   * @param name - the part of stream names before the first hyphen
   * @param options - `upcast` is called for every event that is read from the store
   */
  constructor(
    readonly name: string,
    { upcast }: { readonly upcast?: Upcast } = {},
  ) {
    this.prefix = `${name}-`;
    this.#upcast = upcast;
  }

  /** The name of an object's stream. */
  stream(id: string): string {
    return this.prefix + id;
  }

  /** The object that a stream of this category is about. */
  idOf({ stream }: { readonly stream: string }): string {
    return stream.slice(this.prefix.length);
  }

  /** Whether an event is of this category, so that it has the type of its events. */
  holds(event: RecordedEvent): event is StoredEvent<E> {
    return event.stream.startsWith(this.prefix);
  }

  /** A stored event of this category, in the form of the current version. */
  decode(event: RecordedEvent): StoredEvent<E> {
    // The compiler takes any event here, because E is open: that the stream holds no others is what a category says.
    return this.#upcast === undefined ? event : this.#upcast(event);
  }
}

/** The prefixes by which a subscription finds the streams of some categories. */
export function prefixesOf(streams: readonly StreamCategory<DomainEvent>[]): readonly string[] {
  return streams.map(({ prefix }) => prefix);
}

/**
 * Decodes an event of one of several categories.
 *
 * @throws Error for an event of none of them
 */
export function decodeEvent<E extends DomainEvent>(
  streams: readonly StreamCategory<E>[],
  event: RecordedEvent,
): StoredEvent<E> {
  for (const category of streams) if (category.holds(event)) return category.decode(event);
  throw new Error(`stream ${event.stream} is of none of the categories ${streams.map(({ name }) => name).join(', ')}`);
}
