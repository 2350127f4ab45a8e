import { eventually } from '@stablecoin/event-sourcing/testing';
import { errorBody, EVM_RECIPIENT, expectError, settledPayment, SOLANA_RECIPIENT } from '../support/payments';
import { sendRaw } from '../support/raw-http';
import { useService } from '../support/service';

const JSON_LIMIT = 64 * 1024;
const ORDER = `"to": "${EVM_RECIPIENT}", "amount": "1.00"`;

/** What the other files of bad input leave: both sides of each border, and what reaches no endpoint. */
describe('Strictness', () => {
  const service = useService();
  const api = () => service.api.as('bad_input');
  const pay = (fields: object) => api().post('/payments', { to: EVM_RECIPIENT, amount: '1.00', ...fields });
  const simulate = (fields: object) =>
    api().post('/payments/simulate', { to: EVM_RECIPIENT, amount: '1.00', ...fields });
  const raw = (rawBody: string, headers: Record<string, string> = {}, path = '/payments/simulate') =>
    api().request('POST', path, { rawBody, headers });

  it.each([
    [EVM_RECIPIENT, 'solana'],
    [SOLANA_RECIPIENT, 'base'],
    [SOLANA_RECIPIENT, 'ethereum'],
  ])('the recipient %s is of another family than %s: 400', async (to, chain) => {
    for (const send of [pay, simulate]) expectError(await send({ to, chain }), 400, 'invalid_request', { param: 'to' });
  });

  describe('what is just right', () => {
    it('an EVM address in lower case or with its checksum, which is how it is returned', async () => {
      const to = EVM_RECIPIENT.toLowerCase();
      expect((await pay({ to })).body).toEqual(settledPayment({ amount: '1.00', to: EVM_RECIPIENT }));
      expect((await pay({ to: EVM_RECIPIENT, amount: '1.01' })).body).toEqual(settledPayment({ amount: '1.01' }));
    });

    it('a memo of 64 characters: code points, so an emoji counts as one; it is kept as it is', async () => {
      const memo = `${'😀'.repeat(60)}é\u202e"\\`;
      expect(Array.from(memo)).toHaveLength(64);
      expect((await pay({ memo })).body).toEqual(settledPayment({ amount: '1.00', memo }));
      expect((await pay({ memo: '' })).body).toEqual(settledPayment({ amount: '1.00', memo: '' }));
    });

    it('the least and the most that can be paid, and zeros before it', async () => {
      expect((await pay({ amount: '0.01' })).body).toEqual(settledPayment({ amount: '0.01' }));
      expect((await pay({ amount: '000000000000001' })).body).toEqual(settledPayment({ amount: '1.00' }));
      expect((await pay({ amount: '1000000', chain: 'ethereum' })).body).toEqual(
        settledPayment({ amount: '1000000.00', chain: 'ethereum' }),
      );
    });

    it('an optional field that is null counts as absent', async () => {
      const optional = ['currency', 'chain', 'compliance', 'compliance_ref', 'country_code', 'from', 'memo'];
      const absent = Object.fromEntries([...optional, 'idempotency_key'].map((name) => [name, null]));
      expect((await pay(absent)).body).toEqual(settledPayment({ amount: '1.00' }));
    });

    it('a surrogate pair that is escaped is a character, and the same key of two objects is not there twice', async () => {
      expect((await raw(`{${ORDER}, "memo": "\\ud83d\\ude00"}`)).status).toBe(200);
      const wallet = '{"owner": "agent:a", "chain": "base"}';
      expect((await raw(`{"wallets": [${wallet}, ${wallet}]}`, {}, '/wallets/bulk')).status).toBe(200);
    });

    it.each([
      'application/json',
      'APPLICATION/JSON',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
    ])('the content type %s', async (type) => {
      expect((await raw(`{${ORDER}}`, { 'content-type': type })).status).toBe(200);
    });

    it('headers that say nothing to us', async () => {
      const headers = {
        prefer: 'handling=strict; foo="bar", wait=soon, return=minimal',
        traceparent: 'nonsense',
        accept: 'text/html',
        'accept-encoding': 'zstd',
        origin: 'https://example.com',
        'x-http-method-override': 'DELETE',
      };
      const response = await raw(`{${ORDER}}`, headers);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    });
  });

  it('a body in chunks has no larger limit', async () => {
    const start = `{${ORDER}, "memo": "`;
    const body = `${start}${'x'.repeat(JSON_LIMIT + 1 - start.length - 2)}"}`;
    const head = [
      'POST /v1/payments HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${String(api().key)}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      'Connection: close',
    ];
    const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const response = await sendRaw(service.api.baseUrl, head, chunks);
    const refusal = errorBody('invalid_request', { message: 'The body must not be larger than 64 KiB.' });
    expect({ status: response.status, body: response.body }).toEqual({ status: 400, body: refusal });
  });

  it('thousands of unknown fields are answered at once, by the first', async () => {
    const fields = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`field_${n}`, n]));
    expectError(await pay(fields), 400, 'invalid_request', { param: 'field_0' });
  });

  describe('what is no valid HTTP is 400 in the same form', () => {
    const get = 'GET /v1/payments HTTP/1.1';
    const post = 'POST /v1/payments HTTP/1.1';
    it.each<[what: string, lines: readonly string[], body: string]>([
      ['a broken request line', ['NONSENSE'], ''],
      ['an unknown version', ['GET /v1/payments HTTP/9.9', 'Host: x'], ''],
      ['a header without a colon', [get, 'Host: x', 'broken'], ''],
      ['a control character in a header', [get, 'Host: x', 'X: a\u0001b'], ''],
      ['headers of 20,000 bytes', [get, 'Host: x', `X-Long: ${'x'.repeat(20_000)}`], ''],
      ['two lengths', [post, 'Host: x', 'Content-Length: 2', 'Content-Length: 3'], '{}'],
      ['a length and chunks', [post, 'Host: x', 'Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
      ['a negative length', [post, 'Host: x', 'Content-Length: -1'], ''],
    ])('%s', async (_, [line = '', ...headers], body) => {
      const lines = [line, `Authorization: Bearer ${String(api().key)}`, ...headers];
      const response = await sendRaw(service.api.baseUrl, lines, body);
      const refusal = { status: 400, body: errorBody('invalid_request') };
      expect({ status: response.status, body: response.body }).toEqual(refusal);
      expect(response.headers['svc-request-id']).toBe(response.body['request_id']);
    });
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
    ])('what is no id is found nowhere: %j', async (path) => {
      expectError(await api().get(path), 404, 'not_found');
    });

    it.each(['/payments/%', '/payments/%zz', '/payments/%c0%ae'])('what is badly encoded is 400: %j', async (path) => {
      expectError(await api().get(path), 400, 'invalid_request');
    });
  });

  it('only what was accepted is there', async () => {
    const amounts = ['1.00', '1.01', '1.00', '1.00', '0.01', '1.00', '1000000.00', '1.00'];
    await eventually(async () => {
      const { body } = await api().get('/payments?limit=100');
      const listed = (body['data'] as { amount: string }[]).map(({ amount }) => amount);
      expect(listed.toReversed()).toEqual(amounts);
    });
  });
});
