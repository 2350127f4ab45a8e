/** Category names and their numbers. Bounded: categories come from the code, never from a client. */
const names: string[] = [];
const numbers = new Map<string, number>();

/** The number of a stream's category within this process. The category is the name up to its first hyphen. */
export function categoryOf(stream: string): number {
  const name = stream.slice(0, stream.indexOf('-') + 1);
  let number = numbers.get(name);
  if (number === undefined) {
    number = names.push(name) - 1;
    numbers.set(name, number);
  }
  return number;
}

/** Matches streams whose name starts with one of the prefixes, or all streams. */
export class StreamFilter {
  /** Results of {@link mayMatch}, by category. */
  readonly #possible: (boolean | undefined)[] = [];

  constructor(readonly prefixes: readonly string[] | undefined) {}

  matches(stream: string): boolean {
    if (this.prefixes === undefined) return true;
    for (const prefix of this.prefixes) if (stream.startsWith(prefix)) return true;
    return false;
  }

  /**
   * Whether any stream of a category can match. A cheap check before {@link matches}: most events are for other
   * subscribers.
   */
  mayMatch(category: number): boolean {
    return (this.#possible[category] ??= this.#couldMatch(names[category] ?? ''));
  }

  #couldMatch(category: string): boolean {
    return this.prefixes?.some((prefix) => prefix.startsWith(category) || category.startsWith(prefix)) ?? true;
  }
}
