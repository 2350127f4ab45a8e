/**
 * @needs own-service
 * @slow 180
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { describeWithAnvil } from '@stablecoin/chains/testing';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { startStandalone, type Standalone } from '../../apps/standalone/src/standalone';
import { makeBackup } from '../../apps/standalone/src/tools/backup/make-backup';
import { manageRestore } from '../../apps/standalone/src/tools/backup/manage-restore';
import type { ExitCode, ToolOptions } from '../../apps/standalone/src/tools/output';
import { Api } from '../e2e/support/api';
import { ensureBuilt } from '../e2e/support/ensure-built';
import { LyingChains } from '../rig/start/lying-chains';

const KEY = 'svc_live_0000000000000000000000';
const WITHIN_MS = 180_000;
const TEST_MS = 10 * 60_000;
const PAYEE = '0x1111111111111111111111111111111111111111';
const WALLET = {
  ...{ owner: 'agent:shop-7', chain: 'base', spend_limit: '100.00', idempotency_key: 'a wallet' },
  ...{ approvers: ['0x52908400098527886E0F7030069857D2E4169EE7'] },
};

/** Runs a statement on a database, and returns its first row. */
function inFile(file: string, statement: string, ...parameters: readonly unknown[]): unknown[] {
  const database = new Database(file);
  try {
    const prepared = database.prepare(statement);
    return prepared.reader ? (prepared.raw().get(...parameters) as unknown[]) : [prepared.run(...parameters)];
  } finally {
    database.close();
  }
}

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

  it(
    'closes itself without its last events, also where nobody has moved it, and opens after the acceptance',
    async () => {
      const pay = async (api: Api): Promise<void> => {
        const order = { to: PAYEE, amount: '1.00', chain: 'base' };
        const id = String((await api.post('/payments', order)).body['id']);
        const read = async () => (await api.get(`/payments/${id}`)).body['status'];
        await eventually(async () => expect(await read()).toBe('settled'), { withinMs: WITHIN_MS });
      };
      await serve(dataFolder, pay);
      const events = join(dataFolder ?? '', 'events.db');
      const [head] = inFile(events, 'SELECT max(position) FROM events');
      await serve(dataFolder, pay);
      // The file is the same one, so where it lies tells nothing.
      for (const table of ['events WHERE position > ?', 'snapshots WHERE ? > 0'])
        inFile(events, `DELETE FROM ${table}`, head);
      const start = () => startStandalone(environmentOf(dataFolder));
      await expect(start()).rejects.toMatchObject({
        code: 'store_behind',
        message: expect.stringMatching(/^Checkpoint .* database is beyond the last event of the event store/) as string,
      });
      await expect(run(manageRestore, dataFolder, 'accept', '--nothing-lost')).rejects.toThrow(
        /has sent the transaction with nonce \d+ on base, which the event store does not have, so something is lost/,
      );
      const accept = ['accept', '--ended', new Date().toISOString(), '--grants', 'all'];
      await eventually(() => run(manageRestore, dataFolder, ...accept), { withinMs: WITHIN_MS });
      await serve(dataFolder, pay);
      // A restart lacks nothing.
      await serve(dataFolder, () => Promise.resolve());
    },
    TEST_MS,
  );
});
