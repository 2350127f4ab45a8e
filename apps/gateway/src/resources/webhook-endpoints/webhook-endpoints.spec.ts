import type { CreateEndpoint, RotateSecret } from '@stablecoin/contracts';
import { LIVE_KEY, startGateway, type TestGateway } from '../../testing/gateway';

const ENDPOINT = { id: 'whe_1', url: 'https://example.com/hooks', events: null, status: 'enabled' };
const PATH = '/v1/webhook_endpoints';
const EVENT = 'evt_01JD8Z5M3V7T9G2K4XQW6N0B1C';

let gateway: TestGateway;
beforeAll(async () => (gateway = await startGateway({ WAIT_MS: '300' })));
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.fakes.commands.length = 0;
  gateway.fakes.refusals.clear();
  gateway.fakes.answers.set('webhook.endpoint', ({ id }: { readonly id: string }) =>
    id === 'whe_none' ? null : { ...ENDPOINT, id },
  );
});

const last = () => gateway.fakes.commands.at(-1)!;

describe('http URLs of loopback for live keys', () => {
  const URLS = ['http://127.0.0.1:4000/', 'http://localhost:4000/'];

  /** Creates an endpoint and changes its URL, with a live key, and tells how each was answered. */
  async function answers(environment: Readonly<Record<string, string>>, url: string): Promise<readonly number[]> {
    const other = await startGateway({ WAIT_MS: '300', ...environment });
    try {
      other.fakes.answers.set('webhook.endpoint', ({ id }: { readonly id: string }) => ({ ...ENDPOINT, id }));
      const options = { key: LIVE_KEY, body: { url } };
      const created = await other.send('POST', PATH, options);
      const changed = await other.send('PATCH', `${PATH}/whe_1`, options);
      return [created.status, changed.status];
    } finally {
      await other.stop();
    }
  }

  it.each(URLS)('%s: with local chains', async (url) => {
    expect(await answers({ CHAINS: 'local' }, url)).toEqual([200, 200]);
    expect(await answers({ CHAINS: 'local', WEBHOOK_ALLOW_PRIVATE: 'loopback' }, url)).toEqual([200, 200]);
  });

  it.each(URLS)('%s: not without, whatever is allowed', async (url) => {
    for (const allow of ['loopback', 'all']) {
      expect(await answers({ WEBHOOK_ALLOW_PRIVATE: allow }, url)).toEqual([400, 400]);
    }
  });
});

describe('POST /webhook_endpoints', () => {
  it('shows the secret once: whsec_ and base64 of 32 bytes; it travels sealed', async () => {
    const body = { url: ENDPOINT.url, events: ['payment.settled'], description: 'shop' };
    const answer = await gateway.send('POST', PATH, { body });
    expect(answer.status).toBe(200);
    const secret = String(answer.body['secret']);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(answer.body['id']).toMatch(/^whe_/);
    const { data } = last() as CreateEndpoint;
    expect(data).toMatchObject({ url: ENDPOINT.url, events: ['payment.settled'], description: 'shop' });
    expect(JSON.stringify(data)).not.toContain(secret.slice('whsec_'.length));
    expect(gateway.runtime.secrets.open(data.sealedSecret, 'webhook secret')).toBe(secret);
  });

  it('a replay shows null in place of the secret', async () => {
    const body = { url: ENDPOINT.url, idempotency_key: 'hook' };
    const [first, second] = [await gateway.send('POST', PATH, { body }), await gateway.send('POST', PATH, { body })];
    expect(second.body).toEqual({ ...first.body, secret: null });
    expect(gateway.fakes.commands).toHaveLength(1);
  });

  it('a replay is 404 when the endpoint has been deleted since', async () => {
    const body = { url: ENDPOINT.url, idempotency_key: 'deleted since' };
    await gateway.send('POST', PATH, { body });
    gateway.fakes.answers.set('webhook.endpoint', () => null);
    const replay = await gateway.send('POST', PATH, { body });
    expect([replay.status, replay.body['code']]).toEqual([404, 'not_found']);
    expect(gateway.fakes.commands).toHaveLength(1);
  });

  it.each([
    [{}, 'url'],
    [{ url: 'ftp://example.com' }, 'url'],
    [{ url: 'https://user:pw@example.com' }, 'url'],
    [{ url: 'http://169.254.169.254/latest' }, 'url'],
    [{ url: 'http://10.0.0.1' }, 'url'],
    [{ url: 'https://example.com/'.padEnd(3_000, 'x') }, 'url'],
    [{ url: ENDPOINT.url, events: [] }, 'events'],
    [{ url: ENDPOINT.url, events: ['payment.settled', 'payment.moved'] }, 'events[1]'],
    [{ url: ENDPOINT.url, description: 'x'.repeat(501) }, 'description'],
    [{ url: ENDPOINT.url, secret: 'mine' }, 'secret'],
  ])('%j is 400 for %s', async (body, param) => {
    const answer = await gateway.send('POST', PATH, { body });
    expect([answer.status, answer.body['param']]).toEqual([400, param]);
  });

  it('https for live keys, http and loopback too in the sandbox', async () => {
    const body = { url: 'http://127.0.0.1:4000/hooks' };
    expect((await gateway.send('POST', PATH, { body })).status).toBe(200);
    expect((await gateway.send('POST', PATH, { body, key: LIVE_KEY })).status).toBe(400);
  });
});

