/** @needs own-service */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { Api } from '../support/api';
import { BuiltService } from '../support/built-service';
import { ensureBuilt } from '../support/ensure-built';

/** The built service on an empty data folder, without configured keys. Always a service of its own, also with `BASE_URL`. */

const ENVIRONMENT = { LOG_LEVEL: 'silent' };
/** What starts all the same is ended. */
const STARTS_WITHIN_MS = 30_000;

let folder: string;
let taken: Server;

jest.setTimeout(180_000);
beforeAll(ensureBuilt);
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-first-'));
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  taken.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the service on the port that somebody else has. */
function startOnTakenPort(environment: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const PORT = String((taken.address() as AddressInfo).port);
  const env = { PATH: process.env['PATH'], ...ENVIRONMENT, ...environment, PORT, DATA_DIR: folder };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [BuiltService.fileOf('main.js')],
      { env, timeout: STARTS_WITHIN_MS },
      (error, out, err) => resolve({ code: error?.code ?? 0, stdout: out, stderr: err }),
    );
  });
}

/** Starts it on a free port, and stops it when the work is done. */
async function whileRunning(
  environment: Readonly<Record<string, string>>,
  work: (service: BuiltService, said: string) => Promise<void> | void,
): Promise<void> {
  let said = '';
  const onOutput = (text: string): unknown => (said += text);
  const service = await BuiltService.start({ dataFolder: folder, environment, onOutput });
  try {
    await eventually(() => said.includes('Listening on'));
    await work(service, said);
  } finally {
    await service.end();
  }
}

describe.each([
  ['with the gateway in a thread of its own', {}],
  ['with everything in one thread', { GATEWAY_THREAD: 'off' }],
])('A first start %s', (_, threads) => {
  const environment = { ...ENVIRONMENT, ...threads };

  it('a first start on a taken port creates no API key; the next start creates and shows it', async () => {
    const refused = await startOnTakenPort(threads);
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('EADDRINUSE') as unknown });
    await whileRunning(environment, async ({ url }, said) => {
      const [key = ''] = /^ {2}svc_test_\w{43}$/m.exec(said) ?? [];
      expect(said).toContain('This is a first start');
      expect((await new Api(url, key.trim()).get('/treasury/balance')).status).toBe(200);
    });
    await whileRunning(environment, (_service, said) => expect(said).not.toContain('svc_test_'));
  });
});
