import { randomUUID } from 'node:crypto';
import { type EventStore } from '@stablecoin/event-sourcing';
import { openEventStoreDb } from '@stablecoin/stores';
import { silentLog } from '@stablecoin/event-sourcing/testing';

/** About as large as an event of a payment. */
const DATA = { text: 'x'.repeat(400) };

/** The event store of the stack, with nothing but appends of one event. */
export class RawStore {
  readonly #store: EventStore;

  /** @param url - as `EVENT_STORE_URL` has it */
  constructor(url: string) {
    this.#store = openEventStoreDb(url, silentLog);
  }

  async append(): Promise<void> {
    const id = randomUUID();
    const metadata = { commandId: id, at: Date.now(), correlationId: id, account: 'bench', livemode: false };
    await this.#store.append(`bench-${id}`, 'none', [{ id, type: 'Measured', data: DATA, metadata }]);
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
