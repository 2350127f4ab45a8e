/** @once */
import type { Api, ApiResponse, RequestOptions } from '../support/api';
import { OPERATIONS, target, type Operation, type Schema } from '../support/openapi';
import { errorBody, EVM_RECIPIENT } from '../support/payments';
import { useService } from '../support/service';
import { gzipSync } from 'node:zlib';

/** What can be wrong with the body of any request, whatever it says: tried on every operation that takes one. */
const service = useService();
let api: Api;

beforeAll(() => {
  api = service.api.as('bad_bodies');
});

/** An operation that takes a body. Nothing here comes as far as to look whether what its path names is there. */
type Write = Operation & { readonly body: NonNullable<Operation['body']> };
const writes = OPERATIONS.filter((operation): operation is Write => operation.body !== undefined);
/** A sign-in takes no key: each is another. */
const posts = writes.filter(({ method, path }) => method === 'POST' && path !== '/sessions');

const send = ({ method, path }: Operation, options: RequestOptions) =>
  api.request(method, path.replace(/\{\w+\}/, 'unknown'), options);
const textOf = ({ body }: Write): string => JSON.stringify(body.example);
/** The valid body with a first field before it. */
const with_ = (write: Write, member: string): string =>
  `{${member}${textOf(write) === '{}' ? '' : ','}${textOf(write).slice(1)}`;

interface Expected {
  readonly param?: string;
  readonly message?: unknown;
}

/** Status and whole body of each answer. */
function expect400(answers: readonly ApiResponse[], expected: readonly Expected[]): void {
  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
    expected.map((each) => ({ status: 400, body: errorBody('invalid_request', each) })),
  );
}

const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

it('every POST, PUT and PATCH of the API takes a body', () => {
  const changing = OPERATIONS.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method));
  expect(writes.map(({ name }) => name)).toEqual(changing.map(({ name }) => name));
  expect(writes.length).toBeGreaterThanOrEqual(19);
});

