import { openDatabase, JobChanges } from '@stablecoin/event-sourcing';
import type { OpenDatabase } from '@stablecoin/event-sourcing';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { ReadModelCache } from '@stablecoin/service-host';
import type { WalletEvent } from '../domain/wallet-events';
import { AT, created, profile } from '../testing/wallet-fixture';
import { WALLETS_CACHED, WalletAddresses } from './wallet-addresses';
import type { AddressedWallet } from './wallet-addresses';
import { walletProjection } from './wallet-projection';
import type { WalletTables } from './wallet-tables';

const acme = { walletId: 'wal_1', account: 'acme', livemode: false };
const at = (address = '0xwallet'): Promise<AddressedWallet | undefined> => addresses.at(address, 'base', false);

let database: OpenDatabase<WalletTables>;
let addresses: WalletAddresses;
let position = 0;
/** Questions that have reached the database. */
let questions: jest.SpyInstance;

beforeEach(async () => {
  database = openDatabase<WalletTables>('sqlite::memory:');
  addresses = new WalletAddresses(database.db, new ReadModelCache({ max: WALLETS_CACHED, keeps: true }));
  await projection.createTables(database.db);
  questions = jest.spyOn(database.db.getExecutor(), 'executeQuery');
});
afterEach(() => database.close());

const projection = walletProjection({ overdueMs: 60_000, walletsChange: () => addresses.forget() });

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
  it('is asked together within one turn, and once while no wallet changes', async () => {
    await project(created());
    const found = await Promise.all([at(), at('0xnobody'), at()]);
    expect(found).toEqual([acme, undefined, acme]);
    const asked = questions.mock.calls.length;
    expect(await at()).toEqual(acme);
    expect(await at('0xnobody')).toBeUndefined();
    expect(questions).toHaveBeenCalledTimes(asked);
    expect(addresses.size).toBe(2);
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

  it('is remembered over what changes no wallet', async () => {
    await at();
    await project({ type: 'VoidRemembered', data: { reservationId: 'pay_1#1', paymentId: 'pay_1' } });
    expect(addresses.size).toBe(1);
  });

  it('an answer that was read before a wallet changed, and comes after it, is not kept', async () => {
    const executor = database.db.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    let answer = (): void => undefined;
    const isLate = new Promise<void>((resolve) => (answer = resolve));
    let isRead = false;
    questions.mockImplementationOnce(async (query: Parameters<typeof execute>[0]) => {
      const rows = await execute(query);
      isRead = true;
      await isLate;
      return rows;
    });
    const before = at();
    await eventually(() => isRead);
    await project(created());
    expect(await at()).toEqual(acme);
    answer();
    expect(await before).toBeUndefined();
    expect(await at()).toEqual(acme);
  });

  it('asked while a transaction changes it, is what that transaction leaves', async () => {
    const asked: Promise<AddressedWallet | undefined>[] = [];
    await database.db.transaction().execute(async (trx) => {
      asked.push(at());
      addresses.forget();
      asked.push(at());
      // Both questions are put now, and wait for the connection.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      await trx.insertInto('wallets').values(row()).execute();
    });
    expect(await Promise.all([...asked, at()])).toEqual([acme, acme, acme]);
  });

  it('is asked for again when the database has failed', async () => {
    await project(created());
    questions.mockRejectedValueOnce(new Error('away'));
    await expect(at()).rejects.toThrow('away');
    expect(await at()).toEqual(acme);
  });

  it('is remembered of a bounded number of addresses', async () => {
    const many = Array.from({ length: 10_001 }, (_, n) => at(`0x${n}`));
    expect(addresses.size).toBeLessThanOrEqual(10_000);
    await Promise.all(many);
  });

  it('is asked for every time where another process may change it', async () => {
    addresses = new WalletAddresses(database.db, new ReadModelCache({ max: WALLETS_CACHED, keeps: false }));
    expect(await at()).toBeUndefined();
    // By another process: nobody says so here.
    await database.db.insertInto('wallets').values(row()).execute();
    expect(await at()).toEqual(acme);
    expect(addresses.size).toBe(0);
  });
});

function row(): WalletTables['wallets'] {
  const { walletId: id, account, address, owner, chain, createdAt } = profile;
  return { id, account, livemode: 0, address, owner, chain, status: 'active', created_at: createdAt };
}
