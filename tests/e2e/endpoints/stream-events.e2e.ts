import type { WebhookEvent } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from '../support/api';
import { EVM_RECIPIENT, expectError, idOf } from '../support/payments';
import { useService } from '../support/service';
import { listedEvent } from '../support/webhooks';

/** One block of a stream: an event, a comment, or where it begins. */
type Block = Readonly<Record<string, string>>;

/** A stream that is read as it comes. */
class Stream {
  readonly blocks: Block[] = [];
  readonly #leave = new AbortController();
  isOver = false;

  constructor(
    readonly response: Response,
    leave: AbortController,
  ) {
    this.#leave = leave;
    void this.#read().catch(() => undefined);
  }

  static async open(api: Api, query = '', headers: Record<string, string> = {}): Promise<Stream> {
    const leave = new AbortController();
    const response = await fetch(`${api.baseUrl}/v1/events/stream${query}`, {
      headers: { authorization: `Bearer ${String(api.key)}`, ...headers },
      signal: leave.signal,
    });
    return new Stream(response, leave);
  }

  get events(): readonly WebhookEvent[] {
    return this.blocks.flatMap(({ event, data }) =>
      event === undefined && data !== undefined ? [JSON.parse(data) as WebhookEvent] : [],
    );
  }

  get lastEventId(): string {
    return this.blocks.findLast(({ id }) => id !== undefined)?.['id'] ?? '';
  }

  leave(): void {
    this.#leave.abort();
  }

  async #read(): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const bytes of this.response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(bytes, { stream: true });
      const whole = text.split('\n\n');
      text = whole.pop() ?? '';
      for (const block of whole) {
        const fields = block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]);
        this.blocks.push(Object.fromEntries(fields));
      }
    }
    this.isOver = true;
  }
}

describe('GET /v1/events/stream', () => {
  const service = useService();
  const api = () => service.api.as('stream_events');
  const streams: Stream[] = [];
  const open = async (...args: Parameters<typeof Stream.open>) => {
    const stream = await Stream.open(...args);
    streams.push(stream);
    return stream;
  };
  const pay = async (amount = '1.00') => {
    const { body } = await api().post('/payments', { to: EVM_RECIPIENT, amount });
    return String(body['id']);
  };

  afterEach(() => streams.splice(0).forEach((stream) => stream.leave()));

  it('sends events as they happen, as the list has them, from the next one on', async () => {
    const before = await listedEvent(api(), 'payment.settled', await pay());
    const stream = await open(api());
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    await eventually(() => stream.blocks.length > 0);
    expect(stream.blocks[0]).toEqual({ retry: '1000', id: before.id });
    const [settled, failed] = [await pay(), await pay('1.000201')];
    await eventually(() => stream.events.length === 2);
    expect(stream.events.map(({ data }) => data['id'])).toEqual([settled, failed]);
    expect(stream.events[0]).toEqual((await api().get(`/events/${String(stream.events[0]?.id)}`)).body);
  });

  it('loses no event and sends none twice, however often the client reconnects', async () => {
    let stream = await open(api());
    await eventually(() => stream.blocks.length > 0);
    const seen: unknown[] = [];
    const paid: unknown[] = [];
    for (let time = 0; time < 4; time++) {
      paid.push(await pay(), await pay());
      // Sometimes after one of the two events, sometimes after both or none.
      await eventually(() => stream.events.length >= time % 3);
      stream.leave();
      seen.push(...stream.events.map(({ data }) => data['id']));
      stream = await open(api(), '', { 'last-event-id': stream.lastEventId });
      await eventually(() => stream.blocks.length > 0);
    }
    await eventually(() => seen.length + stream.events.length >= paid.length);
    paid.push(await pay());
    await eventually(() => stream.events.at(-1)?.data['id'] === paid.at(-1));
    seen.push(...stream.events.map(({ data }) => data['id']));
    expect(seen).toEqual(paid);
  });

  it('begins after starting_after, and Last-Event-ID comes first', async () => {
    const [first, second, third] = [await pay(), await pay(), await pay()];
    const idsOf = async (id: string) => (await listedEvent(api(), 'payment.settled', id)).id;
    const query = `?starting_after=${await idsOf(first)}`;
    const stream = await open(api(), query);
    await eventually(() => stream.events.length >= 2);
    expect(stream.events.map(({ data }) => data['id'])).toEqual([second, third]);
    const again = await open(api(), query, { 'last-event-id': await idsOf(second) });
    await eventually(() => again.events.length >= 1);
    expect(again.events.map(({ data }) => data['id'])).toEqual([third]);
  });

  it('ends with an error when its key is revoked', async () => {
    const { body } = await api().post('/api_keys', { scopes: ['events:read'] });
    const stream = await open(service.api.withKey(String(body['key'])));
    await eventually(() => stream.blocks.length > 0);
    await api().delete(`/api_keys/${String(body['id'])}`);
    await eventually(() => stream.isOver);
    const last = stream.blocks.at(-1);
    expect(last?.['event']).toBe('error');
    expect(JSON.parse(last?.['data'] ?? '')).toEqual({
      code: 'unauthorized',
      message: expect.any(String),
      retryable: false,
    });
  });

  it('is one of at most 10 of a key, and one that was left makes room', async () => {
    const { body } = await api().post('/api_keys', { scopes: ['events:read'] });
    const key = service.api.withKey(String(body['key']));
    const all = await Promise.all(Array.from({ length: 10 }, () => open(key)));
    expect(all.map(({ response }) => response.status)).toEqual(Array(10).fill(200));
    const refused = await key.get('/events/stream');
    expectError(refused, 429, 'rate_limited', { retryable: true, message: expect.stringContaining('10') });
    all[0]?.leave();
    await eventually(async () => (await open(key)).response.status === 200);
  });

  it.each([
    ['starting_after', '?starting_after=evt_1', {}],
    ['starting_after', '?starting_after=evt_01JD8Z5M3V7T9G2K4XQW6N0B1C', {}],
    ['Last-Event-ID', '', { 'last-event-id': 'pay_01JD8Z5M3V7T9G2K4XQW6N0B1C' }],
    ['Last-Event-ID', '', { 'last-event-id': 'evt_01JD8Z5M3V7T9G2K4XQW6N0B1C' }],
    ['type', '?type=payment.settled', {}],
  ])('answers 400 for a malformed %s', async (param, query, headers) => {
    const refused = await api().get(`/events/stream${query}`, headers);
    expectError(refused, 400, 'invalid_request', { param });
    expect(refused.body['request_id']).toEqual(idOf('req'));
  });
});
