/** @slow 35 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { freshPostgres, mayUsePostgres } from '@stablecoin/stores/testing';
import { EventStoreDbStandIn } from '../../../../../infra/local/eventstoredb/src/stand-in';
import { startStandalone } from '../../standalone';
import { Client, DataFolder } from '../../testing/stopped-service';
import type { ExitCode, ToolOptions } from '../output';
import { makeBackup } from './make-backup';
import { manageRestore } from './manage-restore';

const ORDER = { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '1.00' };
/** A memo that a reader of lines may break at. */
const MEMO = 'one\u2028two';
const SECRETS = { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'), BACKUP_PASSPHRASE: 'correct horse' };
/** Of each chain. */
const OPENING = 1_000_000;

type Environment = Readonly<Record<string, string>>;

/** An event store, and another one that is empty. */
interface Servers {
  readonly name: string;
  readonly isThere: boolean;
  readonly start: (place: string) => Promise<Environment>;
  readonly stop: () => Promise<unknown>;
}

const standIns: EventStoreDbStandIn[] = [];

const SERVERS: readonly Servers[] = [
  {
    name: 'a pair on PostgreSQL',
    isThere: mayUsePostgres(),
    start: async () => ({ EVENT_STORE_URL: await freshPostgres() }),
    stop: () => Promise.resolve(),
  },
  {
    name: 'an EventStoreDB',
    isThere: true,
    start: async (place) => {
      const standIn = await EventStoreDbStandIn.start({ folder: mkdtempSync(join(place, 'events-')) });
      standIns.push(standIn);
      return { EVENT_STORE_URL: standIn.url };
    },
    stop: () => Promise.all(standIns.splice(0).map((standIn) => standIn.stop())),
  },
];

describe.each(SERVERS)('npm run backup and npm run restore of $name', ({ isThere, start, stop }) => {
  const test = isThere ? it : it.skip;
  const folder = new DataFolder();
  const place = mkdtempSync(join(tmpdir(), 'stablecoin-payments-backups-'));
  const backup = join(place, 'backup');
  // A busy machine is silent for longer than by default.
  const common = { ...folder.environment, ...SECRETS, LEADER_SILENCE_MS: '30000' };
  let former: Environment;
  let restored: Environment;
  /** Answered before the backup began, and all that were. */
  let before: readonly string[] = [];
  const all: string[] = [];

  async function run(
    tool: (options: ToolOptions) => Promise<ExitCode>,
    args: readonly string[],
    environment: Environment,
    { signal = new AbortController().signal, code = 0 }: { signal?: AbortSignal; code?: ExitCode } = {},
  ): Promise<string> {
    let text = '';
    const output = { write: (part: string) => (text += part) };
    expect(await tool({ args, environment, output, signal })).toBe(code);
    return text;
  }

  const pay = async (client: Client, order: object = {}): Promise<string> =>
    String((await client.post('/payments', { ...ORDER, ...order }))['id']);

  beforeAll(async () => {
    if (!isThere) return;
    former = { ...common, ...(await start(place)), DATA_DIR: join(place, 'former') };
    restored = { ...common, ...(await start(place)), DATA_DIR: join(place, 'restored') };
    const service = await startStandalone(former);
    const client = new Client(service.url);
    await client.post('/payments', { ...ORDER, memo: MEMO, idempotency_key: 'kept' });
    const load = Array.from({ length: 4 }, async () => {
      for (let payments = 0; payments < 3; payments++) all.push(await pay(client));
    });
    all.push(await pay(client));
    before = [...all];
    const text = await run(makeBackup, [backup], former);
    await Promise.all(load);
    expect(text).toMatch(/: \d+ events of \S+Z, checked, encrypted\n$/);
    // Lost.
    await client.post('/payments', { ...ORDER, idempotency_key: 'lost' });
    await service.stop();
  });
  afterAll(async () => {
    await stop();
    folder.remove();
    rmSync(place, { recursive: true, force: true });
  });

  test('never restores over events, and never into a data folder', async () => {
    await expect(run(manageRestore, [backup], former)).rejects.toThrow('is not empty');
    await expect(run(manageRestore, [backup], folder.environment)).rejects.toThrow('set EVENT_STORE_URL');
  });

  test('no service starts on what is restored in part, and the restore can be repeated', async () => {
    await run(manageRestore, [backup], restored, { signal: AbortSignal.abort(), code: 130 });
    await expect(startStandalone(restored)).rejects.toThrow('is not restored completely');
    await expect(run(manageRestore, ['review'], restored)).rejects.toThrow('is not restored completely');
    expect(await run(manageRestore, [backup], restored)).toContain('It does not start before');
    await expect(run(manageRestore, [backup], restored)).rejects.toThrow('is not empty');
  });

  test('starts when it was accepted, without RESTORED_FROM; has all of before it, and pays nothing twice', async () => {
    await expect(startStandalone(restored)).rejects.toThrow('may not pay yet');
    expect(await run(manageRestore, ['review'], restored)).toContain('0 transfers that no payment explains');
    await run(manageRestore, ['accept', '--ended', new Date().toISOString(), '--grants', 'all'], restored);

    const service = await startStandalone(restored);
    try {
      const client = new Client(service.url);
      expect(before.length).toBeGreaterThan(0);
      for (const id of before) expect(await client.get(`/payments/${id}`)).toMatchObject({ status: 'settled' });
      const kept = await client.post('/payments', { ...ORDER, memo: MEMO, idempotency_key: 'kept' });
      expect(kept).toMatchObject({ status: 'settled', memo: MEMO });
      expect(await client.post('/payments', { ...ORDER, idempotency_key: 'lost' })).toMatchObject({
        status: 'settled',
      });
      // What was under way is settled or has expired, and every settled payment took its amount once.
      await eventually(async () => {
        const { data } = (await client.get('/payments?limit=100')) as { data: readonly { status: string }[] };
        expect(data.filter(({ status }) => status !== 'settled' && status !== 'failed')).toEqual([]);
        const { usdc } = (await client.get('/treasury/balance')) as { usdc: string };
        expect(Number(usdc)).toBe(3 * OPENING - data.filter(({ status }) => status === 'settled').length);
      });
    } finally {
      await service.stop();
    }
    await run(manageRestore, ['end'], restored);
    await expect(run(manageRestore, ['review'], restored)).rejects.toThrow('Nothing was restored here');
  });
});
