import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshPostgres, mayUsePostgres } from '@stablecoin/stores/testing';
import { EventStoreDbStandIn } from '../../../../../infra/local/eventstoredb/src/stand-in';
import { startStandalone } from '../../standalone';
import { DataFolder } from '../../testing/stopped-service';
import { checkBackups } from './backups';
import { clockFinding } from './clock';
import { diagnose } from './diagnose';
import type { DoctorFinding } from './finding';
import { checkNode } from './machine';

type Environment = Readonly<Record<string, string>>;

async function run(environment: Environment, ...args: readonly string[]) {
  let text = '';
  const output = { write: (part: string) => (text += part) };
  const code = await diagnose({ args, environment, output, signal: new AbortController().signal });
  return { code, text };
}

/** What a check has found, worst first. */
async function found(environment: Environment, ...args: readonly string[]) {
  const { code, text } = await run(environment, '--json', ...args);
  const findings = JSON.parse(text) as readonly DoctorFinding[];
  const of = (check: string): readonly DoctorFinding[] => findings.filter((each) => each.check === check);
  const worst = (check: string): string | undefined =>
    (['fail', 'warn', 'ok'] as const).find((status) => of(check).some((each) => each.status === status));
  return { code, findings, of, worst };
}

describe('npm run doctor', () => {
  const folder = new DataFolder();
  const place = mkdtempSync(join(tmpdir(), 'stablecoin-payments-doctor-'));
  afterAll(() => {
    folder.remove();
    rmSync(place, { recursive: true, force: true });
  });

  it('finds nothing wrong with a service that runs: a line for each check, and its alarms', async () => {
    await folder.whileRunning(async (client, { url }) => {
      await client.post('/webhook_endpoints', { url: 'https://example.com/hook' });
      const { code, text } = await run(folder.environment, '--url', url);
      expect({ code, text }).toEqual({ code: 0, text: expect.not.stringContaining('fail') as unknown });
      expect(text).toMatch(/^ok +service +http\S+ is ready$/m);
      expect(text).toMatch(/^ok +alarms +none is raised$/m);
      expect(text).toMatch(/^ok +lag /m);
      expect(text).toMatch(/^ok +lock +held by process \d+ \(.*\), and the service answers$/m);
      expect(text).toMatch(/^ok +event store +\S+events\.db has \d+ events, tables of version \d+$/m);
      expect(text).toMatch(/^ok +webhooks +the signing secrets of 1 endpoints can be opened$/m);
      expect(text).not.toContain(folder.environment.BOOTSTRAP_API_KEYS);
    });
  });

  it('says of a stopped service what a start would find', async () => {
    const { code, worst, of } = await found(folder.environment);
    expect(code).toBe(0);
    expect([worst('service'), worst('lock'), worst('read models')]).toEqual(['warn', 'ok', 'ok']);
    expect(of('service')[0]?.advice).toContain('npm start');
  });

  it('names every variable that is not valid, without the value of a secret', async () => {
    const { code, findings } = await found({ PORT: 'many', SECRETS_KEY: 'hunter2hunter2', METRICS_PORT: '-1' });
    expect(code).toBe(1);
    expect(findings.filter(({ status }) => status === 'fail').map(({ message }) => message.split(':')[0])).toEqual([
      'PORT',
      'METRICS_PORT',
      'SECRETS_KEY',
    ]);
    expect(JSON.stringify(findings)).not.toContain('hunter2');
  });

  it('finds secrets that look like an example, and a key file that others may read', async () => {
    const poor = { SECRETS_KEY: Buffer.alloc(32).toString('base64'), DATA_DIR: join(place, 'none') };
    const { of } = await found(poor);
    expect(of('secrets')).toMatchObject([
      { status: 'warn', message: expect.stringContaining('SECRETS_KEY') as unknown },
    ]);
    expect(JSON.stringify(of('secrets'))).not.toContain(poor.SECRETS_KEY);

    chmodSync(join(folder.path, 'secrets.key'), 0o644);
    expect((await found(folder.environment)).of('secrets')).toMatchObject([
      { status: 'warn', advice: expect.stringContaining('chmod 600') as unknown },
    ]);
    chmodSync(join(folder.path, 'secrets.key'), 0o600);
  });

  it('finds that webhooks are signed with secrets of another key', async () => {
    const { code, of } = await found({ ...folder.environment, SECRETS_KEY: randomBytes(32).toString('base64') });
    expect(code).toBe(1);
    expect(of('webhooks')).toMatchObject([{ status: 'fail', message: expect.stringContaining('1 of 1') as unknown }]);
  });

  it('finds another program on the port, and a data folder that another process has', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const { code, of } = await found({ ...folder.environment, PORT: String(port) });
      expect(code).toBe(1);
      expect(of('ports')).toMatchObject([
        { status: 'fail', message: expect.stringContaining(String(port)) as unknown },
      ]);
    } finally {
      server.close();
    }
    // Nothing answers where the service is looked for.
    await folder.whileRunning(async () => {
      const { worst, of } = await found(folder.environment);
      expect([worst('lock'), of('lock')[0]?.message]).toEqual(['warn', expect.stringMatching(/held by process \d+/)]);
    });
  });

  it('finds an events.db of another version, and servers that are away', async () => {
    const old = join(place, 'old');
    mkdirSync(old);
    writeFileSync(join(old, 'events.db'), 'not a database, and longer than its header of a hundred bytes. '.repeat(4));
    expect((await found({ DATA_DIR: old })).worst('event store')).toBe('fail');

    const away = {
      ...{ DATA_DIR: join(place, 'none'), BUS_URL: 'kafka://127.0.0.1:1', RATE_LIMIT_URL: 'redis://127.0.0.1:1' },
      ...{ EVENT_STORE_URL: 'esdb://127.0.0.1:1?tls=false', DATABASE_URL: 'postgres://a:topsecret@127.0.0.1:1/b' },
    };
    const { code, worst, findings } = await found(away);
    expect(code).toBe(1);
    const checks = ['event store', 'read models', 'kafka', 'redis'] as const;
    expect(checks.map((check) => worst(check))).toEqual(['fail', 'fail', 'fail', 'warn']);
    expect(JSON.stringify(findings)).not.toContain('topsecret');
  });

  it.each([
    ['26.0', 'ok', /^KurrentDB 26\.0\.3 answers, its last event is at 0$/],
    ['23.10', 'warn', /^EventStoreDB 23\.10\.8 is out of support$/],
  ] as const)('says which event store answers, as version %s', async (version, status, message) => {
    const events = mkdtempSync(join(place, 'events-'));
    const standIn = await EventStoreDbStandIn.start({ folder: events, version });
    const { of } = await found({ DATA_DIR: join(place, 'none'), EVENT_STORE_URL: standIn.url }).finally(() =>
      standIn.stop(),
    );
    const findings = of('event store');
    expect(findings.map(({ status }) => status)).toEqual([...new Set(['ok', status])]);
    expect(findings.at(-1)?.message).toMatch(message);
  });

  it('finds a chain whose endpoint does not answer', async () => {
    const { code, of } = await found({
      ...{ DATA_DIR: join(place, 'none'), CHAIN_NETWORK: 'local', LIVE_ACCOUNT: 'acme', RPC_DEADLINE_MS: '200' },
      ...{ BASE_RPC_URLS: 'http://127.0.0.1:1', EVM_TREASURY_SIGNER: 'env:A', EVM_RELAYER_SIGNERS: 'env:B' },
      ...{ A: '1'.repeat(64), B: '2'.repeat(64), BASE_TOKENS: TOKENS },
    });
    expect(code).toBe(1);
    expect(of('base')).toMatchObject([{ status: 'fail', message: expect.stringContaining('base') as unknown }]);
  });

  it('shows how it is used', async () => {
    expect(await run({}, '--verbose')).toMatchObject({
      code: 2,
      text: expect.stringContaining('--backups') as unknown,
    });
  });
});

