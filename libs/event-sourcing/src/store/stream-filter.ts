/** Which streams a subscription is about: those whose name begins with one of the prefixes, or all of them. */
export class StreamFilter {
  constructor(readonly prefixes: readonly string[] | undefined) {}

  matches(stream: string): boolean {
    if (this.prefixes === undefined) return true;
    for (const prefix of this.prefixes) if (stream.startsWith(prefix)) return true;
    return false;
  }
}
