import type { Readable } from 'node:stream';
import type { QueryMap, WebhookEvent } from '@stablecoin/contracts';
import { eventually, ManualClock } from '@stablecoin/event-sourcing/testing';
import type { Queries } from '@stablecoin/messaging';
import { EventFeed } from './event-feed';
import { EventStreams } from './event-streams';

const followed = { account: 'acme', livemode: false, wallets: null };
const event = (n: number, data: object = {}): WebhookEvent =>
  ({ id: `evt_${n}`, type: 'payment.settled', sequence: n, livemode: false, created_at: '', data }) as WebhookEvent;

let clock: ManualClock;
let events: WebhookEvent[];
let isStopping: boolean;
let isAway: boolean;
let onClose: jest.Mock;

beforeEach(() => {
  clock = new ManualClock();
  events = [];
  [isStopping, isAway] = [false, false];
  onClose = jest.fn();
});

function open(): Promise<Readable> {
  const ask = ({ startingAfter, order, limit }: QueryMap['webhook.events']['params']) => {
    if (isAway) return Promise.reject(new Error('away'));
    const all = order === 'asc' ? events : events.toReversed();
    const data = all.slice(events.findIndex(({ id }) => id === startingAfter) + 1).slice(0, limit);
    return Promise.resolve({ data, has_more: false, next_cursor: null });
  };
  const queries = { ask: (_: string, params: never) => ask(params) } as unknown as Queries<QueryMap>;
  const feed = new EventFeed(queries, clock);
  const streams = new EventStreams({ feed, clock, isStopping: () => isStopping });
  return streams.open(followed, { startingAfter: null, authenticate: () => Promise.resolve(), onClose });
}

/** What a client that reads everything has had until now. */
function reading(stream: Readable): { text: string } {
  const read = { text: '' };
  stream.on('data', (chunk: Buffer) => (read.text += chunk.toString()));
  return read;
}

const passes = (ms: number) => clock.advance(ms);

describe('a stream of events', () => {
  it('has a heartbeat while nothing happens, and ends with a word when the gateway stops', async () => {
    const read = reading(await open());
    await eventually(() => (passes(250), read.text.includes(': heartbeat\n\n')));
    isStopping = true;
    await eventually(() => (passes(250), read.text.includes('shutting_down')));
    await eventually(() => (passes(500), onClose.mock.calls.length === 1));
    expect(read.text).toMatch(/\n\nevent: error\ndata: \{"code":"shutting_down",.*"retryable":true\}\n\n$/);
  });

  it('tells a client that reads too slowly to reconnect, and holds a bounded number of events for it', async () => {
    events = [event(1)];
    const stream = await open();
    const big = { text: 'x'.repeat(2_000) };
    events.push(...Array.from({ length: 10_000 }, (_, n) => event(n + 2, big)));
    await eventually(() => (passes(250), stream.readableLength > 65_536));
    expect(stream.readableLength).toBeLessThan(400_000);
    passes(30_000);
    await eventually(() => stream.readableLength > 0);
    const read = reading(stream);
    await eventually(() => read.text.includes('slow_reader'));
    expect(read.text).toMatch(/^retry: 1000\nid: evt_1\n\nid: evt_2\n/);
    expect(read.text.match(/^id: /gm)?.length).toBeLessThan(200);
    await eventually(() => (passes(500), onClose.mock.calls.length === 1));
  });

  it('is cut off when its client does not even take the end', async () => {
    const stream = await open();
    isStopping = true;
    await eventually(() => (passes(1_000), stream.destroyed));
    await eventually(() => (passes(500), onClose.mock.calls.length === 1));
  });

  it('ends with a word when events cannot be read, and stops when its client is gone', async () => {
    const stream = await open();
    const read = reading(stream);
    isAway = true;
    await eventually(() => (passes(250), read.text.includes('internal_error')));
    isAway = false;
    const other = await open();
    other.destroy();
    await eventually(() => onClose.mock.calls.length === 2);
  });
});
