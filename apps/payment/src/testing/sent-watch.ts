import type { Chain, SentTransaction } from '@stablecoin/chains';
import type { EventStore } from '@stablecoin/event-sourcing';
import type { ChainName } from '@stablecoin/contracts';
import { isStored } from '../application/stored-transactions';

/** Finds what was sent and is not stored, at each start of a process and in the same way (protocol rule 38): there must be nothing. */
export class SentWatch {
  readonly #unstored = new Set<string>();
  /** What each sender had sent before. */
  #before: ReadonlyMap<string, SentTransaction | null> | undefined;

  /** One line each. */
  get unstored(): readonly string[] {
    return [...this.#unstored];
  }

  /** @param chain - on endpoints that tell the truth */
  async look(chain: Chain, name: ChainName, store: Pick<EventStore, 'read'>): Promise<void> {
    const last = new Map(
      ((await chain.history?.lastSent()) ?? []).map(({ sender, said }) => [sender, said[0] ?? null]),
    );
    this.#before ??= last;
    for (const [sender, sent] of last) {
      const before = this.#before.get(sender);
      if (sent === null || (before !== null && before !== undefined && sent.isIn(before.mark))) continue;
      if (await isStored(store, { chain: name, sender }, sent)) continue;
      this.#unstored.add(`${sender} has sent ${sent.name}, and it is not stored`);
    }
  }
}