describe.each(writes)('$name', (write) => {
  it('a body that is no JSON object', async () => {
    const values = ['null', '[]', '[{}]', '"text"', '1', 'true'];
    const answers = await Promise.all(values.map((rawBody) => send(write, { rawBody })));
    expect400(
      answers,
      values.map(() => ({ message: 'The body must be a JSON object.' })),
    );
  });

  it('a body that is broken JSON', async () => {
    const valid = textOf(write);
    const broken = [
      ...[valid.slice(0, -1), `${valid}}`, `${valid},`, valid + valid, `//\n${valid}`, `${valid}\0`, `\u00a0${valid}`],
      ...['{', '}', "{'to': 1}", '{to: 1}', '{"to": undefined}', '{"to": NaN}', '{"to": 01}', '{"to": "\t"}', '{"to"}'],
      ...['{"to": "x",}', '<to/>', 'to=x', ' ', '\n'],
    ];
    const answers = await Promise.all(broken.map((rawBody) => send(write, { rawBody })));
    expect400(
      answers,
      broken.map(() => ({ message: 'The body is not valid JSON.' })),
    );
  });

  it('a field that there is none of, which the error names beside those that are accepted', async () => {
    const names = ['colour', 'Amount', '', 'constructor', 'toString', 'hasOwnProperty', '__proto__', 'prototype'];
    const answers = await Promise.all(
      names.map((name) => send(write, { rawBody: with_(write, `${JSON.stringify(name)}:{"admin":true}`) })),
    );
    expect400(
      answers,
      names.map((name) => ({
        param: name,
        message: matching(/^\w* is not a parameter of this request; (accepted: .+|none is)\.$/),
      })),
    );
    const [, accepted = ''] = /accepted: (.+)\.$/.exec(String(answers[0]?.body['message'])) ?? [];
    const documented = Object.keys(target(write.body.schema).properties ?? {});
    expect(accepted === '' ? [] : accepted.split(', ').toSorted()).toEqual(documented.toSorted());
  });

  it('a field that is there twice, also where it is spelled in two ways', async () => {
    const [first = 'idempotency_key'] = Object.keys(write.body.example);
    const twice = `{"${first}":"a","${first}":"a"}`;
    const escaped = `{"${first}":"a","\\u00${first.charCodeAt(0).toString(16)}${first.slice(1)}":"b"}`;
    const inside = with_(write, '"x":[{"y":{"z":1,"z":1}}]');
    const answers = await Promise.all([twice, escaped, inside].map((rawBody) => send(write, { rawBody })));
    expect400(answers, [
      { param: first, message: `The body names "${first}" more than once.` },
      { param: first, message: `The body names "${first}" more than once.` },
      { param: 'z', message: 'The body names "z" more than once.' },
    ]);
  });

  it('bytes that are no text: a byte order mark, half of a surrogate pair, what is no UTF-8', async () => {
    const valid = textOf(write);
    const answers = await Promise.all([
      send(write, { rawBody: `\ufeff${valid}` }),
      ...['\\ud83d', '\\uDE00', '\\ud83d\\ud83d', 'a\\udc00\\ud800'].flatMap((half) => [
        send(write, { rawBody: with_(write, `"x":"${half}"`) }),
        send(write, { rawBody: with_(write, `"x":{"${half}":1}`) }),
      ]),
      send(write, { rawBody: Buffer.from(valid, 'utf16le') }),
      send(write, { rawBody: Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xff]), Buffer.from('"}')]) }),
      // An overlong form, a surrogate in UTF-8, and a code point above the last one.
      ...[
        [0xc0, 0xaf],
        [0xed, 0xa0, 0x80],
        [0xf4, 0x90, 0x80, 0x80],
      ].map((wrong) =>
        send(write, { rawBody: Buffer.concat([Buffer.from('{"x":"'), Buffer.from(wrong), Buffer.from('"}')]) }),
      ),
    ]);
    expect400(answers.slice(0, 1), [{ message: 'The body must not begin with a byte order mark.' }]);
    expect400(
      answers.slice(1, 9),
      Array.from({ length: 8 }, () => ({ message: 'The body holds half of a surrogate pair, which is no character.' })),
    );
    for (const answer of answers.slice(9))
      expect400([answer], [{ message: matching(/^The body is not valid (UTF-8|JSON)\.$/) }]);
  });

  it('a body of more than 64 KiB, and one that nests too deeply', async () => {
    const ofSize = (bytes: number) => with_(write, '"colour":1').padEnd(bytes);
    const sizes = [64 * 1024, 64 * 1024 + 1, 1024 * 1024].map(ofSize);
    const answers = await Promise.all(sizes.map((rawBody) => send(write, { rawBody })));
    const tooLarge = { message: 'The body must not be larger than 64 KiB.' };
    expect400(answers, [{ param: 'colour', message: matching(/^colour is not a parameter/) }, tooLarge, tooLarge]);

    const deep = ['['.repeat(30_000) + ']'.repeat(30_000), `{"x":${'['.repeat(17)}${']'.repeat(17)}}`];
    const deepAnswers = await Promise.all(deep.map((rawBody) => send(write, { rawBody })));
    expect400(
      deepAnswers,
      deep.map(() => ({ message: 'The body must not nest deeper than 16 levels.' })),
    );
  });

  it('a content type other than JSON in UTF-8, or a compressed body', async () => {
    const types = [
      ...[
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/json',
        'json',
        '*/*',
      ],
      ...[
        'application/json; charset=utf-16',
        'application/json; charset=latin1',
        'application/jsonx',
        'application/json5',
      ],
      ...['application/vnd.api+json', 'application/json, text/plain', 'application/octet-stream'],
    ];
    const answers = await Promise.all([
      ...types.map((type) => send(write, { rawBody: textOf(write), headers: { 'content-type': type } })),
      send(write, { rawBody: gzipSync(textOf(write)), headers: { 'content-encoding': 'gzip' } }),
    ]);
    expect400(answers, [
      ...types.map(() => ({ message: 'The content type must be application/json, in UTF-8.' })),
      { message: 'The body must not be compressed: send it without Content-Encoding.' },
    ]);
  });

  it('a required field that is missing, and one that is null, which counts as absent', async () => {
    const { required = [], properties = {} } = target(write.body.schema);
    const takesNull = ({ type, anyOf = [] }: Schema): boolean =>
      [type].flat().includes('null') || anyOf.some((each) => takesNull(target(each)));
    const strict = required.filter((name) => !takesNull(properties[name] ?? {}));
    for (const name of strict) {
      const { [name]: _left, ...others } = write.body.example;
      const answers = await Promise.all([
        send(write, { body: others }),
        send(write, { body: { ...others, [name]: null } }),
      ]);
      expect400(answers, [
        { param: name, message: `${name} is required.` },
        { param: name, message: `${name} is required.` },
      ]);
    }
    if (strict[0] !== undefined) {
      expect400(
        [await send(write, { rawBody: '' }), await send(write, { rawBody: '{}' })],
        [{ param: strict[0] }, { param: strict[0] }],
      );
    }
  });

  it('parameters in the URL, of which it takes none', async () => {
    const queries = ['limit=1', 'idempotency_key=x', '__proto__=1', 'to=a&to=b', 'amount[]=1', '=x', 'x'];
    const answers = await Promise.all(
      queries.map((query) =>
        api.request(write.method, `${write.path.replace(/\{\w+\}/, 'x')}?${query}`, { body: write.body.example }),
      ),
    );
    const names = ['limit', 'idempotency_key', '__proto__', 'to', 'amount[]', '', 'x'];
    expect400(
      answers,
      names.map((name) => ({
        param: name,
        message: `${name} is not a parameter of this request; it takes none in its URL.`,
      })),
    );
  });
});

