import { SCOPES } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { freshPostgres, mayUsePostgres } from '@stablecoin/stores/testing';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDbStandIn } from '../../../../infra/local/eventstoredb/src/stand-in';
import { startStandalone } from '../standalone';
import { DataFolder } from '../testing/stopped-service';
import { manageKeys } from './manage-keys';

const CREATED =
  /^(svc_(?:test|live)_\w{43})\nThis is (key_\w{26}), a (test|live) key of the account "(\w+)"\. It is not/;

interface Created {
  readonly secret: string;
  readonly id: string;
  readonly mode: string;
  readonly account: string;
}

function created(text: string): Created {
  const [, secret = '', id = '', mode = '', account = ''] = CREATED.exec(text) ?? [];
  expect(text).toMatch(CREATED);
  return { secret, id, mode, account };
}

async function statusOf(url: string, secret: string, path = 'treasury/balance'): Promise<number> {
  return (await fetch(`${url}/v1/${path}`, { headers: { authorization: `Bearer ${secret}` } })).status;
}

/** Servers of a busy machine answer late. */

describe('npm run keys, on a data folder', () => {
  const folder = new DataFolder();
  const run = (...args: readonly string[]) => folder.run(manageKeys, args);
  const linesOf = async (...args: readonly string[]): Promise<readonly string[]> =>
    (await run('list', ...args)).text.trimEnd().split('\n');

  beforeAll(() => folder.whileRunning(() => Promise.resolve()));
  afterAll(() => folder.remove());

  it('creates a key that works from the next start on, until it is revoked', async () => {
    const { secret, id, mode, account } = created((await run('create')).text);
    expect([mode, account]).toEqual(['test', 'default']);
    await folder.whileRunning(async (_client, { url }) => expect(await statusOf(url, secret)).toBe(200));

    const { code, text } = await run('revoke', id);
    expect({ code, text }).toEqual({ code: 0, text: expect.stringMatching(`^${id}  revoked \\S+Z\\.`) as unknown });
    expect((await run('revoke', id)).text).toBe(text);
    await folder.whileRunning(async (_client, { url }) => expect(await statusOf(url, secret)).toBe(401));
    expect((await linesOf('--account', 'default'))[0]).toMatch(
      new RegExp(`^${id}  default  test …${secret.slice(-4)}  scale  revoked \\S+Z  all scopes$`),
    );
  });

  it('creates a key as it is told: account, mode, plan, scopes, name, expiry and allow-list', async () => {
    const options = ['--account', 'acme_2', '--mode', 'live', '--plan', 'enterprise', '--name', 'Shop floor'];
    const limits = [
      '--scopes',
      'payments:read,keys:read',
      '--expires-at',
      '2099-01-31',
      '--ip-allow-list',
      '127.0.0.1,::1',
    ];
    const { secret, id, mode, account } = created((await run('create', ...options, ...limits)).text);
    expect([mode, account]).toEqual(['live', 'acme_2']);
    expect(await linesOf('--account', 'acme_2')).toEqual([
      `${id}  acme_2  live …${secret.slice(-4)}  enterprise  active  payments:read,keys:read  ` +
        'expires 2099-01-31T00:00:00.000Z  from 127.0.0.1,::1  "Shop floor"',
    ]);
    await folder.whileRunning(async (_client, { url }) => {
      expect([await statusOf(url, secret), await statusOf(url, secret, 'payments')]).toEqual([403, 200]);
    });
  });

  it('lists every key, the newest first, or those of an account or a mode', async () => {
    const { id } = created((await run('create', '--account', 'lists')).text);
    const every = await linesOf();
    expect(every[0]).toContain(`${id}  lists  test `);
    expect(every.at(-1)).toContain('  acme  test ');
    const ofMode = await linesOf('--mode', 'test');
    expect(ofMode).toEqual(every.filter((line) => line.includes('  test …')));
    expect(await linesOf('--account', 'nobody')).toEqual(['There are no API keys.']);
  });

  it.each([
    [['--scopes', 'payments:all'], 'scopes[0] must be one of'],
    [['--plan', 'free'], 'plan must be'],
    [['--expires-at', '2020-01-01'], 'expires_at must be in the future'],
    [['--expires-at', 'soon'], 'expires_at must be an ISO 8601 time'],
    [['--ip-allow-list', '10.0.0.1,nowhere'], 'ip_allow_list[1] must be an IP address'],
    [['--account', 'Acme'], 'account must be'],
  ])('refuses what no key can have: %j', async (options, reason) => {
    const before = await linesOf();
    await expect(run('create', ...options)).rejects.toThrow(reason);
    expect(await linesOf()).toEqual(before);
  });

  it('says so when there is no such key', async () => {
    await expect(run('revoke', 'key_01JD8Z5M3V7T9G2K4XQW6N0B1C')).rejects.toThrow('There is no such API key.');
  });

  it('says so when the service is running, and changes nothing', async () => {
    await folder.whileRunning(async () => {
      await expect(run('create')).rejects.toThrow(
        `the service is running on the data folder ${folder.path}: stop it first`,
      );
    });
  });

  it('ends when it is told to', async () => {
    const { code } = await folder.run(manageKeys, ['list'], { signal: AbortSignal.abort() });
    expect(code).toBe(130);
  });

  it.each([
    [[]],
    [['drop']],
    [['list', 'all']],
    [['list', '--plan', 'scale']],
    [['create', 'acme']],
    [['create', '--mode', 'both']],
    [['create', '--owner', 'acme']],
    [['revoke']],
    [['revoke', 'key_1', 'key_2']],
    [['revoke', 'key_1', '--mode', 'test']],
  ])('shows how it is used: %j', async (args) => {
    const { code, text } = await run(...args);
    expect(code).toBe(2);
    expect(text).toContain('npm run keys -- revoke <id>');
  });
});