describe('one webhook endpoint', () => {
  it('PATCH changes what it names; null clears', async () => {
    const body = { events: null, description: null, status: 'disabled' };
    const answer = await gateway.send('PATCH', `${PATH}/whe_1`, { body });
    expect(answer.status).toBe(200);
    expect(last()).toMatchObject({ type: 'webhook.UpdateEndpoint', key: 'whe_1' });
    expect(last().data).toEqual({ endpointId: 'whe_1', ...body });
  });

  it('PATCH without a change answers with the endpoint', async () => {
    const answer = await gateway.send('PATCH', `${PATH}/whe_1`, { body: { url: null } });
    expect([answer.status, answer.body]).toEqual([200, ENDPOINT]);
    expect(gateway.fakes.commands).toEqual([]);
  });

  it('DELETE answers {id, deleted: true} once it is gone', async () => {
    gateway.fakes.answers.set('webhook.endpoint', () => (gateway.fakes.commands.length > 0 ? null : ENDPOINT));
    const answer = await gateway.send('DELETE', `${PATH}/whe_1`);
    expect([answer.status, answer.body]).toEqual([200, { id: 'whe_1', deleted: true }]);
    expect((await gateway.send('DELETE', `${PATH}/whe_1`)).status).toBe(404);
  });

  it('rotate_secret shows the new secret once', async () => {
    const answer = await gateway.send('POST', `${PATH}/whe_1/rotate_secret`);
    const { data } = last() as RotateSecret;
    expect(gateway.runtime.secrets.open(data.sealedSecret, 'webhook secret')).toBe(answer.body['secret']);
    expect(data).not.toHaveProperty('previousForS');
  });

  it('rotate_secret says until when the secret before signs, so that a known one is void at once', async () => {
    expect((await gateway.send('POST', `${PATH}/whe_1/rotate_secret`, { body: { expires_in: 0 } })).status).toBe(200);
    expect(last()).toMatchObject({ type: 'webhook.RotateSecret', data: { previousForS: 0 } });
    for (const expires_in of [-1, 604_801, 1.5, '60']) {
      const refused = await gateway.send('POST', `${PATH}/whe_1/rotate_secret`, { body: { expires_in } });
      expect([refused.status, refused.body['param']]).toEqual([400, 'expires_in']);
    }
  });

  it('test sends an event; 409 when the endpoint is disabled', async () => {
    expect((await gateway.send('POST', `${PATH}/whe_1/test`)).body).toEqual(ENDPOINT);
    expect(last()).toMatchObject({ type: 'webhook.SendTestEvent', data: { endpointId: 'whe_1' } });
    const refusal = { code: 'invalid_state', message: 'It is disabled.', param: null };
    gateway.fakes.refusals.set('webhook.SendTestEvent', refusal);
    expect((await gateway.send('POST', `${PATH}/whe_1/test`)).status).toBe(409);
  });

  it.each([
    [{ event_id: EVENT }, { eventId: EVENT }],
    [{ since: EVENT }, { since: EVENT }],
    [{ since: '2026-01-01T00:00:00Z' }, { from: Date.UTC(2026, 0, 1), to: expect.any(Number) as unknown }],
    [
      { from: '2026-01-01', to: '2026-01-02' },
      { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 2) },
    ],
  ])('replay %j', async (body, range) => {
    gateway.fakes.answers.set('webhook.event', () => ({ id: EVENT }));
    expect((await gateway.send('POST', `${PATH}/whe_1/replay`, { body })).status).toBe(200);
    expect(last().data).toEqual({ endpointId: 'whe_1', range });
  });

  it.each([
    [{}, 'event_id'],
    [{ event_id: 'evt_1', since: 'evt_2' }, 'event_id'],
    [{ from: '2026-01-01' }, 'to'],
    [{ to: '2026-01-01' }, 'from'],
    [{ from: '2026-01-02', to: '2026-01-02' }, 'to'],
    [{ from: 'monday', to: '2026-01-02' }, 'from'],
    [{ since: 'monday' }, 'since'],
  ])('replay %j is 400 for %s', async (body, param) => {
    const answer = await gateway.send('POST', `${PATH}/whe_1/replay`, { body });
    expect([answer.status, answer.body['param']]).toEqual([400, param]);
  });

  it.each(['event_id', 'since'])('replay of an event that there is not is 404 for %s', async (param) => {
    gateway.fakes.answers.set('webhook.event', () => null);
    const answer = await gateway.send('POST', `${PATH}/whe_1/replay`, { body: { [param]: EVENT } });
    expect([answer.status, answer.body['param']]).toEqual([404, param]);
    expect(gateway.fakes.commands).toEqual([]);
  });

  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/deliveries'],
    ['POST', '/rotate_secret'],
    ['POST', '/test'],
  ] as const)('%s %s of an unknown endpoint is 404', async (method, rest) => {
    expect((await gateway.send(method, `${PATH}/whe_none${rest}`)).status).toBe(404);
    expect(gateway.fakes.commands).toEqual([]);
  });

  it('deliveries are listed by status', async () => {
    let asked: unknown;
    gateway.fakes.answers.set('webhook.deliveries', (params) => {
      asked = params;
      return { data: [], has_more: false, next_cursor: null };
    });
    expect((await gateway.send('GET', `${PATH}/whe_1/deliveries?status=failed&limit=5`)).status).toBe(200);
    expect(asked).toMatchObject({ endpointId: 'whe_1', status: 'failed', limit: 5 });
  });
});
