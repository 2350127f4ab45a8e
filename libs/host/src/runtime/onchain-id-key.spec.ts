import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '../configuration';
import type { Configuration } from '../configuration';
import { MemoryEventStore } from '@stablecoin/stores';
import { SecretBox, generateKey } from '@stablecoin/security';
import { OnchainIdKeyChangedError, checkOnchainIdKey, requireOnchainIdKey } from './onchain-id-key';
import { openRuntime } from './open-runtime';

const NOW = Date.UTC(2026, 0, 1);
const LIVE = { evm: {}, solana: null } as Configuration['liveChains'];
const KEYED = {
  configuration: { onchainIdKey: null, liveChains: LIVE },
  secrets: SecretBox.fromKey(Buffer.alloc(32, 7).toString('base64')),
};

describe('the key of on-chain ids', () => {
  let store: MemoryEventStore;
  beforeEach(() => {
    store = new MemoryEventStore();
  });
  afterEach(() => store.close());

  it('is noted at the first start, once, by the check value that it always had', async () => {
    const parts = { ...KEYED, store };
    await Promise.all([checkOnchainIdKey(parts, NOW), checkOnchainIdKey(parts, NOW)]);
    await checkOnchainIdKey(parts, NOW);
    const events = await store.read('onchain_id_key-live');
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'OnchainIdKeyNoted', data: { check: 'c48df191b1815670' } },
    ]);
  });

  it('is the same at every later start', async () => {
    await checkOnchainIdKey({ ...KEYED, store }, NOW);
    const others = [
      { ...KEYED, configuration: { ...KEYED.configuration, onchainIdKey: generateKey() } },
      { ...KEYED, secrets: SecretBox.fromKey(generateKey()) },
    ];
    for (const other of others) {
      await expect(checkOnchainIdKey({ ...other, store }, NOW)).rejects.toThrow(OnchainIdKeyChangedError);
      await expect(requireOnchainIdKey({ ...other, store })).rejects.toThrow(OnchainIdKeyChangedError);
    }
    await checkOnchainIdKey({ ...KEYED, store }, NOW);
  });

  it('is not noted where nothing is live, and compared there too', async () => {
    const sandbox = { ...KEYED, configuration: { onchainIdKey: null, liveChains: { evm: null, solana: null } } };
    await requireOnchainIdKey({ ...KEYED, store });
    await checkOnchainIdKey({ ...sandbox, store }, NOW);
    expect(await store.head()).toBe(0);
    await checkOnchainIdKey({ ...KEYED, store, secrets: SecretBox.fromKey(generateKey()) }, NOW);
    await expect(checkOnchainIdKey({ ...sandbox, store }, NOW)).rejects.toThrow(OnchainIdKeyChangedError);
  });
});

describe('protocol rule 39: a service in a process of its own', () => {
  it.each([
    ['the gateway, which makes ids of wallets', 'gateway', 'refuses'],
    ['payments', 'payment', 'refuses'],
    ['webhooks, which make none', 'webhook', 'starts'],
  ])('with another key: %s', async (_, name, outcome) => {
    const folder = mkdtempSync(join(tmpdir(), 'key-'));
    const env = { DATA_DIR: folder, LOG_LEVEL: 'silent', SECRETS_KEY: generateKey() };
    const noted = await openRuntime(readConfiguration(env));
    const { configuration, secrets, store } = noted;
    await checkOnchainIdKey({ configuration: { ...configuration, liveChains: LIVE }, secrets, store }, NOW);
    await noted.close();
    const other = readConfiguration({ ...env, ONCHAIN_ID_KEY: generateKey() });
    const started = openRuntime(other, { consumers: [name] });
    if (outcome === 'refuses') await expect(started).rejects.toThrow(OnchainIdKeyChangedError);
    else await (await started).close();
    rmSync(folder, { recursive: true });
  });
});