(mayUsePostgres() ? describe : describe.skip)('npm run keys, on an event store and a database of their own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-keys-'));
  let standIn: EventStoreDbStandIn;
  let servers: Readonly<Record<string, string>>;

  beforeAll(async () => {
    standIn = await EventStoreDbStandIn.start({ folder });
    servers = { EVENT_STORE_URL: standIn.url, DATABASE_URL: await freshPostgres(), LOG_LEVEL: 'silent' };
  });
  afterAll(async () => {
    await standIn.stop();
    rmSync(folder, { recursive: true });
  });

  async function run(...args: readonly string[]): Promise<string> {
    let text = '';
    const output = { write: (part: string) => (text += part) };
    // A folder that is not there: nothing is kept in it.
    const environment = { ...servers, DATA_DIR: join(folder, 'nowhere') };
    expect(await manageKeys({ args, environment, output, signal: new AbortController().signal })).toBe(0);
    return text;
  }

  it('creates a key before any gateway has started, which is the first one then', async () => {
    const { secret } = created(await run('create'));
    expect(await run('list')).toContain(`…${secret.slice(-4)}`);
    expect(readdirSync(folder)).not.toContain('nowhere');
    const service = await startStandalone({ ...servers, PORT: '0', DATA_DIR: join(folder, 'service') });
    try {
      expect(service.firstApiKey).toBeNull();
      expect(await statusOf(service.url, secret)).toBe(200);
    } finally {
      await service.stop();
    }
  });

  it('creates and revokes keys while a gateway runs, which soon knows', async () => {
    const service = await startStandalone({ ...servers, PORT: '0', DATA_DIR: join(folder, 'service') });
    try {
      const { secret, id } = created(await run('create', '--scopes', SCOPES.join(','), '--name', 'second'));
      // The gateway reads the key from its read model, which follows the store.
      await eventually(async () => (await statusOf(service.url, secret)) === 200);
      expect(await run('list')).toContain(
        `${id}  default  test …${secret.slice(-4)}  scale  active  all scopes and screenings:skip  "second"`,
      );
      expect(await run('revoke', id)).toContain('by every running gateway within a second');
      await eventually(async () => (await statusOf(service.url, secret)) === 401);
    } finally {
      await service.stop();
    }
  });
});
