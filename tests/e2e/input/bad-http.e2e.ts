import { request } from 'node:http';
import { sendRaw, type RawResponse } from '../support/raw-http';
import { errorBody, EVM_RECIPIENT, idOf, settledPayment } from '../support/payments';
import { useService } from '../support/service';

const service = useService();
const api = () => service.api.as('bad_http');
const authorization = () => `Authorization: Bearer ${String(api().key)}`;
const CLOSE = 'Connection: close';

/** Sends a request line and headers after the two that every request of a client has. */
function send([line, ...headers]: readonly string[], body = ''): Promise<RawResponse> {
  return sendRaw(service.api.baseUrl, [String(line), 'Host: localhost', authorization(), ...headers, CLOSE], body);
}

function expectRefused({ status, headers, body }: RawResponse, message: unknown): void {
  expect({ status, body }).toEqual({ status: 400, body: errorBody('invalid_request', { message }) });
  expect(headers['svc-request-id']).toBe(body['request_id']);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
}

describe('The service returns JSON for every response', () => {
  const POST = 'POST /v1/payments/simulate HTTP/1.1';
  const JSON_TYPE = 'Content-Type: application/json';

  it('answers JSON to HTTP/1.1 without a Host header', async () => {
    const lines = ['GET /v1/payments HTTP/1.1', authorization(), CLOSE];
    expectRefused(await sendRaw(service.api.baseUrl, lines), 'A request must have a Host header.');
    const open = await sendRaw(service.api.baseUrl, ['GET /nothing HTTP/1.1', CLOSE]);
    expectRefused(open, 'A request must have a Host header.');
  });

  it('answers JSON to HTTP/1.0, which needs no Host header', async () => {
    const { status, body } = await sendRaw(service.api.baseUrl, [
      'GET /v1/treasury/settings HTTP/1.0',
      authorization(),
    ]);
    expect({ status, body }).toEqual({ status: 200, body: (await api().get('/treasury/settings')).body });
  });

  it('ignores an unknown expectation and answers JSON', async () => {
    const { status, headers, body } = await send([POST, JSON_TYPE, 'Expect: a miracle', 'Content-Length: 2'], '{}');
    expect({ status, body }).toEqual({ status: 400, body: errorBody('invalid_request', { param: 'to' }) });
    expect(headers['svc-request-id']).toBe(body['request_id']);
  });

  it('answers JSON to a client that expects 100-continue', async () => {
    const order = JSON.stringify({ to: EVM_RECIPIENT, amount: '1.00' });
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(
        `${service.api.baseUrl}/v1/payments/simulate`,
        {
          method: 'POST',
          agent: false,
          headers: {
            authorization: `Bearer ${String(api().key)}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(order),
            expect: '100-continue',
          },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      sent.on('error', reject);
      sent.on('continue', () => sent.end(order));
      sent.flushHeaders();
    });
    expect(status).toBe(200);
  });

  it.each([
    ['a path that is not ASCII', ['GET /v1/payments/é HTTP/1.1']],
    ['a NUL in the path', ['GET /v1/payments/\0 HTTP/1.1']],
    ['a folded header', ['GET /v1/payments HTTP/1.1', 'X-A: a', ' b']],
    ['white space before the colon', ['GET /v1/payments HTTP/1.1', 'X-A : a']],
    ['a method that is none', ['PAY /v1/payments HTTP/1.1']],
    ['a path of 20,000 characters', [`GET /v1/payments?to=${'x'.repeat(20_000)} HTTP/1.1`]],
    ['chunks without a size', [POST, JSON_TYPE, 'Transfer-Encoding: chunked'], 'x\r\n{}\r\n0\r\n\r\n'],
    ['a length that is no number', [POST, JSON_TYPE, 'Content-Length: two'], '{}'],
  ])('to %s', async (_, lines, body = '') => {
    expectRefused(await send(lines, body), 'This is no valid HTTP request.');
  });

  it('answers JSON to a body without a content type, or with two', async () => {
    const length = 'Content-Length: 2';
    const message = 'The content type must be application/json, in UTF-8.';
    expectRefused(await send([POST, length], '{}'), message);
    expectRefused(await send([POST, 'Content-Type:', length], '{}'), message);
    const twice = 'The header Content-Type must not be sent more than once.';
    expectRefused(await send([POST, 'Content-Type: text/plain', JSON_TYPE, length], '{}'), twice);
  });

  it('every answer carries svc-request-id, also where nothing is found', async () => {
    const { status, headers, body } = await send(['OPTIONS * HTTP/1.1']);
    expect({ status, body }).toEqual({ status: 404, body: errorBody('not_found') });
    expect(headers['svc-request-id']).toEqual(idOf('req'));
  });
});

describe('Headers', () => {
  it.each([
    '',
    'wait',
    'wait=',
    'wait=-1',
    'wait=1.5',
    'wait=ten',
    'wait 5',
    'respond_async',
    ';;,,',
    'x'.repeat(8_000),
  ])('a Prefer that is malformed is passed over (RFC 7240): %s', async (prefer) => {
    const paid = await api().post('/payments', { to: EVM_RECIPIENT, amount: '0.01' }, { prefer });
    expect({ status: paid.status, body: paid.body }).toEqual({ status: 201, body: settledPayment({ amount: '0.01' }) });
    expect(paid.headers.get('preference-applied')).toBeNull();
  });

  it('Idempotency-Key is for a POST: a PATCH or a DELETE does what it says, whatever key comes with it', async () => {
    const { body } = await api().post('/webhook_endpoints', { url: 'https://hooks.example.com/' });
    const path = `/webhook_endpoints/${String(body['id'])}`;
    const headers = { 'idempotency-key': 'once' };
    for (const description of ['one', 'two', 'one']) {
      const changed = await api().request('PATCH', path, { body: { description }, headers });
      expect({ status: changed.status, description: changed.body['description'] }).toEqual({
        status: 200,
        description,
      });
      expect(changed.headers.get('svc-idempotent-replayed')).toBeNull();
    }
    const deleted = await api().request('DELETE', path, { headers });
    expect({ status: deleted.status, body: deleted.body }).toEqual({
      status: 200,
      body: { id: body['id'], deleted: true },
    });
  });
});
