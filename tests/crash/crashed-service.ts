import { SERVICES, type ServiceName } from '@stablecoin/contracts';
import type { JournalEntry } from '@stablecoin/chains';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import type { DeadLetter } from '@stablecoin/messaging';
import type { Runtime } from '@stablecoin/host';
import { openData } from '../../apps/standalone/src/tools/open-data';
import { readModels } from '../../apps/standalone/src/tools/read-models';
import type { AccountAtRest } from './account-at-rest';
import type { AccountUnderLoad, WalletInput } from './account-under-load';

/** One account after all, beside what its client was told. */
export interface CrashedAccount extends Pick<AccountUnderLoad, 'name' | 'witness' | 'sink' | 'secret' | 'wallet'> {
  readonly rest: AccountAtRest;
}

/** The rows of every table of a read model, as text. */
export type Rows = Readonly<Record<string, readonly string[]>>;

/** What the data folder holds once the service has stopped. */
export interface DataAtRest {
  readonly events: readonly RecordedEvent[];
  readonly deadLetters: readonly DeadLetter[];
  /** Of every service: as the service has kept it, and as it is made anew from all events. */
  readonly readModels: readonly { readonly service: ServiceName; readonly live: Rows; readonly rebuilt: Rows }[];
}

/** What is left when the service has been killed often enough, has come to rest, and was stopped. */
export interface CrashedService extends DataAtRest {
  readonly accounts: readonly CrashedAccount[];
  /** Everything that was ever broadcast. */
  readonly journal: readonly JournalEntry[];
  /** What each treasury opened with, of each currency on each chain. */
  readonly opening: string;
  readonly walletInput: WalletInput;
}

/** Reads the data of a service that has stopped, and makes its read models anew. */
export async function examineData(environment: Readonly<Record<string, string>>): Promise<DataAtRest> {
  const runtime = await openData(environment);
  try {
    const data: { events: RecordedEvent[]; readModels: DataAtRest['readModels'][number][] } = {
      events: [],
      readModels: [],
    };
    const head = await runtime.store.head();
    for await (const batch of runtime.store.subscribe({ after: 'start', signal: new AbortController().signal })) {
      data.events.push(...batch.events);
      if (batch.position >= head) break;
    }
    for (const service of SERVICES) {
      const live = await rowsOf(runtime, service);
      await readModels(runtime.configuration)[service].rebuild(runtime, {});
      data.readModels.push({ service, live, rebuilt: await rowsOf(runtime, service) });
    }
    return { ...data, deadLetters: await runtime.deadLetters.list() };
  } finally {
    await runtime.close();
  }
}

/** In an order that does not depend on how they were made. */
async function rowsOf(runtime: Runtime, service: ServiceName): Promise<Rows> {
  const db = runtime.database<Record<string, Record<string, unknown>>>(service);
  const rows: Record<string, readonly string[]> = {};
  for (const table of readModels(runtime.configuration)[service].tables) {
    const found = await db.selectFrom(table).selectAll().execute();
    rows[table] = found.map((row) => JSON.stringify(row)).sort();
  }
  return rows;
}
