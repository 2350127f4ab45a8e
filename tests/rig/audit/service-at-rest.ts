import { SERVICES, type ServiceName } from '@stablecoin/contracts';
import type { JournalEntry } from '@stablecoin/chains';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import type { DeadLetter } from '@stablecoin/messaging';
import type { Runtime } from '@stablecoin/host';
import { openData } from '../../../apps/standalone/src/tools/open-data';
import { readModels } from '../../../apps/standalone/src/tools/read-models';
import { type AccountAtRest, untilAtRest } from './account-at-rest';
import type { AccountUnderLoad, WalletInput } from '../load/account-under-load';

/** One account after all, beside what its client was told. */
export interface AuditedAccount extends Pick<AccountUnderLoad, 'name' | 'witness' | 'sink' | 'secret' | 'wallet'> {
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

/** What is left when the service was broken often enough, has come to rest, and was stopped. */
export interface ServiceAtRest extends DataAtRest {
  readonly accounts: readonly AuditedAccount[];
  /** Everything that was ever broadcast. */
  readonly journal: readonly JournalEntry[];
  /** What each treasury opened with, of each currency on each chain. */
  readonly opening: string;
  readonly walletInput: WalletInput;
}

/**
 * Waits until nothing of an account is under way any more, and has its client read every payment once more.
 *
 * @param signal - ends the waiting, with its reason
 * @throws what is still under way when it takes too long
 */
export async function audited(account: AccountUnderLoad, signal?: AbortSignal): Promise<AuditedAccount> {
  const rest = await untilAtRest(account, signal);
  const { name, witness, sink, secret, wallet } = account;
  await witness.readAll();
  return { name, witness, sink, secret, wallet, rest };
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
