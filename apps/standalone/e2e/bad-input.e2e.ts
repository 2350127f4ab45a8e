import { eventually } from '@stablecoin/event-sourcing/testing';
import { errorBody, EVM_RECIPIENT, expectError, settledPayment, SOLANA_RECIPIENT } from './support/payments';
import { sendRaw } from './support/raw-http';
import { useService } from './support/service';

const JSON_LIMIT = 64 * 1024;

describe('API decisions: Strictness', () => {
  const service = useService();
  const api = () => service.api.as('bad_input');
  const pay = (fields: object) => api().post('/payments', { to: EVM_RECIPIENT, amount: '1.00', ...fields });
  const raw = (rawBody: string | Buffer, headers: Record<string, string> = {}, path = '/payments') =>
    api().request('POST', path, { rawBody, headers });
  const ORDER = `"to": "${EVM_RECIPIENT}", "amount": "1.00"`;

  describe('amount', () => {
    it.each<unknown>([
      undefined,
      null,
      1,
      1.5,
      0,
      -1,
      1e21,
      true,
      [],
      ['1.00'],
      {},
      { value: '1.00' },
      '',
      ' ',
      '0',
      '0.00',
      '0.000000',
      '-1',
      '-0.01',
      '+1',
      '1e3',
      '1E3',
      '1e-2',
      '0x10',
      '1.',
      '.5',
      '1..0',
      '1.0.0',
      '1,000.00',
      '1 000',
      '1_000',
      '1.0000001',
      '1.00000000',
      '0.009999',
      '1000000.000001',
      '1000001.00',
      '999999999999999.999999',
      '1000000000000000',
      '9'.repeat(400),
      ' 1.00',
      '1.00 ',
      '1.00\n',
      '1.00\u0000',
      '\u00a01.00',
      '\u200b1.00',
      '\u0661.00',
      '\uff11.00',
      '\u00bd',
      '\u2212 1',
      'NaN',
      'Infinity',
      '-Infinity',
      'ten',
      '$1.00',
      '1.00 USDC',
      'null',
      '__proto__',
    ])(
      'is a decimal string greater than zero with at most 6 decimals, within its bounds, and %j is not',
      async (amount) => {
        expectError(await pay({ amount }), 400, 'invalid_request', { param: 'amount' });
      },
    );
  });

  describe('to', () => {
    it.each<unknown>([
      undefined,
      null,
      '',
      0,
      42,
      true,
      [EVM_RECIPIENT],
      { address: EVM_RECIPIENT },
      '0x',
      EVM_RECIPIENT.slice(0, -1),
      `${EVM_RECIPIENT}0`,
      EVM_RECIPIENT.slice(2),
      `0X${EVM_RECIPIENT.slice(2)}`,
      ` ${EVM_RECIPIENT}`,
      `${EVM_RECIPIENT}\n`,
      EVM_RECIPIENT.replace('9', 'g'),
      EVM_RECIPIENT.replace('E0F', 'e0F'),
      EVM_RECIPIENT.replace('0F7030', '0f7030'),
      `0x${'AB'.repeat(20)}`,
      `0x${'0'.repeat(40)}`,
      '1'.repeat(32),
      `0${SOLANA_RECIPIENT.slice(1)}`,
      SOLANA_RECIPIENT.slice(0, -5),
      `${SOLANA_RECIPIENT}1`,
      SOLANA_RECIPIENT.replace('o', 'l'),
      SOLANA_RECIPIENT.replace('o', 'О'),
      '0x52908400098527886E0F7030069857D2E4169EE７',
      'vitalik.eth',
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      'x'.repeat(10_000),
    ])('is an EVM address with a right checksum or a Solana address, and %j is not', async (to) => {
      expectError(await pay({ to }), 400, 'invalid_request', { param: 'to' });
    });

    it.each([
      [EVM_RECIPIENT, 'solana'],
      [SOLANA_RECIPIENT, 'base'],
      [SOLANA_RECIPIENT, 'ethereum'],
    ])('%s is of another family than %s', async (to, chain) => {
      expectError(await pay({ to, chain }), 400, 'invalid_request', { param: 'to' });
    });

    it('is accepted in lower case or with its checksum, and returned checksummed', async () => {
      for (const to of [EVM_RECIPIENT, EVM_RECIPIENT.toLowerCase().replace('0X', '0x')]) {
        const { status, body } = await api().post('/payments/simulate', { to, amount: '1.00' });
        expect({ status, body }).toMatchObject({ status: 200, body: { chosen: 'base' } });
      }
    });
  });

  it.each<[string, unknown]>([
    ['currency', ''],
    ['currency', 'usdc'],
    ['currency', 'Usdc'],
    ['currency', 'USDT'],
    ['currency', 'USD'],
    ['currency', ' USDC'],
    ['currency', 840],
    ['currency', ['USDC']],
    ['chain', ''],
    ['chain', 'Base'],
    ['chain', 'AUTO'],
    ['chain', 'polygon'],
    ['chain', 1],
    ['chain', ['base']],
    ['chain', 'constructor'],
    ['compliance', ''],
    ['compliance', 'none'],
    ['compliance', false],
    ['compliance', 'Auto'],
    ['compliance_ref', ''],
    ['compliance_ref', 5],
    ['compliance_ref', 'x'.repeat(65)],
    ['compliance_ref', 'cpl_\u0000'],
    ['country_code', ''],
    ['country_code', 'de'],
    ['country_code', 'DEU'],
    ['country_code', 'XX'],
    ['country_code', 'D\u0415'],
    ['country_code', 276],
    ['from', ''],
    ['from', 7],
    ['from', {}],
    ['from', 'x'.repeat(65)],
    ['memo', 5],
    ['memo', ['text']],
    ['memo', 'x'.repeat(65)],
    ['memo', '😀'.repeat(65)],
    ['memo', 'before\u0000after'],
    ['idempotency_key', ''],
    ['idempotency_key', 5],
    ['idempotency_key', 'k'.repeat(256)],
    ['idempotency_key', 'before\u0000after'],
  ])('a wrong %s is 400 and named: %j', async (param, value) => {
    expectError(await pay({ [param]: value }), 400, 'invalid_request', { param });
  });

  it.each(['currency', 'chain', 'compliance', 'compliance_ref', 'country_code', 'from', 'memo', 'idempotency_key'])(
    'an optional field that is null counts as absent: %s',
    async (field) => {
      const { status, body } = await api().post('/payments/simulate', {
        to: EVM_RECIPIENT,
        amount: '1.00',
        [field]: null,
      });
      expect({ status, chosen: body['chosen'] }).toEqual({ status: 200, chosen: 'base' });
    },
  );

  describe('unknown fields', () => {
    it.each([
      'amuont',
      'Amount',
      'AMOUNT',
      ' amount',
      'amount ',
      'to_address',
      'status',
      'id',
      'livemode',
      'constructor',
      'toString',
      'hasOwnProperty',
      'prototype',
      '',
      '😀',
    ])('%j is 400 and named', async (name) => {
      expectError(await pay({ [name]: 'x' }), 400, 'invalid_request', { param: name });
    });

    it.each(['__proto__', 'constructor'])('%s as an own key of the JSON is 400, and pollutes nothing', async (name) => {
      const response = await raw(`{${ORDER}, "${name}": {"compliance": "skip", "polluted": true}}`);
      expectError(response, 400, 'invalid_request', { param: name });
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    });

    it('many of them are answered at once, by the first', async () => {
      const fields = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`field_${n}`, n]));
      expectError(await pay(fields), 400, 'invalid_request', { param: 'field_0' });
    });
  });

  it.each([
    ['at the top', `{${ORDER}, "amount": "2.00"}`, 'amount'],
    ['the same value', `{${ORDER}, "amount": "1.00"}`, 'amount'],
    ['in another spelling', `{${ORDER}, "amo\\u0075nt": "2.00"}`, 'amount'],
    ['an unknown one', `{${ORDER}, "x": 1, "x": 2}`, 'x'],
    ['__proto__', `{${ORDER}, "__proto__": 1, "__proto__": 2}`, '__proto__'],
  ])('a duplicate key is 400: %s', async (_, body, param) => {
    expectError(await raw(body), 400, 'invalid_request', { param });
  });

  it('a duplicate key deeper inside is 400 as well, and the same key of two objects is none', async () => {
    const twice = '{"wallets": [{"owner": "agent:a", "owner": "agent:b", "chain": "base"}]}';
    expectError(await raw(twice, {}, '/wallets/bulk'), 400, 'invalid_request', { param: 'owner' });
    const two = '{"wallets": [{"owner": "agent:a", "chain": "base"}, {"owner": "agent:a", "chain": "base"}]}';
    expect((await raw(two, {}, '/wallets/bulk')).status).toBe(200);
  });

  describe('a body that is not a JSON object', () => {
    it.each([
      ['no JSON', 'amount=1.00'],
      ['half of it', `{${ORDER}`],
      ['too much of it', `{${ORDER}}}`],
      ['two objects', `{${ORDER}}{${ORDER}}`],
      ['a trailing comma', `{${ORDER},}`],
      ['a comment', `{${ORDER} /* paid */}`],
      ['single quotes', "{'to': 'x'}"],
      ['unquoted keys', '{to: "x"}'],
      ['NaN', '{"amount": NaN}'],
      ['an octal number', '{"amount": 010}'],
      ['a raw control character', '{"memo": "a\nb"}'],
      ['a bad escape', '{"memo": "\\x41"}'],
      ['white space', '   '],
      ['an array', `[{${ORDER}}]`],
      ['an empty array', '[]'],
      ['a string', '"text"'],
      ['a number', '42'],
      ['null', 'null'],
      ['true', 'true'],
      ['nesting without end', '['.repeat(30_000)],
      ['deep nesting', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`],
      ['a byte order mark', `\uFEFF{${ORDER}}`],
      ['a BOM of UTF-16', Buffer.from(`\uFEFF{${ORDER}}`, 'utf16le')],
      ['UTF-16', Buffer.from(`{${ORDER}}`, 'utf16le')],
      ['Latin-1', Buffer.from(`{${ORDER}, "memo": "\u00e9"}`, 'latin1')],
      [
        'an overlong encoding',
        Buffer.concat([Buffer.from(`{${ORDER}, "memo": "`), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
      ],
      [
        'an encoded surrogate',
        Buffer.concat([Buffer.from(`{${ORDER}, "memo": "`), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
      ],
      ['an unpaired surrogate', `{${ORDER}, "memo": "\\ud83d"}`],
      ['an unpaired low surrogate', `{${ORDER}, "memo": "\\ude00 \\ud83d"}`],
      ['an unpaired surrogate in a key', `{${ORDER}, "\\ud83d": "x"}`],
    ])('is 400: %s', async (_, body) => {
      expectError(await raw(body), 400, 'invalid_request');
    });

    it('a surrogate pair that is escaped is a character like any other', async () => {
      const { status, body } = await raw(`{${ORDER}, "memo": "\\ud83d\\ude00"}`, {}, '/payments/simulate');
      expect([status, body['chosen']]).toEqual([200, 'base']);
    });

    it('a missing body names the first field that is required', async () => {
      expectError(await api().request('POST', '/payments'), 400, 'invalid_request', { param: 'to' });
      expectError(await raw(''), 400, 'invalid_request', { param: 'to' });
    });
  });

  it('a body of more than 64 KiB is 400, and one of exactly 64 KiB is read', async () => {
    const bodyOf = (bytes: number) => {
      const start = `{${ORDER}, "unknown": "`;
      return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
    };
    expectError(await raw(bodyOf(JSON_LIMIT)), 400, 'invalid_request', { param: 'unknown' });
    const tooLarge = { message: 'The body must not be larger than 64 KiB.' };
    expectError(await raw(bodyOf(JSON_LIMIT + 1)), 400, 'invalid_request', tooLarge);
    const chunked = await sendRaw(
      service.api.baseUrl,
      [
        'POST /v1/payments HTTP/1.1',
        'Host: localhost',
        `Authorization: Bearer ${String(api().key)}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        'Connection: close',
      ],
      `${(JSON_LIMIT + 1).toString(16)}\r\n${bodyOf(JSON_LIMIT + 1)}\r\n0\r\n\r\n`,
    );
    expect({ status: chunked.status, body: chunked.body }).toEqual({
      status: 400,
      body: errorBody('invalid_request', tooLarge),
    });
  });

  it.each([
    ['text/plain', 400],
    ['application/x-www-form-urlencoded', 400],
    ['multipart/form-data; boundary=x', 400],
    ['application/xml', 400],
    ['application/json-patch+json', 400],
    ['application/vnd.api+json', 400],
    ['application/jsonp', 400],
    ['application/json; charset=latin1', 400],
    ['application/json; charset=utf-16', 400],
    ['application/json, text/plain', 400],
    ['json', 400],
    ['application/json', 200],
    ['APPLICATION/JSON', 200],
    ['application/json; charset=utf-8', 200],
    ['application/json;charset="UTF-8"', 200],
  ])('content type %s is answered %i', async (type, status) => {
    const response = await raw(`{${ORDER}}`, { 'content-type': type }, '/payments/simulate');
    if (status === 200) expect(response.status).toBe(200);
    else expectError(response, 400, 'invalid_request');
  });

  it.each(['gzip', 'deflate', 'br'])('a body that is compressed is 400: %s', async (encoding) => {
    expectError(await raw(`{${ORDER}}`, { 'content-encoding': encoding }), 400, 'invalid_request');
  });

  it.each([
    '/payments?amount=1.00',
    '/payments?__proto__=1',
    '/payments?a=1&a=2',
    '/payments?=1',
    '/payments/simulate?chain=base',
    '/wallets?owner=agent:a',
    '/api_keys?scopes=all',
  ])('parameters do not belong into the URL of a POST: %s', async (path) => {
    expectError(await api().post(path, {}), 400, 'invalid_request', { param: expect.any(String) as unknown as string });
  });

  it.each([
    ['limit', 'limit=10&limit=20'],
    ['status', 'status=settled&status=failed'],
    ['limit', 'limit=%31%30%20'],
    ['limit', 'limit=１０'],
    ['limit', 'limit=+10'],
    ['to', 'to=nobody'],
    ['wallet', 'wallet=%00'],
    ['wallet', 'wallet=%ED%A0%80'],
    ['created_after', 'created_after=2026-01-01T00:00:00+1:00'],
    ['created_after', 'created_after=2026-02-29'],
    ['created_after', 'created_after=%32026'],
    ['starting_after', "starting_after=' OR 1=1 --"],
    ['starting_after', 'starting_after=pay_01jd8z5m3v7t9g2k4xqw6n0b1c'],
    ['Limit', 'Limit=10'],
    ['a', 'a'],
  ])('a bad %s in a query is 400: %s', async (param, query) => {
    const response = await api().get(`/payments?${query}`);
    if (query.includes('%ED')) expect(response.status).toBeLessThan(500);
    else expectError(response, 400, 'invalid_request', { param });
  });

  it.each(['Idempotency-Key', 'idempotency-key'])(
    '%s: empty, too long, or other than the one in the body is 400',
    async (name) => {
      const answers = await Promise.all([
        api().post('/payments', { to: EVM_RECIPIENT, amount: '1.00' }, { [name]: '' }),
        api().post('/payments', { to: EVM_RECIPIENT, amount: '1.00' }, { [name]: 'k'.repeat(256) }),
        api().post('/payments', { to: EVM_RECIPIENT, amount: '1.00', idempotency_key: 'a' }, { [name]: 'b' }),
      ]);
      for (const each of answers) expectError(each, 400, 'invalid_request', { param: 'idempotency_key' });
    },
  );

  describe('what is no valid HTTP is 400 in the same form', () => {
    const key = () => `Authorization: Bearer ${String(api().key)}`;
    it.each<[string, (key: string) => string[], string]>([
      ['a broken request line', () => ['NONSENSE'], ''],
      ['a header without a colon', () => ['GET /v1/payments HTTP/1.1', 'Host: x', 'broken'], ''],
      ['a control character in a header', (k) => ['GET /v1/payments HTTP/1.1', 'Host: x', k, 'X: a\u0001b'], ''],
      [
        'two lengths',
        (k) => ['POST /v1/payments HTTP/1.1', 'Host: x', k, 'Content-Length: 2', 'Content-Length: 3'],
        '{}',
      ],
      [
        'a length and chunks',
        (k) => ['POST /v1/payments HTTP/1.1', 'Host: x', k, 'Content-Length: 2', 'Transfer-Encoding: chunked'],
        '0\r\n\r\n',
      ],
      ['a negative length', (k) => ['POST /v1/payments HTTP/1.1', 'Host: x', k, 'Content-Length: -1'], ''],
      [
        'headers of 20,000 bytes',
        (k) => ['GET /v1/payments HTTP/1.1', 'Host: x', k, `X-Long: ${'x'.repeat(20_000)}`],
        '',
      ],
      ['an unknown version', () => ['GET /v1/payments HTTP/9.9', 'Host: x'], ''],
    ])('%s', async (_, lines, body) => {
      const response = await sendRaw(service.api.baseUrl, lines(key()), body);
      expect({ status: response.status, body: response.body }).toEqual({
        status: 400,
        body: errorBody('invalid_request'),
      });
      expect(response.headers['svc-request-id']).toBe(response.body['request_id']);
    });

    it('HTTP/1.1 without a Host header is refused', async () => {
      const response = await sendRaw(service.api.baseUrl, ['GET /v1/payments HTTP/1.1', key(), 'Connection: close']);
      expect(response.status).toBe(400);
    });
  });

  it('headers that say nothing to us are passed over', async () => {
    const headers = {
      prefer: 'handling=strict; foo="bar", wait=soon, return=minimal',
      traceparent: 'nonsense',
      accept: 'text/html',
      'accept-encoding': 'zstd',
      origin: 'https://example.com',
      'x-http-method-override': 'DELETE',
      expect: 'nothing',
    };
    const { expect: _refusedByFetch, ...sendable } = headers;
    const response = await api().post('/payments/simulate', { to: EVM_RECIPIENT, amount: '1.00' }, sendable);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  });

  describe('paths', () => {
    it.each([
      '/payments/%00',
      '/payments/%2e%2e',
      "/payments/'%20OR%201=1",
      '/payments/pay_01JD8Z5M3V7T9G2K4XQW6N0B1C%00',
      `/payments/${'9'.repeat(128)}`,
      `/payments/${'9'.repeat(129)}`,
      '/payments/__proto__',
      '/payments/%F0%9F%92%B8',
    ])('what is no id is found nowhere: %s', async (path) => {
      expectError(await api().get(path), 404, 'not_found');
    });

    it.each(['/payments/%', '/payments/%zz', '/payments/%c0%ae'])('what is badly encoded is 400: %j', async (path) => {
      expectError(await api().get(path), 400, 'invalid_request');
    });
  });

  it('a memo has at most 64 characters: code points, so an emoji counts as one, and is kept as it is', async () => {
    const memo = '😀'.repeat(60) + 'é\u202e"\\';
    expect(Array.from(memo)).toHaveLength(64);
    const paid = await pay({ memo });
    expect({ status: paid.status, body: paid.body }).toEqual({
      status: 201,
      body: settledPayment({ amount: '1.00', memo }),
    });
    expect((await pay({ memo: '' })).body).toEqual(settledPayment({ amount: '1.00', memo: '' }));
  });

  it('the least and the most that can be paid', async () => {
    expect((await pay({ amount: '0.01' })).body).toEqual(settledPayment({ amount: '0.01' }));
    expect((await pay({ amount: '000000000000001' })).body).toEqual(settledPayment({ amount: '1.00' }));
    expect((await pay({ amount: '1000000', chain: 'ethereum' })).body).toEqual(
      settledPayment({ amount: '1000000.00', chain: 'ethereum' }),
    );
  });

  it('only what was accepted is there', async () => {
    await eventually(async () => {
      const { body } = await api().get('/payments?limit=100');
      const amounts = (body['data'] as { amount: string }[]).map(({ amount }) => amount);
      expect(amounts).toEqual(['1000000.00', '1.00', '0.01', '1.00', '1.00']);
    });
  });
});
