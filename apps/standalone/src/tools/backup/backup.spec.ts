import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandalone } from '../../standalone';
import { Client, DataFolder } from '../../testing/stopped-service';
import type { ExitCode, ToolOptions } from '../output';
import { makeBackup } from './make-backup';
import { manageRestore } from './manage-restore';
import { readManifest } from './manifest';

const ORDER = { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '1.00' };
const PASSPHRASE = { BACKUP_PASSPHRASE: 'correct horse' };

describe('npm run backup and npm run restore', () => {
  const folder = new DataFolder();
  const place = mkdtempSync(join(tmpdir(), 'stablecoin-payments-backups-'));
  const plain = join(place, 'plain');
  const sealed = join(place, 'sealed');
  const restored = { ...folder.environment, DATA_DIR: join(place, 'restored') };
  /** The last payment that was answered before each backup. */
  let last = '';

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

  beforeAll(() =>
    folder.whileRunning(async (client) => {
      let isOver = false;
      const load = Array.from({ length: 8 }, async () => {
        for (; !isOver;) last = String((await client.post('/payments', ORDER))['id']);
      });
      await run(makeBackup, [plain], folder.environment);
      last = String((await client.post('/payments', ORDER))['id']);
      const before = last;
      await run(makeBackup, [sealed], { ...folder.environment, ...PASSPHRASE });
      isOver = true;
      await Promise.all(load);
      last = before;
    }),
  );
  afterAll(() => {
    folder.remove();
    rmSync(place, { recursive: true, force: true });
  });

  it('backs up while payments are made; a restore has all of before it, and starts when it was accepted', async () => {
    expect(await run(manageRestore, [sealed], { ...restored, ...PASSPHRASE })).toContain('restored');
    await expect(startStandalone(restored)).rejects.toThrow('may not pay yet');
    expect(await run(manageRestore, ['review'], restored)).toContain('0 transfers that no payment explains');
    await run(manageRestore, ['accept', '--ended', new Date().toISOString(), '--grants', 'all'], restored);

    const service = await startStandalone(restored);
    try {
      const client = new Client(service.url);
      expect(await client.get(`/payments/${last}`)).toMatchObject({ status: 'settled' });
      expect(await client.post('/payments', ORDER)).toMatchObject({ status: 'settled' });
    } finally {
      await service.stop();
    }
    await run(manageRestore, ['end'], restored);
    await expect(run(manageRestore, ['review'], restored)).rejects.toThrow('Nothing was restored here');
  });

  it('never restores over data, and never backs up over a backup', async () => {
    await expect(run(manageRestore, [plain], folder.environment)).rejects.toThrow('is not empty');
    await expect(run(makeBackup, [plain], folder.environment)).rejects.toThrow('exists');
  });

  it.each<[string, (backup: string) => void, Readonly<Record<string, string>>, string]>([
    ['was changed', (backup) => flip(join(backup, 'events.db')), {}, 'is not the file of the backup'],
    ['is incomplete', (backup) => rmSync(join(backup, 'manifest.json')), {}, 'no complete backup'],
  ])('refuses a backup that %s, and leaves no data folder', async (_, damage, environment, message) => {
    const damaged = join(place, 'damaged');
    await folder.whileRunning(() => run(makeBackup, [damaged], folder.environment));
    damage(damaged);
    const target = join(place, 'refused');
    await expect(run(manageRestore, [damaged], { ...restored, ...environment, DATA_DIR: target })).rejects.toThrow(
      message,
    );
    expect(readdirSync(place).filter((name) => name.startsWith('refused'))).toEqual([]);
    rmSync(damaged, { recursive: true });
  });

  it('says in a file for Prometheus when the backup was taken, and fails without losing it where it cannot', async () => {
    const metrics = join(place, 'backup.prom');
    const [measured, kept] = [join(place, 'measured'), join(place, 'kept')];
    await folder.whileRunning(async () => {
      await run(makeBackup, [measured, '--metrics-file', metrics], folder.environment);
      const nowhere = join(place, 'nowhere', 'backup.prom');
      await expect(run(makeBackup, [kept, '--metrics-file', nowhere], folder.environment)).rejects.toThrow('ENOENT');
    });
    const takenAt = Date.parse(readManifest(measured).taken_at) / 1_000;
    expect(readFileSync(metrics, 'utf8')).toMatch(
      new RegExp(`^# HELP .*\n# TYPE \\w+ gauge\nstablecoin_backup_taken_timestamp_seconds ${takenAt}\n$`),
    );
    expect(readdirSync(place).filter((name) => name.startsWith('backup.prom'))).toEqual(['backup.prom']);
    expect(readManifest(kept).files.length).toBeGreaterThan(0);
  });

  it.each([[[]], [['one', 'two']], [['--unknown', 'one']], [['one', '--metrics-file']]])(
    'shows how it is used for %j',
    async (args) => {
      const output = { write: jest.fn() };
      const { signal } = new AbortController();
      expect(await makeBackup({ args, environment: folder.environment, output, signal })).toBe(2);
      expect(output.write).toHaveBeenCalledWith(expect.stringContaining('npm run backup -- <folder>'));
    },
  );

  it('needs the passphrase of an encrypted backup', async () => {
    const target = { ...restored, DATA_DIR: join(place, 'refused') };
    await expect(run(manageRestore, [sealed], target)).rejects.toThrow('BACKUP_PASSPHRASE');
    await expect(run(manageRestore, [sealed], { ...target, BACKUP_PASSPHRASE: 'wrong' })).rejects.toThrow('passphrase');
  });
});

function flip(file: string): void {
  const bytes = readFileSync(file);
  bytes[5_000] = 255 - (bytes[5_000] ?? 0);
  writeFileSync(file, bytes);
}
