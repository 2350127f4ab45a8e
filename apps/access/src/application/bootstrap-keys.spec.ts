import { CommandHandler, eventId, Projector, systemClock } from '@stablecoin/event-sourcing';
import { MemoryEventStore, openDatabase } from '@stablecoin/stores';
import { silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import type { BootstrapApiKey } from '@stablecoin/host';
import { ApiKeys } from '../read-model/api-keys';
import { apiKeyProjection, createUseTable } from '../read-model/api-key-projection';
import type { AccessTables } from '../read-model/tables';
import { apiKeyDecider } from '../domain/api-key';
import { BootstrapKeys } from './bootstrap-keys';
import { markOf } from './secret';

const KEY: BootstrapApiKey = {
  key: 'svc_live_0000000000000000',
  account: 'acme',
  plan: 'enterprise',
  livemode: true,
  skipsScreening: false,
};

/** One start of the gateway on a store, with a read model of its own. */
async function start(
  store: MemoryEventStore,
  configured: readonly BootstrapApiKey[],
  liveIsLocal = false,
  { stalled = false }: { readonly stalled?: boolean } = {},
) {
  const { db, close } = openDatabase<AccessTables>('sqlite::memory:');
  const ports = { store, clock: systemClock, log: silentLog, meter: silentMeter };
  const handler = new CommandHandler({ ...ports, decider: apiKeyDecider });
  const projector = new Projector({ ...ports, db, projection: apiKeyProjection });
  const keys = new ApiKeys(db);
  const bootstrap = new BootstrapKeys(handler, projector, keys, systemClock, configured, liveIsLocal);
  await createUseTable(db);
  await projector.start();
  await bootstrap.start();
  if (stalled) await projector.stop();
  const { firstApiKey: firstKey, firstLiveApiKey: firstLiveKey } = await bootstrap.makeFirst();
  return {
    firstKey,
    firstLiveKey,
    keys,
    projector,
    async stop() {
      await projector.stop();
      await close();
    },
  };
}

describe('BOOTSTRAP_API_KEYS', () => {
  it('are created at start when absent, and stay as they are afterwards', async () => {
    const store = new MemoryEventStore();
    const first = await start(store, [KEY]);
    const made = await first.keys.byHash(markOf(KEY.key).hash);
    expect(made).toMatchObject({ account: 'acme', plan: 'enterprise', livemode: true, revokedAt: null });
    expect(first.firstKey).toBeNull();
    await first.stop();

    const second = await start(store, [{ ...KEY, account: 'other', plan: 'scale' }]);
    expect(await second.keys.byHash(markOf(KEY.key).hash)).toEqual(made);
    await second.stop();
  });

  it('without any, the very first start makes one test key, and no later one does', async () => {
    const store = new MemoryEventStore();
    const first = await start(store, []);
    expect(first.firstKey).toMatch(/^svc_test_[0-9A-Za-z]{43}$/);
    expect(await first.keys.byHash(markOf(first.firstKey!).hash)).toMatchObject({ livemode: false, plan: 'scale' });
    await first.stop();
    const second = await start(store, []);
    expect(second.firstKey).toBeNull();
    await second.stop();
    expect(first.firstLiveKey).toBeNull();
  });

  it('on local chains it makes a live key as well', async () => {
    const first = await start(new MemoryEventStore(), [], true);
    expect(first.firstLiveKey).toMatch(/^svc_live_/);
    const made = await first.keys.byHash(markOf(first.firstLiveKey!).hash);
    expect(made).toMatchObject({ livemode: true, account: 'default' });
    await first.stop();
  });

  it('what other services have written before it changes nothing about a first start', async () => {
    const store = new MemoryEventStore();
    const metadata = { commandId: '1', at: 1, correlationId: '1', account: 'default', livemode: true };
    const opened = {
      id: eventId('treasury-default.live', '1', 0, 'Opened', 'null'),
      type: 'Opened',
      data: null,
      metadata,
    };
    await store.append('treasury-default.live', 'none', [opened]);
    const first = await start(store, [], true);
    expect(first.firstKey).toMatch(/^svc_test_/);
    expect(first.firstLiveKey).toMatch(/^svc_live_/);
    await first.stop();
    const second = await start(store, [], true);
    expect(second.firstKey).toBeNull();
    await second.stop();
  });

  it('a key that is made is shown, also when the read model does not move on', async () => {
    const store = new MemoryEventStore();
    const first = await start(store, [], false, { stalled: true });
    expect(first.firstKey).toMatch(/^svc_test_/);
    await first.stop();
    const second = await start(store, []);
    expect(await second.keys.byHash(markOf(first.firstKey!).hash)).toMatchObject({ revokedAt: null });
    await second.stop();
  });

  it('a store that had keys from the configuration gets none by itself', async () => {
    const store = new MemoryEventStore();
    await (await start(store, [KEY])).stop();
    const second = await start(store, []);
    expect(second.firstKey).toBeNull();
    await second.stop();
  });
});

describe('read models: rebuilt equals live', () => {
  it('a key that was renamed, rotated and revoked', async () => {
    const store = new MemoryEventStore();
    const live = await start(store, [KEY]);
    const ports = { store, clock: systemClock, log: silentLog, meter: silentMeter };
    const handler = new CommandHandler({ ...ports, decider: apiKeyDecider });
    const stream = `api_key-${markOf(KEY.key).hash}`;
    const common = { at: 1, correlationId: 'req', account: 'acme', livemode: true };
    const mark = markOf('another');
    await handler.handle(stream, { ...common, id: '1', type: 'RenameApiKey', data: { name: 'new' } });
    await handler.handle(stream, { ...common, id: '2', type: 'RotateApiKey', data: mark });
    await handler.handle(stream, { ...common, id: '3', type: 'RevokeApiKey', data: { spared: [] } });
    await live.projector.waitForAll();
    const rebuilt = await start(store, []);
    const row = await rebuilt.keys.byHash(mark.hash);
    expect(row).toMatchObject({ revokedAt: 1, stream });
    expect(await rebuilt.keys.byHash(markOf(KEY.key).hash)).toBeUndefined();
    expect(await live.keys.byHash(mark.hash)).toEqual(row);
    await live.stop();
    await rebuilt.stop();
  });
});
