import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { openDatabase } from '@stablecoin/stores';
import type { OpenDatabase } from '@stablecoin/event-sourcing';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { ComplianceTables } from '../../read-model/tables';
import { classicList, LISTED_BITCOIN, LISTED_EVM, LISTED_SOLANA } from '../../testing/sanctions-lists';
import { describeScreeningProvider } from '../../testing/screening-provider.contract';
import { ofacProvider } from '../ofac-provider';
import type { ScreeningSubject } from '../../application/screening-provider';
import { KeptLists } from './kept-lists';
import { ListSource } from './list-source';
import { SanctionsList } from './sanctions-list';

const HOUR = 3_600_000;
const CLEAN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answer: Answer;
let requests: IncomingMessage[];
let server: Server;
let url: string;
let folder: string;
let database: OpenDatabase<ComplianceTables>;
let opened: SanctionsList[];
let logged: string[];
let refreshed: string[];
let infos: object[];
let gauges: Map<string, () => number>;
let now: number;
let told: number;

beforeEach(async () => {
  requests = [];
  opened = [];
  logged = [];
  refreshed = [];
  infos = [];
  gauges = new Map();
  told = 0;
  now = Date.now();
  folder = mkdtempSync(join(tmpdir(), 'sanctions-'));
  database = openDatabase<ComplianceTables>('sqlite::memory:');
  server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sdn.xml`;
});

afterEach(async () => {
  await Promise.all(opened.map((list) => list.stop()));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await database.close();
  rmSync(folder, { recursive: true });
});

const log = {
  info: (fields: object, message: string) => {
    infos.push(fields);
    logged.push(message);
  },
  warn: (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`),
  error: (_: object, message: string) => void logged.push(message),
};
const meter = {
  count: (name: string, labels?: Readonly<Record<string, string>>) => void refreshed.push(labels?.['outcome'] ?? name),
  gauge: (name: string, labels: Readonly<Record<string, string>>, read: () => number) =>
    void gauges.set(`${name} ${labels['kind'] ?? ''}`.trim(), read),
  observe: () => undefined,
};

/** For a server that never answers; lists are asked for again until they come in time. */
const SHORT_MS = 500;

async function open(
  urls: readonly string[],
  { timeoutMs = 60_000, maxAgeMs = 72 * HOUR, accepted = [] as readonly string[] } = {},
): Promise<SanctionsList> {
  const options = { now: () => now, timeoutMs, insecure: true } as const;
  const list = new SanctionsList({
    sources: urls.map((each) => new ListSource(each, options)),
    kept: new KeptLists(database.db),
    refreshMs: 20,
    ...{ maxAgeMs, accepted, now: () => now, log, meter },
    onNewList: () => Promise.resolve(void (told += 1)),
  });
  opened.push(list);
  await list.start();
  return list;
}

function fileWith(text: string, name = 'list.xml'): string {
  writeFileSync(join(folder, name), text);
  return pathToFileURL(join(folder, name)).href;
}

const fresh = (list: SanctionsList) => eventually(() => list.unavailable() === null);
const failed = () => eventually(() => refreshed.includes('failed'));
const serves =
  (text: string): Answer =>
  (_, response) =>
    void response.end(text);