describe('Idempotency, of any POST', () => {
  it.each(posts)('$name: a key has 1 to 255 characters, and is the same in body and header', async (write) => {
    const { idempotency_key: _own, ...body } = write.body.example;
    const param = 'idempotency_key';
    const inBody = ['', 'x'.repeat(256), '💶'.repeat(256), 1, ['x'], {}, true, 'a\0'];
    const inHeader = ['', 'x'.repeat(256)];
    const answers = await Promise.all([
      ...inBody.map((key) => send(write, { body: { ...body, idempotency_key: key } })),
      ...inHeader.map((key) => send(write, { body, headers: { 'idempotency-key': key } })),
      send(write, { body: { ...body, idempotency_key: 'one' }, headers: { 'idempotency-key': 'other' } }),
      send(write, { body: { ...body, idempotency_key: 'one' }, headers: { 'idempotency-key': 'One' } }),
    ]);
    const differ = 'idempotency_key and the Idempotency-Key header must not differ.';
    expect400(answers, [
      ...inBody.map(() => ({ param, message: 'idempotency_key must be a string of 1 to 255 characters.' })),
      ...inHeader.map(() => ({ param, message: 'The Idempotency-Key header must have 1 to 255 characters.' })),
      { param, message: differ },
      { param, message: differ },
    ]);
  });
});

describe('nested objects are read as strictly', () => {
  it.each([
    ['POST', '/wallets/bulk', { wallets: [{ owner: 'agent:a', chain: 'base', colour: 1 }] }, 'wallets[0].colour'],
    ['POST', '/wallets/bulk', { wallets: [{ owner: 'agent:a' }] }, 'wallets[0].chain'],
    ['POST', '/wallets/bulk', { wallets: [{ owner: null, chain: 'base' }] }, 'wallets[0].owner'],
    ['PATCH', '/treasury/settings', { low_balance: { colour: 1 } }, 'low_balance.colour'],
    ['PATCH', '/treasury/settings', { low_balance: { chains: { polygon: '1.00' } } }, 'low_balance.chains.polygon'],
    ['PATCH', '/treasury/settings', { low_balance: [] }, 'low_balance'],
    ['PATCH', '/treasury/settings', { low_balance: 'none' }, 'low_balance'],
    ['PATCH', '/treasury/settings', { low_balance: { chains: [] } }, 'low_balance.chains'],
    ['PATCH', '/treasury/settings', { low_balance: { chains: 'base' } }, 'low_balance.chains'],
  ])('%s %s %j', async (method, path, body, param) => {
    expect400([await api.request(method, path, { body })], [{ param }]);
  });

  it.each([
    [
      'POST',
      '/wallets/bulk',
      '{"wallets":[{"owner":"agent:a","chain":"base","__proto__":{}}]}',
      'wallets[0].__proto__',
    ],
    ['PATCH', '/treasury/settings', '{"low_balance":{"__proto__":{"total":"1"}}}', 'low_balance.__proto__'],
    ['PATCH', '/treasury/settings', '{"low_balance":{"chains":{"__proto__":"1"}}}', 'low_balance.chains.__proto__'],
  ])('%s %s %s', async (method, path, rawBody, param) => {
    expect400([await api.request(method, path, { rawBody })], [{ param }]);
  });
});

describe('Nothing is stored for 400', () => {
  it.each(['/payments', '/wallets', '/approvals', '/events', '/webhook_endpoints'])('GET %s is empty', async (path) => {
    expect((await api.get(path)).body).toEqual({ data: [], has_more: false, next_cursor: null });
  });

  it('an idempotency key that came with a bad request is still free', async () => {
    const headers = { 'idempotency-key': 'taken by nothing' };
    const faucet = { chain: 'base', currency: 'EURC', amount: '0.01' };
    expect400([await api.post('/sandbox/faucet', { ...faucet, amount: 1 }, headers)], [{ param: 'amount' }]);
    expect400([await api.post('/payments', { to: EVM_RECIPIENT }, headers)], [{ param: 'amount' }]);
    const credited = await api.post('/sandbox/faucet', faucet, headers);
    expect(credited.status).toBe(200);
  });
});
