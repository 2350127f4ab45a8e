/** Keys of messages that a consumer has asked to hear of. Nothing is kept of a key that nobody wants any more. */
export class WantedKeys {
  readonly #keys = new Set<string>();
  #tell: (key: string, isWanted: boolean) => void = () => undefined;

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Ask before what the message follows from is published: what was passed over does not come again. */
  add(key: string): void {
    this.#keys.add(key);
    this.#tell(key, true);
  }

  delete(key: string): void {
    if (this.#keys.delete(key)) this.#tell(key, false);
  }

  /** For a bus whose messages are passed over elsewhere. There is one listener. */
  onChange(tell: (key: string, isWanted: boolean) => void): void {
    this.#tell = tell;
  }
}
