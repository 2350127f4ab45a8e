/** @needs own-service */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BuiltService } from '../support/built-service';
import { ensureBuilt } from '../support/ensure-built';
import { keyOf } from '../support/accounts';
import { Api } from '../support/api';

/** The built service on a data folder that it cannot have. It is always a service of its own, also with `BASE_URL`. */

const ENVIRONMENT = { LOG_LEVEL: 'error', BOOTSTRAP_API_KEYS: `${keyOf('crash_a', 'enterprise')}:crash_a:enterprise` };
/** What starts all the same is ended. */
const STARTS_WITHIN_MS = 30_000;
/** What lets root write where nobody may. */
const OVERRIDE = '-dac_override,-dac_read_search';

let folder: string;

jest.setTimeout(180_000);
beforeAll(ensureBuilt);
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-folder-'))));
afterEach(() => {
  chmodAll(0o755, 0o644);
  rmSync(folder, { recursive: true, force: true });
});

function chmodAll(forFolder: number, forFiles: number): void {
  for (const file of readdirSync(folder)) chmodSync(join(folder, file), forFiles);
  chmodSync(folder, forFolder);
}

/** Starts what cannot start, as somebody who is bound by permissions. */
function refusal(entry: string, environment: Readonly<Record<string, string>> = {}): Promise<object> {
  const command = [process.execPath, BuiltService.fileOf(entry)];
  if (process.getuid?.() === 0) command.unshift('setpriv', `--bounding-set=${OVERRIDE}`, `--inh-caps=${OVERRIDE}`);
  const [file = '', ...args] = command;
  const env = { PATH: process.env['PATH'], ...ENVIRONMENT, PORT: '0', DATA_DIR: folder, ...environment };
  return new Promise((resolve) => {
    execFile(file, args, { env, timeout: STARTS_WITHIN_MS }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

const line = (text: string): object => ({ code: 1, stdout: '', stderr: `${text}\n` });

async function start(): Promise<BuiltService> {
  return BuiltService.start({ dataFolder: folder, environment: ENVIRONMENT });
}

describe('A data folder', () => {
  it('takes one process at a time: a second one is refused with one line, and the first goes on', async () => {
    const service = await start();
    try {
      const inUse = line(`the data folder ${folder} is in use already: it takes one process at a time`);
      expect(await refusal('main.js')).toEqual(inUse);
      const api = new Api(service.url, keyOf('crash_a', 'enterprise'));
      const payment = { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '1.00' };
      expect((await api.post('/payments', payment)).status).toBe(201);
      await service.end('SIGKILL');
      // The lock is gone with its process.
      await (await start()).end();
    } finally {
      await service.end('SIGKILL');
    }
  });

  it('that is empty and cannot be written is refused with one line', async () => {
    chmodSync(folder, 0o555);
    expect(await refusal('main.js')).toEqual(
      line(`the data folder ${folder} cannot be written: ${folder} is read-only here`),
    );
  });

  it.each([
    ['a folder', 0o555, 0o644, ''],
    ['files', 0o755, 0o444, 'compliance.db'],
  ])(
    'that holds data in %s which cannot be written is refused with one line, and stays as it is',
    async (_, forFolder, forFiles, name) => {
      await (await start()).end();
      chmodAll(forFolder, forFiles);
      const before = readdirSync(folder);
      const refused = join(folder, name).replace(/\/$/, '');
      expect(await refusal('main.js')).toEqual(
        line(`the data folder ${folder} cannot be written: ${refused} is read-only here`),
      );
      expect(readdirSync(folder)).toEqual(before);
      chmodAll(0o755, 0o644);
      await (await start()).end();
    },
  );

  it('that cannot be made is refused with one line', async () => {
    chmodSync(folder, 0o555);
    const below = join(folder, 'below');
    expect(await refusal('main.js', { DATA_DIR: below })).toEqual(
      line(`the data folder ${below} cannot be used: EACCES: permission denied, mkdir '${below}' (EACCES)`),
    );
    expect(existsSync(below)).toBe(false);
  });
});

describe('Faults for tests', () => {
  it.each(['CRASH_AT', 'CRASH_TRACE', 'CLOCK_JUMPS', 'DISK_FULL_WHILE'])(
    'a start for work refuses %s with one line',
    async (name) => {
      const refused = line(`${name}: makes the service fail, for tests; it does not start with it`);
      expect(await refusal('main.js', { [name]: '1', NODE_ENV: 'test' })).toEqual(refused);
    },
  );

  it('are made for NODE_ENV=test only', async () => {
    const refused = line('NODE_ENV: has to be "test", for this start makes faults');
    expect(await refusal('testing/main.js', { NODE_ENV: 'production' })).toEqual(refused);
  });

  it('are never made beside a live key', async () => {
    const BOOTSTRAP_API_KEYS = `${keyOf('crash_a', 'live')}:crash_a:enterprise`;
    const refused = line('BOOTSTRAP_API_KEYS: has a live key, and this start makes faults: it takes test keys only');
    expect(await refusal('testing/main.js', { NODE_ENV: 'test', BOOTSTRAP_API_KEYS })).toEqual(refused);
  });

  it('are named right, or refused', async () => {
    const refused = line('CRASH_AT: got "during lunch", takes a point of `npm run crash -- --points`');
    expect(await refusal('testing/main.js', { NODE_ENV: 'test', CRASH_AT: 'during lunch' })).toEqual(refused);
  });
});
