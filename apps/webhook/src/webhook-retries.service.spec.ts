import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { acme, attempted, delivered, WebhookService } from './testing/service';
import { Sink } from './testing/sink';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

let service: WebhookService;
let sink: Sink;

beforeEach(async () => {
  sink = await Sink.open();
  service = await WebhookService.start();
});
afterEach(async () => {
  await service.stop();
  await sink.close();
});

describe('Webhook retries', () => {
  /** Moves the time to the next attempt, and says how long that was. */
  async function nextAttempt(endpointId: string, made: number): Promise<number> {
    const { next_attempt_at: next } = await service.delivery(endpointId, attempted(made));
    const wait = Date.parse(next!) - service.clock.now();
    service.clock.advance(wait);
    await service.delivery(endpointId, attempted(made + 1));
    return wait;
  }

  it('at once, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h, then given up; the same bytes each time', async () => {
    sink.answer = () => ({ status: 500 });
    const endpointId = await service.createEndpoint(sink.url());
    const id = await service.happen('payment.settled', 'pay_1', 1);
    const waits = [];
    for (let made = 1; made < 10; made++) waits.push(await nextAttempt(endpointId, made));
    const [MINUTE, schedule] = [
      60 * SECOND,
      [5 * SECOND, 300 * SECOND, 1_800 * SECOND, ...[2, 5, 10, 14, 20, 24].map((h) => h * HOUR)],
    ];
    for (const [n, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(schedule[n]!);
      expect(wait).toBeLessThan(schedule[n]! * 1.1 + MINUTE / 60);
    }
    const last = await service.delivery(endpointId, ({ status }) => status === 'failed');
    expect(last).toMatchObject({ next_attempt_at: null, event_id: id });
    expect(last.attempts).toHaveLength(10);
    expect(last.attempts[0]).toMatchObject({ status_code: 500, error: 'the endpoint answered 500' });
    expect(new Set(sink.calls.map(({ body }) => body)).size).toBe(1);
    expect(new Set(sink.eventIds)).toEqual(new Set([id]));
  });

  it('answers a URL of the sandbox itself, as the URL says, and sends nothing', async () => {
    const endpointId = await service.createEndpoint('https://sandbox.test/503/200');
    await service.happen('payment.settled', 'pay_1', 1);
    await nextAttempt(endpointId, 1);
    const { status, attempts } = await service.delivery(endpointId, delivered);
    expect([status, ...attempts.map(({ status_code: code }) => code)]).toEqual(['delivered', 503, 200]);
  });

  it.each([200, 201, 202, 204, 299])('counts status %d as success', async (status) => {
    sink.answer = () => ({ status });
    const endpointId = await service.createEndpoint(sink.url());
    await service.happen('payment.settled', 'pay_1', 1);
    const done = await service.delivery(endpointId, delivered);
    expect(done.attempts).toEqual([expect.objectContaining({ status_code: status, error: null })]);
  });

  it.each([300, 301, 302, 307, 400, 401, 404, 429, 500, 503])('counts status %d as a failure', async (status) => {
    sink.answer = ({ path }) =>
      path === '/' ? { status, headers: { location: sink.url('/elsewhere') } } : { status: 200 };
    const endpointId = await service.createEndpoint(sink.url());
    await service.happen('payment.settled', 'pay_1', 1);
    const failed = await service.delivery(endpointId, attempted(1));
    expect(failed).toMatchObject({ status: 'pending', attempts: [{ status_code: status }] });
    // Redirects are not followed.
    expect(sink.calls.map(({ path }) => path)).toEqual(['/']);
  });

  it('nobody there is a failed attempt like any other', async () => {
    const url = sink.url();
    await sink.close();
    const endpointId = await service.createEndpoint(url);
    await service.happen('payment.settled', 'pay_1', 1);
    const failed = await service.delivery(endpointId, attempted(1));
    expect(failed.attempts[0]).toMatchObject({ status_code: null, error: 'the connection was refused' });
    sink = await Sink.open();
  });

  it.each([
    ['seconds', '3600'],
    ['a date', new Date(Date.UTC(2026, 0, 1) + HOUR).toUTCString()],
  ])('Retry-After is honoured: %s', async (_form, header) => {
    sink.answer = () => ({ status: 503, headers: { 'retry-after': header } });
    const endpointId = await service.createEndpoint(sink.url());
    await service.happen('payment.settled', 'pay_1', 1);
    expect(await nextAttempt(endpointId, 1)).toBe(HOUR);
  });

  it('410 disables the endpoint', async () => {
    sink.answer = () => ({ status: 410 });
    const endpointId = await service.createEndpoint(sink.url());
    await service.happen('payment.settled', 'pay_1', 1);
    const failed = await service.delivery(endpointId, ({ status }) => status === 'failed');
    expect(failed.attempts).toEqual([expect.objectContaining({ status_code: 410 })]);
    expect(await service.endpoint(endpointId)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'it answered 410 Gone',
    });
  });

  it('that it was disabled goes to the other endpoints of the account, and to the events', async () => {
    sink.answer = ({ path }) => ({ status: path === '/gone' ? 410 : 200 });
    const type = 'webhook_endpoint.disabled';
    const gone = await service.createEndpoint(sink.url('/gone'));
    const all = await service.createEndpoint(sink.url('/all'));
    const others = [
      await service.createEndpoint(sink.url('/settled'), { events: ['payment.settled'] }),
      await service.createEndpoint(sink.url('/other'), { tenant: { account: 'other', livemode: false } }),
    ];
    await service.happen('payment.failed', 'pay_1', 1);
    // Both events are of one moment of the test's clock, so either may be listed first.
    const id = await eventually(async () => {
      const found = (await service.deliveries(all)).find((each) => each.event_type === type && delivered(each));
      if (found === undefined) throw new Error('not yet');
      return found.event_id;
    });
    const event = await service.ask('webhook.event', { ...acme, id, wallets: null });
    expect(event).toMatchObject({
      type,
      data: { id: gone, url: sink.url('/gone'), status: 'disabled', disabled_reason: 'it answered 410 Gone' },
    });
    const told = async (endpointId: string, tenant = acme): Promise<boolean> =>
      (await service.deliveries(endpointId, tenant)).some(({ event_type: sent }) => sent === type);
    expect(await Promise.all([gone, ...others].map((endpointId) => told(endpointId)))).toEqual([false, false, false]);
    expect(await told(others[1]!, { account: 'other', livemode: false })).toBe(false);
  });

  it('nobody is told of an endpoint that a request disables', async () => {
    const endpointId = await service.createEndpoint(sink.url('/off'));
    const all = await service.createEndpoint(sink.url('/all'));
    await service.send('webhook.UpdateEndpoint', { endpointId, status: 'disabled' });
    await service.happen('payment.settled', 'pay_1', 1);
    await service.delivery(all, delivered);
    expect((await service.deliveries(all)).map(({ event_type: sent }) => sent)).toEqual(['payment.settled']);
  });

  it('five days of nothing but failures disables it', async () => {
    sink.answer = () => ({ status: 500 });
    const endpointId = await service.createEndpoint(sink.url());
    await service.happen('payment.settled', 'pay_1', 1);
    await service.delivery(endpointId, attempted(1));
    const since = new Date(service.clock.now()).toISOString();
    // Whatever comes between, as long as it fails.
    service.clock.advance(5 * DAY - 1);
    await service.delivery(endpointId, attempted(2));
    expect((await service.endpoint(endpointId)).status).toBe('enabled');
    service.clock.advance(1);
    await service.happen('payment.settled', 'pay_2', 1);
    await eventually(async () => expect((await service.endpoint(endpointId)).status).toBe('disabled'));
    expect((await service.endpoint(endpointId)).disabled_reason).toBe(`nothing but failures since ${since}`);
    await eventually(async () => {
      expect((await service.deliveries(endpointId)).map(({ status }) => status)).toEqual(['failed', 'failed']);
    });
  });

  it('one success in between, and the five days begin anew', async () => {
    let status = 500;
    sink.answer = () => ({ status });
    const endpointId = await service.createEndpoint(sink.url());
    await service.happen('payment.settled', 'pay_1', 1);
    await service.delivery(endpointId, attempted(1));
    status = 200;
    service.clock.advance(4 * DAY);
    await service.delivery(endpointId, delivered);
    status = 500;
    service.clock.advance(4 * DAY);
    await service.happen('payment.settled', 'pay_2', 1);
    await service.delivery(endpointId, attempted(1));
    expect((await service.endpoint(endpointId)).status).toBe('enabled');
  });

  it.each([
    ['disabled', (endpointId: string) => service.send('webhook.UpdateEndpoint', { endpointId, status: 'disabled' })],
    ['deleted', (endpointId: string) => service.send('webhook.DeleteEndpoint', { endpointId })],
  ] as const)('what waits for an endpoint that is %s is given up, however late it was due', async (word, close) => {
    sink.answer = () => ({ status: 500 });
    const endpointId = await service.createEndpoint(sink.url());
    await service.happen('payment.settled', 'pay_1', 1);
    await service.happen('payment.settled', 'pay_1', 2);
    await sink.received(1);
    await close(endpointId);
    await eventually(async () => {
      const all = await service.deliveries(endpointId);
      expect(all.map(({ status }) => status)).toEqual(['failed', 'failed']);
      expect(all.map(({ attempts }) => attempts.at(-1)!.error)).toEqual([`endpoint ${word}`, `endpoint ${word}`]);
    });
    expect(sink.calls).toHaveLength(1);
  });

  it('a restart loses nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'webhook-'));
    const onDisk = { EVENT_STORE_URL: 'sqlite:', DATA_DIR: folder };
    await service.stop();
    service = await WebhookService.start(onDisk);
    sink.answer = () => ({ status: 500 });
    const endpointId = await service.createEndpoint(sink.url());
    const id = await service.happen('payment.settled', 'pay_1', 1);
    await service.delivery(endpointId, attempted(1));
    await service.stop();

    sink.answer = () => ({ status: 200 });
    service = await WebhookService.start(onDisk, service.clock);
    service.clock.advance(10 * SECOND);
    expect((await service.delivery(endpointId, delivered)).attempts).toHaveLength(2);
    expect(sink.eventIds).toEqual([id, id]);
    await service.stop();
    rmSync(folder, { recursive: true });
    service = await WebhookService.start();
  });
});
