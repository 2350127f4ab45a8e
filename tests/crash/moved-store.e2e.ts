/**
 * @needs own-service
 * @slow 90
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithAnvil } from '@stablecoin/chains/testing';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { startStandalone, type Standalone } from '../../apps/standalone/src/standalone';
import { makeBackup } from '../../apps/standalone/src/tools/backup/make-backup';
import { manageRestore } from '../../apps/standalone/src/tools/backup/manage-restore';
import type { ExitCode, ToolOptions } from '../../apps/standalone/src/tools/output';
import { Api } from '../e2e/support/api';
import { ensureBuilt } from '../e2e/support/ensure-built';
import { LyingChains } from './lying-chains';

const KEY = 'svc_live_0000000000000000000000';
const WITHIN_MS = 180_000;
const TEST_MS = 10 * 60_000;
const WALLET = {
  ...{ owner: 'agent:shop-7', chain: 'base', spend_limit: '100.00', idempotency_key: 'a wallet' },
  ...{ approvers: ['0x52908400098527886E0F7030069857D2E4169EE7'] },
};

describeWithAnvil('A live data folder that is not where it was', () => {
  const place = mkdtempSync(join(tmpdir(), 'stablecoin-payments-moved-'));
  const [dataFolder, copy, restored, backup] = ['data', 'copy', 'restored', 'backup'].map((name) => join(place, name));
  const environmentOf = (folder = '') => ({
    ...{ CHAINS: 'local', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: folder },
    ...{ BOOTSTRAP_API_KEYS: `${KEY}:acme:enterprise`, EVM_VALIDITY_MS: '60000', SOLANA_VALIDITY_MS: '60000' },
  });
  let chains: LyingChains;
  let running: Standalone | undefined;

  beforeAll(async () => {
    ensureBuilt();
    mkdirSync(dataFolder ?? '');
    chains = await LyingChains.start(dataFolder ?? '', 1);
  }, WITHIN_MS);
  afterAll(async () => {
    await running?.stop();
    await chains.stop();
    rmSync(place, { recursive: true, force: true });
  });

  async function run(
    tool: (options: ToolOptions) => Promise<ExitCode>,
    folder: string | undefined,
    ...args: readonly string[]
  ): Promise<string> {
    let text = '';
    const output = { write: (part: string) => (text += part) };
    const environment = environmentOf(folder);
    expect(await tool({ args, environment, output, signal: new AbortController().signal })).toBe(0);
    return text;
  }

  /** Does something while the service runs on a folder. */
  async function serve<T>(folder: string | undefined, work: (api: Api) => Promise<T>): Promise<T> {
    running = await startStandalone(environmentOf(folder));
    try {
      return await work(new Api(running.url, KEY));
    } finally {
      await running.stop();
      running = undefined;
    }
  }

  async function walletOf(api: Api): Promise<{ readonly id: string; readonly address: string }> {
    const { body } = await api.post('/wallets', WALLET);
    expect(body).toMatchObject({ status: 'active' });
    return { id: String(body['id']), address: String(body['address']) };
  }

  it(
    'starts as a copy when it is accepted, and as a backup has its lost wallet at the address, with its deposits',
    async () => {
      const lost = await serve(dataFolder, async (api) => {
        await run(makeBackup, dataFolder, backup ?? '');
        const wallet = await walletOf(api);
        const { status, body } = await api.post('/payments', { to: wallet.address, amount: '3.00', chain: 'base' });
        expect([status, body]).toMatchObject([expect.any(Number), { error_code: null }]);
        const read = async () => (await api.get(`/payments/${String(body['id'])}`)).body['status'];
        await eventually(async () => expect(await read()).toBe('settled'), { withinMs: WITHIN_MS });
        return wallet;
      });
      // A restart is no copy.
      await serve(dataFolder, () => Promise.resolve());

      cpSync(dataFolder ?? '', copy ?? '', { recursive: true });
      await expect(startStandalone(environmentOf(copy))).rejects.toMatchObject({ code: 'store_behind' });
      await run(manageRestore, copy, 'accept', '--nothing-lost');
      expect(await serve(copy, walletOf)).toMatchObject(lost);

      const ended = new Date().toISOString();
      await run(manageRestore, restored, backup ?? '');
      await expect(startStandalone(environmentOf(restored))).rejects.toMatchObject({ code: 'restore_not_accepted' });
      const accept = ['accept', '--ended', ended, '--grants', 'all'];
      await eventually(() => run(manageRestore, restored, ...accept), { withinMs: WITHIN_MS });
      await serve(restored, async (api) => {
        const { id, address } = await walletOf(api);
        expect({ id, address }).toEqual({ id: lost.id, address: lost.address });
        const balances = async () => (await api.get(`/wallets/${id}`)).body['balances'];
        await eventually(async () => expect(await balances()).toMatchObject({ usdc: '3.00' }), { withinMs: WITHIN_MS });
      });
    },
    TEST_MS,
  );
});