const TOKENS = 'USDC:0x52908400098527886E0F7030069857D2E4169EE7,EURC:0x8617E340B3D01FA5F11F306F4090FD50E238070D';

(mayUsePostgres() ? describe : describe.skip)('npm run doctor, of servers', () => {
  it('finds who leads on PostgreSQL, its version, and its clock; and that nobody leads', async () => {
    const folder = new DataFolder();
    const pair = {
      ...folder.environment,
      ...{ EVENT_STORE_URL: await freshPostgres(), SECRETS_KEY: randomBytes(32).toString('base64') },
      LEADER_SILENCE_MS: '30000',
    };
    expect((await found(pair)).of('event store')[0]?.message).toContain('has no events yet');
    const service = await startStandalone(pair);
    const running = await found(pair, '--url', service.url).finally(() => service.stop());
    expect(running.findings.filter(({ status }) => status === 'fail')).toEqual([]);
    expect(running.of('event store')[0]?.message).toMatch(/^PostgreSQL \d.* has \d+ events, tables of version 1$/);
    expect([running.worst('leader'), running.worst('clock')]).toEqual(['ok', 'ok']);
    expect((await found(pair)).worst('leader')).toBe('warn');
    folder.remove();
  });

  it('reaches an EventStoreDB', async () => {
    const events = mkdtempSync(join(tmpdir(), 'stablecoin-payments-doctor-'));
    const standIn = await EventStoreDbStandIn.start({ folder: events });
    const servers = { EVENT_STORE_URL: standIn.url, DATABASE_URL: await freshPostgres() };
    const { worst, of } = await found(servers).finally(() => standIn.stop());
    expect([worst('event store'), worst('database')]).toEqual(['ok', 'ok']);
    expect(of('read models')[0]?.message).toContain('there are none yet');
    rmSync(events, { recursive: true });
  });
});

