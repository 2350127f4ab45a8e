/** @slow 30 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshPostgres, mayUsePostgres } from '@stablecoin/stores/testing';
import { startStandalone } from '../../standalone';
import { Client, DataFolder } from '../../testing/stopped-service';
import type { ExitCode, ToolOptions } from '../output';
import { makeBackup } from './make-backup';
import { manageRestore } from './manage-restore';

const ORDER = { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '1.00', idempotency_key: 'order-1' };
const SECRETS = { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') };

describe('npm run backup -- --events', () => {
  const test = mayUsePostgres() ? it : it.skip;
  const folder = new DataFolder();
  const place = mkdtempSync(join(tmpdir(), 'stablecoin-payments-move-'));
  const backup = join(place, 'backup');
  const single = { ...folder.environment, ...SECRETS };

  async function run(
    tool: (options: ToolOptions) => Promise<ExitCode>,
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
  ): Promise<string> {
    let text = '';
    const output = { write: (part: string) => (text += part) };
    expect(await tool({ args, environment, output, signal: new AbortController().signal })).toBe(0);
    return text;
  }

  afterAll(() => {
    folder.remove();
    rmSync(place, { recursive: true, force: true });
  });

  test('moves one process to a pair, which knows its payments and their keys', async () => {
    const before = await startStandalone(single);
    const paid = await new Client(before.url).post('/payments', ORDER);
    await expect(run(makeBackup, [backup, '--events'], single)).rejects.toThrow('is in use already');
    await before.stop();

    expect(await run(makeBackup, [backup, '--events'], single)).toMatch(/: \d+ events of /);
    const pair = {
      ...single,
      DATA_DIR: join(place, 'pair'),
      EVENT_STORE_URL: await freshPostgres(),
      // A busy machine is silent for longer than by default.
      LEADER_SILENCE_MS: '30000',
    };
    await run(manageRestore, [backup], pair);
    await run(manageRestore, ['accept', '--ended', new Date().toISOString(), '--grants', 'all'], pair);

    const leader = await startStandalone(pair);
    try {
      const client = new Client(leader.url);
      expect(await client.post('/payments', ORDER)).toMatchObject({ id: paid['id'], status: 'settled' });
    } finally {
      await leader.stop();
    }
    await run(manageRestore, ['end'], pair);
  });
});
