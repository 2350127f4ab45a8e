import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { keyOf } from '../support/accounts';
import { Api } from '../support/api';
import { BuiltService } from '../support/built-service';
import { ensureBuilt } from '../support/ensure-built';
import { EVM_RECIPIENT } from '../support/payments';

const KEY = keyOf('crash_a', 'enterprise');
const THREADS = [
  { file: 'writer.js', says: 'the event store has lost its writer' },
  { file: 'main.js', says: 'the thread of the gateway has ended' },
] as const;
/** Loaded before the service: while the file `kill` is there, the thread of that script is ended as by an error. */
const KILLER = `
const threads = require('node:worker_threads');
const { existsSync } = require('node:fs');
if (threads.isMainThread) {
  threads.Worker = class extends threads.Worker {
    constructor(file, options) {
      super(file, options);
      if (!file.endsWith('/' + process.env.KILLED_THREAD)) return;
      // To terminate the thread that writes would abort the process: a message that it cannot read ends it.
      const kill = () => (file.endsWith('/writer.js') ? this.postMessage(null) : this.terminate());
      const look = setInterval(() => existsSync(process.env.KILL_WHEN) && (clearInterval(look), kill()), 10);
      look.unref();
    }
  };
}
`;

let folder: string;

jest.setTimeout(120_000);
beforeAll(ensureBuilt);
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-lost-thread-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each(THREADS)('when the thread of $file dies', ({ file, says }) => {
  it('the process ends with 1 and says why, and the next start has everything', async () => {
    const killer = join(folder, 'killer.cjs');
    const kill = join(folder, 'kill');
    writeFileSync(killer, KILLER);
    const environment = { BOOTSTRAP_API_KEYS: `${KEY}:crash_a:enterprise`, LOG_LEVEL: 'error' };
    const killed = { NODE_OPTIONS: `--require ${killer}`, KILLED_THREAD: file, KILL_WHEN: kill };
    const dataFolder = join(folder, 'data');
    const order = { to: EVM_RECIPIENT, amount: '1.00', idempotency_key: 'order-1' };

    const lines: string[] = [];
    const onOutput = (text: string): void => void lines.push(text);
    const service = await BuiltService.start({ dataFolder, environment: { ...environment, ...killed }, onOutput });
    let paid: unknown;
    try {
      paid = (await new Api(service.url, KEY).post('/payments', order)).body['id'];
      writeFileSync(kill, '');
      await eventually(() => service.ended.aborted);
    } finally {
      expect(await service.end('SIGKILL')).toBe(1);
    }
    await eventually(() => lines.join('').includes(says));

    const again = await BuiltService.start({ dataFolder, environment });
    try {
      const { body } = await new Api(again.url, KEY).post('/payments', order);
      expect(body['id']).toBe(paid);
    } finally {
      expect(await again.end()).toBe(0);
    }
  });
});
