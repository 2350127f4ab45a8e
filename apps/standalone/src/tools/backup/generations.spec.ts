/** @slow 30 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as Postgres } from 'pg';
import { freshPostgres, mayUsePostgres } from '@stablecoin/stores/testing';
import { startStandalone } from '../../standalone';
import { Client, DataFolder } from '../../testing/stopped-service';
import type { ExitCode, ToolOptions } from '../output';
import { makeBackup } from './make-backup';
import { manageRestore } from './manage-restore';

const ORDER = { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '1.00' };
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');

type Environment = Readonly<Record<string, string>>;

/** Where a service keeps its data, and how an operator copies it without the service's own commands. */
interface Place {
  readonly name: string;
  readonly isThere: boolean;
  readonly open: (name: string) => Promise<Environment>;
  readonly copy: (from: Environment, to: Environment) => Promise<void>;
}

const root = mkdtempSync(join(tmpdir(), 'stablecoin-payments-generations-'));

const PLACES: readonly Place[] = [
  {
    name: 'a data folder',
    isThere: true,
    open: (name) => Promise.resolve({ DATA_DIR: join(root, name) }),
    copy: (from, to) => {
      cpSync(from['DATA_DIR'] ?? '', to['DATA_DIR'] ?? '', { recursive: true });
      return Promise.resolve();
    },
  },
  {
    name: 'a pair on PostgreSQL',
    isThere: mayUsePostgres(),
    open: async (name) => ({ EVENT_STORE_URL: await freshPostgres(), DATA_DIR: join(root, name) }),
    copy: async (from, to) => {
      const [source, target] = [from, to].map((each) => new URL(each['EVENT_STORE_URL'] ?? ''));
      const admin = new Postgres(new URL('/postgres', source).href);
      await admin.connect();
      await admin.query(`drop database ${target?.pathname.slice(1)}`);
      await admin.query(`create database ${target?.pathname.slice(1)} template ${source?.pathname.slice(1)}`);
      await admin.end();
    },
  },
];

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.each(PLACES)('restores that follow each other, of $name', ({ isThere, open, copy }) => {
  const folder = new DataFolder();
  afterAll(() => folder.remove());
  const common = { ...folder.environment, SECRETS_KEY, LEADER_SILENCE_MS: '30000' };
  const placeOf = async (name: string): Promise<Environment> => ({ ...common, ...(await open(name)) });

  async function run(
    tool: (options: ToolOptions) => Promise<ExitCode>,
    environment: Environment,
    ...args: readonly string[]
  ): Promise<string> {
    let text = '';
    const output = { write: (part: string) => (text += part) };
    expect(await tool({ args, environment, output, signal: new AbortController().signal })).toBe(0);
    return text;
  }

  async function pay(environment: Environment): Promise<void> {
    const service = await startStandalone(environment);
    try {
      await new Client(service.url).post('/payments', ORDER);
    } finally {
      await service.stop();
    }
  }

  (isThere ? it : it.skip)(
    'need an acceptance each, and are reviewed from the oldest that has not ended',
    async () => {
      const former = await placeOf('former');
      await pay(former);
      const since = new Date().toISOString();
      // With the tools of the operator.
      const first = { ...(await placeOf('first')), RESTORED_FROM: since };
      await copy(former, first);
      await expect(startStandalone(first)).rejects.toThrow('may not pay yet');
      await run(manageRestore, first, 'accept', '--ended', new Date().toISOString(), '--grants', 'all');
      await pay(first);
      const backup = join(root, `${common.DATA_DIR.split('-').at(-1)}-accepted`);
      await run(makeBackup, first, backup);

      // The variable is left as it was, and the store has an acceptance of that time.
      const second = { ...(await placeOf('second')), RESTORED_FROM: since };
      await run(manageRestore, second, backup);
      await expect(startStandalone(second)).rejects.toThrow('may not pay yet');
      expect(await run(manageRestore, second, 'review')).toContain(`since ${since}`);

      // The hourly backup takes a store that is not accepted yet.
      const closed = `${backup}-closed`;
      await run(makeBackup, second, closed);
      const third = await placeOf('third');
      await run(manageRestore, third, closed);
      expect(await run(manageRestore, third, 'review')).toContain(`since ${since}`);
      await run(manageRestore, third, 'accept', '--ended', new Date().toISOString(), '--grants', 'all');
      await pay(third);
      await run(manageRestore, third, 'end');
      await expect(run(manageRestore, third, 'review')).rejects.toThrow('Nothing was restored here');
      await pay({ ...third, RESTORED_FROM: since });
    },
    180_000,
  );
});
