/** Finds payments that are said to have settled before any block has held them. */
export class SettlementWatch {
  /** Their ids. */
  readonly saidTooSoon = new Set<string>();
  /** Payments that some block has held, also one that is not there any more. */
  readonly #landed = new Set<string>();

  /** A block holds a payment. To be told after every block, before anybody can hear of it. */
  landed(id: string): void {
    this.#landed.add(id);
  }

  /** @param typesOf - the types of a payment's events so far */
  async check(ids: Iterable<string>, typesOf: (id: string) => Promise<readonly string[]>): Promise<void> {
    for (const id of ids) {
      if (this.#landed.has(id)) continue;
      if ((await typesOf(id)).includes('PaymentSettled')) this.saidTooSoon.add(id);
    }
  }
}
