import { Writable, type Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { ApiError, type Page, type PageRequest } from '@stablecoin/contracts';
import { eventually, ManualClock, silentMeter } from '@stablecoin/event-sourcing/testing';
import type { FastifyRequest } from 'fastify';
import { OpenStreams } from '../limits/open-streams';
import { csvTable } from './csv/csv-table';
import { Lists } from './lists';

interface Thing {
  readonly id: string;
}

const table = csvTable<Thing, Thing>('things', { id: ({ id }) => id }, (thing) => [thing]);
const PAGE: PageRequest = { account: 'acme', livemode: false, limit: 20, startingAfter: null };

let clock: ManualClock;
let drain: { begun: boolean };
let authenticate: jest.Mock;
let lists: Lists;
/** The pages that were read, in order. */
let asked: PageRequest[];

beforeEach(() => {
  clock = new ManualClock();
  drain = { begun: false };
  authenticate = jest.fn(() => Promise.resolve());
  const exports = new OpenStreams({
    kind: 'exports',
    perKeyMax: 2,
    perAccountMax: 4,
    totalMax: 16,
    meter: silentMeter,
  });
  lists = new Lists({ exports, authenticate, drain, clock });
  asked = [];
});

/** Reads a list of so many things. */
const listOf =
  (count: number) =>
  (page: PageRequest): Promise<Page<Thing>> => {
    asked.push(page);
    const start = page.startingAfter === null ? 0 : Number(page.startingAfter);
    const end = Math.min(count, start + page.limit);
    const data = Array.from({ length: end - start }, (_, index) => ({ id: String(start + index + 1) }));
    return Promise.resolve({ data, has_more: end < count, next_cursor: end < count ? String(end) : null });
  };

const requestFor = (accept: string) =>
  ({ headers: { accept }, caller: { keyId: 'key_1' }, ip: '127.0.0.1' }) as unknown as FastifyRequest;
const answer = (count: number, accept = 'text/csv', query: { limit?: string } = {}) =>
  lists.answer(requestFor(accept), { query, page: PAGE, ask: listOf(count), table });

async function exported(count: number, query: { limit?: string } = {}): Promise<Readable> {
  const file = await answer(count, 'text/csv', query);
  if (!(file instanceof StreamableFile)) throw new Error('the answer is no file');
  return file.getStream();
}

describe('a list', () => {
  it('is a page as JSON, as it was asked for', async () => {
    expect(await answer(30, 'application/json')).toMatchObject({ has_more: true, next_cursor: '20' });
    expect(asked).toEqual([PAGE]);
  });

  it('is all of it as CSV, or as many as limit says', async () => {
    const lines = async (count: number, query: { limit?: string } = {}) =>
      (await (await exported(count, query)).toArray()).join('').split('\r\n').length - 2;
    expect(await lines(0)).toBe(0);
    expect(await lines(200)).toBe(200);
    expect(await lines(1_001)).toBe(1_001);
    expect(await lines(1_001, { limit: '7' })).toBe(7);
    expect(asked.at(-1)?.limit).toBe(7);
  });

  it('as CSV holds no more than some pages of a million rows at one time', async () => {
    const stream = await exported(1_000_000);
    let [pages, rows, most] = [0, 0, 0];
    for await (const chunk of stream as AsyncIterable<string>) {
      pages += 1;
      rows += chunk.split('\r\n').length - 1;
      most = Math.max(most, asked.length - pages);
    }
    expect({ rows, pages }).toEqual({ rows: 1_000_001, pages: 5_000 });
    expect(most).toBeLessThanOrEqual(2);
  });

  it('as CSV is not read on while its client does not read, and ends when that lasts', async () => {
    const stream = await exported(1_000_000);
    const stopped = new Promise((resolve) => stream.once('error', resolve));
    stream.pipe(new Writable({ highWaterMark: 1, write: () => undefined }));
    await eventually(() => asked.length > 1);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(asked.length).toBeLessThanOrEqual(4);
    clock.advance(60_000);
    expect(await stopped).toEqual(new Error('the client does not read its export'));
    expect(stream.destroyed).toBe(true);
  });

  it.each<[string, () => void, string]>([
    ['the gateway stops', () => (drain.begun = true), 'the gateway stops'],
    ['its key is revoked', () => authenticate.mockRejectedValue(new ApiError('unauthorized', 'revoked')), 'revoked'],
    ['it takes too long', () => clock.advance(30_000), 'an export took longer than 3600000 ms'],
  ])('as CSV ends in the middle when %s', async (_, happen, message) => {
    const stream = await exported(100_000);
    const read = async (): Promise<void> => {
      for await (const chunk of stream) if (chunk !== '') happen();
    };
    await expect(read()).rejects.toThrow(message);
  });

  it('as CSV is one of a bounded number for each key, until it ends or its client is gone', async () => {
    const [first, second] = [await exported(1_000), await exported(1_000)];
    await expect(answer(1_000)).rejects.toMatchObject({ code: 'rate_limited' });
    first.destroy();
    await second.toArray();
    await eventually(() => first.closed && second.closed);
    await exported(1);
    await exported(1);
  });

  it('that cannot be read is refused, and leaves nothing open', async () => {
    const ask = () => Promise.reject<Page<Thing>>(new ApiError('not_found', 'There is no such wallet.'));
    for (let time = 0; time < 3; time++) {
      const refused = lists.answer(requestFor('text/csv'), { query: {}, page: PAGE, ask, table });
      await expect(refused).rejects.toThrow('no such wallet');
    }
  });
});