it.each([
  ['20.18.3', '2026-01-01', false, 'fail'],
  ['20.20.0', '2026-11-01', false, 'warn'],
  ['20.20.0', '2026-11-01', true, 'fail'],
  ['22.23.4', '2027-11-01', true, 'warn'],
  ['24.22.1', '2026-11-01', true, 'ok'],
])('Node %s on %s, live %s: %s', (version, today, isLive, status) => {
  expect(checkNode(version, new Date(today), isLive).status).toBe(status);
});

it.each([
  [0, 'ok'],
  [1_500, 'ok'],
  [-3_000, 'warn'],
  [45_000, 'fail'],
])('a clock that is %d ms off: %s', (skew, status) => {
  expect(clockFinding('a server', 1_000_000 + skew, 1_000_000, 1_000_010).status).toBe(status);
});

it('looks for the newest complete backup', () => {
  const backups = mkdtempSync(join(tmpdir(), 'stablecoin-payments-doctor-'));
  const now = Date.parse('2026-01-31T12:00:00Z');
  const configuration = { liveChains: { evm: null, solana: null } } as Parameters<
    typeof checkBackups
  >[1]['configuration'];
  const status = (): string => checkBackups(backups, { configuration }, now).status;
  const backUp = (name: string, takenAt: string): void => {
    mkdirSync(join(backups, name));
    const manifest = { version: 1, taken_at: takenAt, encrypted: false, files: [] };
    writeFileSync(join(backups, name, 'manifest.json'), JSON.stringify(manifest));
  };
  expect(checkBackups(join(backups, 'nowhere'), { configuration }, now).status).toBe('fail');
  expect(checkBackups(undefined, { configuration }, now).status).toBe('ok');
  mkdirSync(join(backups, 'incomplete'));
  expect(status()).toBe('fail');
  backUp('old', '2026-01-29T12:00:00Z');
  expect(status()).toBe('warn');
  backUp('new', '2026-01-31T02:00:00Z');
  expect(status()).toBe('ok');
  rmSync(backups, { recursive: true });
});
