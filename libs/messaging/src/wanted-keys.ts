/** The keys of the messages that a consumer wants. A key is forgotten when it is deleted. */
export class WantedKeys {
  readonly #keys = new Set<string>();
  #tell: (key: string, isWanted: boolean) => void = () => undefined;

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Adds a key. Call it before the cause of the message is published: skipped messages are not delivered later. */
  add(key: string): void {
    this.#keys.add(key);
    this.#tell(key, true);
  }

  delete(key: string): void {
    if (this.#keys.delete(key)) this.#tell(key, false);
  }

  /** Sets the one listener, for a bus that skips messages elsewhere. */
  onChange(tell: (key: string, isWanted: boolean) => void): void {
    this.#tell = tell;
  }
}
