/** Categories by their numbers, and the other way round: as many as there are kinds of streams, none comes from outside. */
const names: string[] = [];
const numbers = new Map<string, number>();

/** The number, in this process, of a stream's category: what its name begins with, up to the first hyphen. */
export function categoryOf(stream: string): number {
  const name = stream.slice(0, stream.indexOf('-') + 1);
  let number = numbers.get(name);
  if (number === undefined) {
    number = names.push(name) - 1;
    numbers.set(name, number);
  }
  return number;
}

/** Which streams a subscription is about: those whose name begins with one of the prefixes, or all of them. */
export class StreamFilter {
  /** What {@link mayMatch} has found out, by category. */
  private readonly possible: (boolean | undefined)[] = [];

  constructor(readonly prefixes: readonly string[] | undefined) {}

  matches(stream: string): boolean {
    if (this.prefixes === undefined) return true;
    for (const prefix of this.prefixes) if (stream.startsWith(prefix)) return true;
    return false;
  }

  /**
   * Whether a stream of a category can match. Each subscriber passes all events, most of which are not for it: this
   * tells so without a look at their names.
   */
  mayMatch(category: number): boolean {
    return (this.possible[category] ??= this.couldMatch(names[category] ?? ''));
  }

  private couldMatch(category: string): boolean {
    return this.prefixes?.some((prefix) => prefix.startsWith(category) || category.startsWith(prefix)) ?? true;
  }
}