describe('a list from the web', () => {
  it('names addresses, in any letter case, with entry, version and source', async () => {
    answer = serves(classicList());
    const list = await open([url]);
    await fresh(list);
    expect(list.lookup(LISTED_EVM.address.toUpperCase().replace('0X', '0x'))).toMatchObject({
      entry: { uid: '12345', programs: ['CYBER2'] },
      source: url,
      version: expect.stringMatching(/^01\/31\/2026 sha256:[0-9a-f]{12}$/) as string,
      asOf: now,
    });
    expect(list.lookup(LISTED_SOLANA.address).entry).toMatchObject({ uid: '23456' });
    expect(list.lookup(LISTED_SOLANA.address.toLowerCase()).entry).toBeNull();
    expect(list.lookup(CLEAN).entry).toBeNull();
  });

  it('is asked for again by its ETag, and 304 is a successful check', async () => {
    answer = ({ headers }, response) => {
      const isKnown = headers['if-none-match'] === '"v1"';
      response.writeHead(isKnown ? 304 : 200, { etag: '"v1"' }).end(isKnown ? undefined : classicList());
    };
    const list = await open([url]);
    await fresh(list);
    now += 71 * HOUR;
    await eventually(() => refreshed.includes('unchanged'));
    now += 71 * HOUR;
    await eventually(() => list.unavailable() === null);
    expect(list.lookup(LISTED_EVM.address).entry).not.toBeNull();
  });

  it('takes a new version without a restart, and tells of it', async () => {
    answer = serves(classicList([LISTED_SOLANA]));
    const list = await open([url]);
    await fresh(list);
    expect(list.names(LISTED_EVM.address)).toBe(false);
    answer = serves(classicList());
    await eventually(() => list.names(LISTED_EVM.address));
    await eventually(() => told >= 2);
  });

  const bad: readonly (readonly [string, Answer, string])[] = [
    [
      'Brotli',
      (_, response) =>
        void response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(classicList())),
      'its answer has the content-encoding',
    ],
    ['500', (_, response) => void response.writeHead(500).end(), 'it answered 500'],
    ['an HTML page with 200', serves('<html><body>Sign in</body></html>'), 'root element is <html>'],
    ['a list that is cut off', serves(classicList().slice(0, -40)), 'unclosed tag'],
    [
      'a connection that ends early',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100000' });
        response.write(classicList(), () => response.destroy());
      },
      'closed|terminated|aborted',
    ],
    ['a redirect to plain HTTP elsewhere', redirectTo('ftp://lists.example/sdn.xml'), 'not https:'],
    ['a redirect without end', redirectTo('/sdn.xml'), 'redirected more than 3 times'],
    ['no answer', () => undefined, `no answer within ${SHORT_MS} ms`],
  ];
  it.each(bad)('keeps the last good version after %s, and says why', async (_what, instead, reason) => {
    answer = serves(classicList());
    const list = await open([url], reason.includes(`${SHORT_MS} ms`) ? { timeoutMs: SHORT_MS } : {});
    await fresh(list);
    answer = instead;
    await failed();
    expect(list.listed(LISTED_EVM.address)).toBe('listed');
    expect(list.listed(CLEAN)).toBe('not_listed');
    expect(list.unavailable()).toBeNull();
    now += 73 * HOUR;
    expect(list.listed(LISTED_EVM.address)).toBe('listed');
    expect(list.listed(CLEAN)).toBe('unknown');
    expect(logged.join('\n')).toMatch(new RegExp(`the last good one is kept.*(${reason})`));
  });

  it('follows a redirect', async () => {
    answer = (request, response) =>
      request.url === '/moved.xml'
        ? serves(classicList())(request, response)
        : redirectTo('/moved.xml')(request, response);
    await fresh(await open([url]));
  });

  it('is not looked up when it was checked too long ago, and again once it was checked', async () => {
    answer = serves(classicList());
    const list = await open([url]);
    await fresh(list);
    answer = (_, response) => void response.writeHead(503).end();
    await failed();
    now += 73 * HOUR;
    expect(list.unavailable()).toMatch(/^OFAC_LIST was last checked successfully .*; live payments are stopped\./);
    expect(() => list.lookup(CLEAN)).toThrow('raise OFAC_LIST_MAX_AGE_HOURS');
    await eventually(() => logged.some((line) => line.includes('has not been checked for 73 hours')));
    answer = serves(classicList());
    await fresh(list);
    expect(list.lookup(CLEAN).entry).toBeNull();
  });

  it('is kept: a restart needs no network', async () => {
    answer = serves(classicList());
    const first = await open([url]);
    await fresh(first);
    await eventually(async () => (await database.db.selectFrom('sanctions_lists').selectAll().execute()).length === 1);
    await first.stop();
    answer = (_, response) => void response.writeHead(500).end();
    const second = await open([url]);
    expect(second.lookup(LISTED_EVM.address).entry).not.toBeNull();
    await eventually(() => told >= 2);
  });

  it('is not there before it was read once', async () => {
    answer = (_, response) => void response.writeHead(500).end();
    const list = await open([url]);
    expect(() => list.lookup(CLEAN)).toThrow('OFAC_LIST has not been read yet');
  });

  it('is read from a private address that the operator names, and from no other one by a redirect', async () => {
    const other = createServer((_, response) => void response.end(classicList()));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const target = `http://127.0.0.1:${(other.address() as AddressInfo).port}/sdn.xml`;
    answer = redirectTo(target);
    const source = new ListSource(url, { now: () => now, insecure: true });
    await expect(source.look(null, new AbortController().signal)).rejects.toThrow('loopback address');
    answer = serves(classicList());
    expect(await source.look(null, new AbortController().signal)).toMatchObject({ state: 'new' });
    await source.close();
    await new Promise((resolve) => other.close(resolve));
  });
});

