import { MetricsServer } from './metrics-server';
import { PrometheusMeter } from './prometheus-meter';

describe('PrometheusMeter', () => {
  it('counts, by label', async () => {
    const meter = new PrometheusMeter();
    meter.count('payments_total', { status: 'settled' });
    meter.count('payments_total', { status: 'settled' }, 2);
    meter.count('payments_total', { status: 'failed' });
    meter.count('retries_total');
    const text = await meter.text();
    expect(text).toContain('# TYPE stablecoin_payments_total counter');
    expect(text).toContain('stablecoin_payments_total{status="settled"} 3');
    expect(text).toContain('stablecoin_payments_total{status="failed"} 1');
    expect(text).toContain('stablecoin_retries_total 1');
  });

  it('says what each metric of the service measures, with its labels', async () => {
    const meter = new PrometheusMeter();
    meter.gauge('chain_endpoints', { chain: 'base' }, () => 3);
    expect(await meter.text()).toContain(
      '# HELP stablecoin_chain_endpoints Configured endpoints of a live chain. Labels: chain.\n',
    );
  });

  it('reads a gauge when metrics are collected; the last reader of a series counts', async () => {
    const meter = new PrometheusMeter();
    let size = 1;
    meter.gauge('queue_size', { queue: 'a' }, () => 99);
    meter.gauge('queue_size', { queue: 'a' }, () => size);
    meter.gauge('queue_size', { queue: 'b' }, () => 7);
    size = 5;
    const text = await meter.text();
    expect(text).toContain('stablecoin_queue_size{queue="a"} 5');
    expect(text).toContain('stablecoin_queue_size{queue="b"} 7');
  });

  it('waits for a gauge that is read elsewhere, and leaves out one that cannot be read', async () => {
    const meter = new PrometheusMeter();
    meter.gauge('rows', { table: 'a' }, () => Promise.resolve(3));
    meter.gauge('rows', { table: 'b' }, () => Promise.reject(new Error('the database is closed')));
    meter.gauge('rows', { table: 'c' }, () => {
      throw new Error('not open yet');
    });
    const text = await meter.text();
    expect(text).toContain('stablecoin_rows{table="a"} 3');
    expect(text).not.toMatch(/table="[bc]"/);
    meter.gauge('rows', { table: 'b' }, () => 1);
    expect(await meter.text()).toContain('stablecoin_metrics_dropped_total{metric="rows"} 2');
  });

  it('observes seconds and sizes in buckets that fit them', async () => {
    const meter = new PrometheusMeter();
    meter.observe('append_seconds', 0.002);
    meter.observe('batch_size', 300);
    const text = await meter.text();
    expect(text).toContain('stablecoin_append_seconds_bucket{le="0.0025"} 1');
    expect(text).toContain('stablecoin_append_seconds_bucket{le="0.001"} 0');
    expect(text).toContain('stablecoin_batch_size_bucket{le="512"} 1');
    expect(text).toContain('stablecoin_batch_size_bucket{le="256"} 0');
  });

  it('keeps a bounded number of series, and counts what it drops', async () => {
    const meter = new PrometheusMeter();
    for (let index = 0; index < 1_000; index += 1) meter.count('requests_total', { path: `/${index}` });
    const text = await meter.text();
    expect(text.match(/^stablecoin_requests_total\{/gm)).toHaveLength(500);
    expect(text).toContain('stablecoin_metrics_dropped_total{metric="requests_total"} 500');
  });

  it('drops other labels than the first, instead of failing what is measured', async () => {
    const meter = new PrometheusMeter();
    meter.count('requests_total', { path: '/' });
    meter.count('requests_total', { status: '200' });
    meter.count('requests_total');
    const text = await meter.text();
    expect(text.match(/^stablecoin_requests_total\{/gm)).toHaveLength(1);
    expect(text).toContain('stablecoin_metrics_dropped_total{metric="requests_total"} 2');
  });

  it('tells of the process when asked', async () => {
    await expect(new PrometheusMeter({ processMetrics: true }).text()).resolves.toContain(
      'nodejs_heap_size_used_bytes',
    );
  });
});

describe('MetricsServer', () => {
  it('answers GET /metrics, and nothing else', async () => {
    const meter = new PrometheusMeter();
    meter.count('payments_total');
    const server = await MetricsServer.listen(meter, { host: '127.0.0.1', port: 0 });
    try {
      const url = `http://127.0.0.1:${server.port}`;
      const response = await fetch(`${url}/metrics`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
      await expect(response.text()).resolves.toContain('stablecoin_payments_total 1');
      expect((await fetch(`${url}/`)).status).toBe(404);
      expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
    } finally {
      await server.close();
    }
  });

  it('says so when the port is taken', async () => {
    const meter = new PrometheusMeter();
    const first = await MetricsServer.listen(meter, { host: '127.0.0.1', port: 0 });
    await expect(MetricsServer.listen(meter, { host: '127.0.0.1', port: first.port })).rejects.toThrow('EADDRINUSE');
    await first.close();
  });
});
