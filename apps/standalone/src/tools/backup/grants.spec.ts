/** @slow 20 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACCESS_CHANGED } from '@stablecoin/host';
import { startStandalone } from '../../standalone';
import { DataFolder } from '../../testing/stopped-service';
import type { ExitCode, ToolOptions } from '../output';
import { makeBackup } from './make-backup';
import { manageRestore } from './manage-restore';

const ATTESTED = { owner: 'agent:a', checks: ['kyc'], reference: 'file 7', expires_at: '2100-01-01T00:00:00Z' };

describe('protocol rule 40: grants of a backup', () => {
  const folder = new DataFolder();
  const place = mkdtempSync(join(tmpdir(), 'stablecoin-payments-grants-'));
  const backup = join(place, 'backup');
  const restored = { ...folder.environment, DATA_DIR: join(place, 'restored') };
  afterAll(() => {
    folder.remove();
    rmSync(place, { recursive: true, force: true });
  });

  async function run(
    tool: (options: ToolOptions) => Promise<ExitCode>,
    environment: Readonly<Record<string, string>>,
    ...args: readonly string[]
  ): Promise<string> {
    let text = '';
    const output = { write: (part: string) => (text += part) };
    expect(await tool({ args, environment, output, signal: new AbortController().signal })).toBe(0);
    return text;
  }

  /** What each key is answered with. */
  async function statuses(...secrets: readonly string[]): Promise<readonly number[]> {
    const service = await startStandalone(restored);
    try {
      const answers = secrets.map(async (secret) => {
        const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
        const body = JSON.stringify({ to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '1.00' });
        return (await fetch(`${service.url}/v1/payments`, { method: 'POST', headers, body })).status;
      });
      return await Promise.all(answers);
    } finally {
      await service.stop();
    }
  }

  it('that were revoked after it are refused until the operator confirms them by name', async () => {
    const made = await folder.whileRunning(async (client) => {
      const keys = [
        await client.post('/api_keys', { name: 'kept' }),
        await client.post('/api_keys', { name: 'stolen' }),
      ];
      const attestation = await client.post('/compliance/attestations', ATTESTED);
      await run(makeBackup, folder.environment, backup);
      await client.delete(`/api_keys/${String(keys[1]?.['id'])}`);
      return [...keys, attestation].map((each) => ({ id: String(each['id']), secret: String(each['key']) }));
    });
    const [kept, stolen, attestation] = made;
    if (kept === undefined || stolen === undefined || attestation === undefined) throw new Error('three were made');
    await run(manageRestore, restored, backup);

    const entry = {
      level: 'info',
      msg: ACCESS_CHANGED,
      change: 'api_key.revoked',
      of: stolen.id,
      account: 'acme.test',
    };
    const log = join(place, 'service.log');
    const lines = [
      { time: '2020-01-01T00:00:00Z', ...entry },
      { time: new Date().toISOString(), ...entry },
    ];
    writeFileSync(log, ['no JSON', `pod-1 ${JSON.stringify(lines[0])}`, JSON.stringify(lines[1])].join('\n'));
    const review = await run(manageRestore, restored, 'review', '--log', log);
    expect(review).toContain('3 API keys of the backup are valid again');
    expect(review).toContain(`  ${stolen.id}  acme.test  of `);
    expect(review).toContain(`  ${attestation.id}  acme.test  of `);
    expect(review).toMatch(new RegExp(`Z  api_key.revoked  ${stolen.id}  acme.test\n1 changes of access`));

    const ended = ['--ended', new Date().toISOString()];
    await expect(run(manageRestore, restored, 'accept', ...ended, '--grants', 'except:key_x')).rejects.toThrow('key_x');
    const accepted = ['accept', ...ended, '--grants', `except:${stolen.id},${attestation.id}`];
    expect(await run(manageRestore, restored, ...accepted)).toContain('not confirmed: 2\n');
    expect(await statuses(kept.secret, stolen.secret)).toEqual([201, 401]);
    await run(manageRestore, restored, 'confirm', stolen.id);
    expect(await statuses(kept.secret, stolen.secret)).toEqual([201, 201]);
    await run(manageRestore, restored, 'end');
  });
});