describe('a version that would clear somebody by mistake', () => {
  const many = Array.from({ length: 20 }, (_, index) => `0x${String(index).padStart(40, '0')}`);
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

  const refusals: readonly (readonly [string, string, string])[] = [
    ['an empty array', '[]', 'it names no address that can be paid'],
    ['comments alone', '# nobody\n', 'it names no address that can be paid'],
    ['one word', 'maintenance\n', 'it names no address that can be paid'],
    ['one long word', `${'x'.repeat(60)}\n`, '1 of its lines may be addresses and cannot be read'],
    ['addresses of another network alone', `${LISTED_BITCOIN.address}\n`, 'it names no address that can be paid'],
    ['none of the earlier addresses', `${CLEAN}\n`, 'it no longer names 20 of 20 addresses'],
    ['more than a tenth less', many.slice(3).join('\n'), 'it no longer names 3 of 20 addresses, such as 0x0'],
    [
      'a line that is cut off',
      `${many.join('\n')}\n0x1234\n`,
      '1 of its lines may be addresses and cannot be read \\(21: ',
    ],
  ];
  it.each(refusals)('is refused: %s', async (_what, text, reason) => {
    answer = serves(many.join('\n'));
    const list = await open([url]);
    await fresh(list);
    answer = serves(text);
    await failed();
    expect(many.every((address) => list.names(address))).toBe(true);
    expect(logged.join('\n')).toMatch(new RegExp(`the last good one is kept.*${reason}`));
    expect(list.alarms()).toMatchObject([{ name: 'sanctions_list_refused', severity: 'warning', object: url }]);
    expect(gauges.get('sanctions_list_refused')?.()).toBe(1);
    answer = serves(many.join('\n'));
    await eventually(() => list.alarms().length === 0);
    expect(gauges.get('sanctions_list_refused')?.()).toBe(0);
  });

  it('is refused also when it is the first one', async () => {
    answer = serves('# nobody\n');
    const list = await open([url]);
    await failed();
    expect(list.unavailable()).toMatch(/has not been read yet/);
  });

  it('is taken with a tenth less, or when the operator has accepted its hash', async () => {
    answer = serves(many.join('\n'));
    const halved = many.slice(10).join('\n');
    const list = await open([url], { accepted: [hashOf(halved).slice(0, 12)] });
    await fresh(list);
    answer = serves(many.slice(2).join('\n'));
    await eventually(() => !list.names(many[0] ?? ''));
    answer = serves(halved);
    await eventually(() => !list.names(many[9] ?? ''));
    expect(logged.join('\n')).toContain('"lost":8');
  });

  it('that was accepted with lines that cannot be read does not stop later ones that have the same', async () => {
    const first = `${many.join('\n')}\n0x1234\n`;
    answer = serves(first);
    const list = await open([url], { accepted: [hashOf(first)] });
    await fresh(list);
    answer = serves(`${CLEAN}\n${first}`);
    await eventually(() => list.names(CLEAN));
    answer = serves(`${LISTED_EVM.address}\n${first}0x5678\n`);
    await failed();
    expect(list.names(LISTED_EVM.address)).toBe(false);
  });

  it('shows what was left out, by number and by line', async () => {
    answer = serves(`${many.join('\n')}\n\n${LISTED_BITCOIN.address}\nname\n`);
    await fresh(await open([url]));
    expect(logged.join('\n')).toContain('a sanctions list was read');
    expect(gauges.get('sanctions_list_entries ignored')?.()).toBe(2);
    expect(gauges.get('sanctions_list_entries addresses')?.()).toBe(20);
    expect(infos.at(-1)).toMatchObject({ ignored: 2, ignored_lines: [22, 23], unread: 0 });
  });
});

