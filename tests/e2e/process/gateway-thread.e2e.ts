/** @once */
import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort } from '@stablecoin/event-sourcing/testing';
import { keyOf } from '../support/accounts';
import { Api } from '../support/api';
import { BuiltService } from '../support/built-service';
import { ensureBuilt } from '../support/ensure-built';
import { EVM_RECIPIENT } from '../support/payments';

/** The built service with its gateway in a thread of its own, and without. It never runs against `BASE_URL`. */

const KEY = keyOf('crash_a', 'enterprise');
const ENVIRONMENT = { LOG_LEVEL: 'error', BOOTSTRAP_API_KEYS: `${KEY}:crash_a:enterprise` };
const STARTS_WITHIN_MS = 30_000;

let folder: string;

jest.setTimeout(120_000);
beforeAll(ensureBuilt);
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-threads-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each(['on', 'off'])('GATEWAY_THREAD=%s', (gatewayThread) => {
  it('pays once for a key, tells of every part, and ends with what it was told', async () => {
    const metricsPort = String(await freePort());
    const environment = { ...ENVIRONMENT, GATEWAY_THREAD: gatewayThread, METRICS_PORT: metricsPort };
    const service = await BuiltService.start({ dataFolder: folder, environment });
    try {
      const api = new Api(service.url, KEY);
      const order = { to: EVM_RECIPIENT, amount: '1.00', idempotency_key: 'order-1' };
      const [first, second] = await Promise.all([api.post('/payments', order), api.post('/payments', order)]);
      expect([first.status, second.status].sort()).toEqual([200, 201]);
      expect(second.body.id).toBe(first.body.id);
      // It settles after three seconds; who does not wait hears that it exists.
      const slow = { to: EVM_RECIPIENT, amount: '12.000101' };
      for (const body of [slow, { ...slow, idempotency_key: 'order-2' }]) {
        const { status, body: payment } = await api.post('/payments', body, { prefer: 'respond-async' });
        expect([status, payment.status]).toEqual([202, 'pending']);
      }

      const health = (await (await fetch(`${service.url}/health/ready`)).json()) as { checks: object };
      const files = readdirSync(folder).filter((file) => file.endsWith('.db') && file !== 'events.db');
      const databases = files.map((file) => `database ${file.replace('.db', '')}`);
      const parts = Object.keys(health.checks).filter((part) => !part.startsWith('read models '));
      expect(parts.sort()).toEqual([...databases, 'event store'].sort());
      expect(health.checks).toHaveProperty('read models payment');
      expect(health.checks).toHaveProperty('read models gateway');

      await eventually(async () => {
        const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
        const requests = /^stablecoin_http_request_duration_seconds_count\{.*route="\/v1\/payments".*\} [12]$/gm;
        expect(metrics.match(requests)).toHaveLength(3);
        expect(metrics).toMatch(/^stablecoin_commands_total\{category="request"\} [1-9]/m);
        expect(metrics).toMatch(/^stablecoin_commands_total\{category="payment"\} [1-9]/m);
        return true;
      });

      expect(await service.end()).toBe(0);
      const again = await BuiltService.start({ dataFolder: folder, environment });
      const replayed = await new Api(again.url, KEY).post('/payments', order);
      expect(replayed.body.id).toBe(first.body.id);
      expect(await again.end()).toBe(0);
    } finally {
      await service.end('SIGKILL');
    }
  });

  it('does not start on a port that is taken, and says so', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
    const env = {
      PATH: process.env['PATH'],
      ...ENVIRONMENT,
      GATEWAY_THREAD: gatewayThread,
      PORT: String(port),
      DATA_DIR: folder,
    };
    const ended = await new Promise((resolve) => {
      execFile(
        process.execPath,
        [BuiltService.fileOf('main.js')],
        { env, timeout: STARTS_WITHIN_MS },
        (error, _, text) => resolve([error?.code, text]),
      );
    });
    server.close();
    expect(ended).toEqual([1, `listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`]);
  });
});
