import { openDatabase } from '@stablecoin/stores';
import { JobChanges } from '@stablecoin/event-sourcing';
import type { OpenDatabase } from '@stablecoin/event-sourcing';
import type { WalletEvent } from '../domain/wallet-events';
import { AT, created, profile } from '../testing/wallet-fixture';
import { WalletAddresses } from './wallet-addresses';
import type { AddressedWallet } from './wallet-addresses';
import { walletProjection } from './wallet-projection';
import type { WalletTables } from './tables';

const acme = { walletId: 'wal_1', account: 'acme', livemode: false };
const at = (address = '0xwallet'): Promise<AddressedWallet | undefined> => addresses.at(address, 'base', false);

let database: OpenDatabase<WalletTables>;
let addresses: WalletAddresses;
let position = 0;
/** Questions that have reached the database. */
let questions: jest.SpyInstance;

beforeEach(async () => {
  database = openDatabase<WalletTables>('sqlite::memory:');
  addresses = new WalletAddresses(database.db);
  await projection.createTables(database.db);
  questions = jest.spyOn(database.db.getExecutor(), 'executeQuery');
});
afterEach(() => database.close());

const projection = walletProjection({ overdueMs: 60_000 });

async function project(...events: readonly WalletEvent[]): Promise<void> {
  const recorded = events.map((event) => {
    position++;
    const metadata = { commandId: `c${position}`, at: AT, correlationId: 'req_1', account: 'acme', livemode: false };
    return { ...event, id: `e${position}`, stream: 'wallet-wal_1', revision: position, position, metadata };
  });
  await database.db.transaction().execute((trx) => projection.apply(recorded, trx, new JobChanges()));
}

const requested: WalletEvent = { type: 'WalletRequested', data: profile };

describe('whose wallet an address is', () => {
  it('is asked for together within one turn of the event loop', async () => {
    await project(created());
    questions.mockClear();
    expect(await Promise.all([at(), at('0xnobody'), at(), at('0xother')])).toEqual([acme, undefined, acme, undefined]);
    expect(questions.mock.calls.length).toBeLessThan(4);
  });

  it('tells chains and modes apart', async () => {
    await project(created());
    expect(await at()).toEqual(acme);
    expect(await addresses.at('0xwallet', 'ethereum', false)).toBeUndefined();
    expect(await addresses.at('0xwallet', 'base', true)).toBeUndefined();
  });

  it('is found out anew when a wallet has become active, and when one was refused', async () => {
    expect(await at()).toBeUndefined();
    await project(requested);
    expect(await at()).toBeUndefined();
    await project(created());
    expect(await at()).toEqual(acme);
    await project({ type: 'WalletRefused', data: { walletId: 'wal_1', complianceRef: 'cpl_1', message: 'no' } });
    expect(await at()).toBeUndefined();
  });

  it('asked while a transaction changes it, is what that transaction leaves', async () => {
    const asked: Promise<AddressedWallet | undefined>[] = [];
    await database.db.transaction().execute(async (trx) => {
      asked.push(at());
      // The question is put now, and waits for the connection.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      await trx.insertInto('wallets').values(row()).execute();
    });
    expect(await Promise.all([...asked, at()])).toEqual([acme, acme]);
  });

  it('is asked for again when the database has failed', async () => {
    await project(created());
    questions.mockRejectedValueOnce(new Error('away'));
    await expect(at()).rejects.toThrow('away');
    expect(await at()).toEqual(acme);
  });
});

function row(): WalletTables['wallets'] {
  const { walletId: id, account, address, owner, chain, createdAt } = profile;
  return { id, account, livemode: 0, address, owner, chain, status: 'active', created_at: createdAt };
}