describe('a list from a file', () => {
  it('names another address once the file does', async () => {
    const file = fileWith(`${CLEAN}\n`);
    const list = await open([file]);
    await fresh(list);
    fileWith(`${CLEAN}\n${LISTED_EVM.address}\n`);
    await eventually(() => list.names(LISTED_EVM.address));
  });

  it('is as old as the file', async () => {
    const file = fileWith(`${CLEAN}\n`);
    const old = new Date(now - 73 * HOUR);
    utimesSync(join(folder, 'list.xml'), old, old);
    const list = await open([file]);
    await eventually(() => list.unavailable()?.includes('last checked') === true);
    utimesSync(join(folder, 'list.xml'), new Date(now), new Date(now));
    await fresh(list);
  });

  it('counts as several lists together, of which the oldest counts', async () => {
    const files = [fileWith(`${CLEAN}\n`, 'one.txt'), fileWith(`${LISTED_EVM.address}\n`, 'two.txt')];
    const list = await open(files);
    await fresh(list);
    expect(list.names(CLEAN) && list.names(LISTED_EVM.address)).toBe(true);
    const old = new Date(now - 73 * HOUR);
    utimesSync(join(folder, 'one.txt'), old, old);
    await eventually(() => list.unavailable() !== null);
  });
});

describe('the provider ofac', () => {
  const subject: ScreeningSubject = {
    ...{ ref: 'cpl_1', account: 'acme', address: CLEAN, owner: null, country: null },
    ...{ tokenAccount: null, accounts: [] },
    ...{ chains: ['base'], payment: null, attempt: 1 },
  };
  const entry = { address: '0xa', uid: '12345', name: 'EXAMPLE, Mixer', programs: ['CYBER2'], asset: 'ETH' };
  const provider = ofacProvider({
    lookup: (address) => {
      if (address === 'stale') throw new Error('stale');
      return { entry: address === LISTED_EVM.address ? entry : null, source: 'list', version: 'v1', asOf: 5 };
    },
  });

  describeScreeningProvider('ofac', () => ({
    provider,
    passes: subject,
    fails: { ...subject, address: LISTED_EVM.address },
    unanswered: { ...subject, address: 'stale' },
  }));

  it('fails an address of which a token account is listed', async () => {
    const found = await provider.screen(
      { ...subject, accounts: ['0xb', LISTED_EVM.address] },
      new AbortController().signal,
    );
    expect(found).toMatchObject({
      outcome: 'fail',
      evidence: `The sanctions list names the token account ${LISTED_EVM.address} of the address under EXAMPLE, Mixer.`,
    });
  });

  it('names the entry, and the state of the list', async () => {
    const signal = new AbortController().signal;
    expect(await provider.screen({ ...subject, address: LISTED_EVM.address }, signal)).toEqual({
      outcome: 'fail',
      evidence: 'The sanctions list names the address under EXAMPLE, Mixer.',
      details: { source: 'list', version: 'v1', matched: '12345 EXAMPLE, Mixer [CYBER2] ETH', at: 5 },
    });
  });

  it('knows no owners', async () => {
    const owner = { ...subject, address: null, owner: 'user:1' };
    expect(await provider.screen(owner, new AbortController().signal)).toMatchObject({ outcome: 'not_covered' });
  });
});

function redirectTo(location: string): Answer {
  return (_, response) => void response.writeHead(302, { location }).end();
}
