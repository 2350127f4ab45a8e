/** @needs own-service */
import { eventually, freePort } from '@stablecoin/event-sourcing/testing';
import { startStandalone, type Standalone } from '@stablecoin/standalone';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../support/api';
import { EVM_RECIPIENT, expectError } from '../support/payments';
import { testEnvironment } from '../support/test-environment';

// Starts a service of its own, with a port for metrics, so it does not run against BASE_URL.
describe('GET /metrics, on its own port', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-metrics-'));
  let service: Standalone;
  let metrics: string;

  beforeAll(async () => {
    const port = await freePort();
    metrics = `http://127.0.0.1:${port}`;
    const environment = { ...testEnvironment(), PORT: '0', DATA_DIR: folder, METRICS_PORT: String(port) };
    service = await startStandalone(environment);
  });

  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('counts what the service does, in the text format of Prometheus, without a key', async () => {
    const api = new Api(service.url, null).as('payments');
    const paid = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00' });
    expect(paid.status).toBe(201);

    const text = await eventually(async () => {
      const response = await fetch(`${metrics}/metrics`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
      const body = await response.text();
      expect(body).toMatch(
        /^stablecoin_http_request_duration_seconds_count\{method="POST",route="\/v1\/payments",status="201"\} 1$/m,
      );
      return body;
    });
    for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
      expect(line).toMatch(/^[a-z_:][a-z0-9_:]*(\{[^}]*\})? (NaN|[+-]?Inf|-?\d+(\.\d+)?(e[+-]?\d+)?)$/);
    }
    expect(text).toMatch(/^stablecoin_rate_limit_buckets 3$/m);
  });

  it('every queue, batch and cache has its metric', async () => {
    const NONE_OPEN = /^stablecoin_reservations_open\{service="treasury"\} 0$/m;
    // Counted in the ledger's read model, which may rest for a moment.
    const text = await eventually(async () => {
      const now = await (await fetch(`${metrics}/metrics`)).text();
      return NONE_OPEN.test(now) && now;
    });
    const value = (series: string): number => {
      const line = text.split('\n').find((each) => each.startsWith(`stablecoin_${series} `));
      if (line === undefined) throw new Error(`there is no ${series}`);
      return Number(line.slice(line.lastIndexOf(' ')));
    };
    expect(value('event_store_position')).toBeGreaterThan(10);
    expect(value('event_store_writes')).toBeGreaterThanOrEqual(value('event_store_transactions'));
    expect(value('event_store_transactions')).toBeGreaterThan(0);
    expect(value('event_store_writes_waiting')).toBeGreaterThanOrEqual(0);
    expect(value('dead_letters')).toBe(0);
    for (const service of ['treasury', 'wallet']) expect(value(`reservations_open{service="${service}"}`)).toBe(0);
    const kinds = [...text.matchAll(/^stablecoin_work_running\{kind="(\w+)"\}/gm)].map(([, kind = '']) => kind);
    expect(kinds.length).toBeGreaterThan(7);
    for (const kind of kinds) expect(value(`work_rows{kind="${kind}"}`)).toBeGreaterThanOrEqual(0);
    for (const name of ['compliance', 'gateway', 'payment', 'treasury', 'wallet', 'webhook']) {
      expect(value(`messages_waiting{consumer="${name}"}`)).toBe(0);
      expect(value(`relay_in_flight_events{relay="${name}"}`)).toBeGreaterThanOrEqual(0);
    }
    const caches = ['api_keys', 'called_endpoints', 'orders', 'signing_keys', 'submissions'];
    for (const cache of [...caches, 'webhook_connections']) {
      expect(value(`cache_entries{cache="${cache}"}`)).toBeGreaterThanOrEqual(cache === 'api_keys' ? 1 : 0);
    }
    expect(text).not.toMatch(/^stablecoin_metrics_dropped_total\{/m);
    for (const part of ['event store', 'database payment', 'database gateway', 'database messaging']) {
      expect(value(`part_up{part="${part}"}`)).toBe(1);
    }
    expect(value('event_store_writable')).toBe(1);
    expect(value('data_folder_free_bytes')).toBeLessThan(value('data_folder_disk_bytes'));
    expect(value('payments_created_total{mode="test"}')).toBe(1);
    expect(value('payments_ended_total{mode="test",status="settled",code=""}')).toBe(1);
    expect(value('payments_settled_units_total{mode="test",chain="base",currency="USDC"}')).toBe(1_000_000);
    expect(value('payment_settlement_seconds_count{mode="test",chain="base"}')).toBe(1);
    expect(value('payments_pending{mode="test",stage="confirming"}')).toBe(0);
  });

  it('names no account, no key and no amount', async () => {
    const text = await (await fetch(`${metrics}/metrics`)).text();
    expect(text).not.toMatch(/svc_test_|pay_[0-9A-HJKMNP-TV-Z]{26}|account=/);
  });

  it('an unknown route does not become a label of its own', async () => {
    await Promise.all(['/v1/a', '/v1/b', '/v1/c'].map((path) => fetch(`${service.url}${path}`)));
    const text = await (await fetch(`${metrics}/metrics`)).text();
    expect(text).not.toMatch(/route="\/v1\/[abc]"/);
  });

  it('serves only /metrics on its port, and no /metrics on the port of the API', async () => {
    expect((await fetch(`${metrics}/v1/treasury/balance`)).status).toBe(404);
    expect((await fetch(`${metrics}/metrics`, { method: 'POST' })).status).toBe(404);
    expectError(await new Api(service.url, null).get('//metrics'), 404, 'not_found');
  });
});
