import { connect } from 'node:net';
import { startGateway, TEST_KEY, type TestGateway } from '../testing/gateway';
import { SETTLED } from '../testing/fake-services';

let gateway: TestGateway;
let port: number;
beforeAll(async () => {
  gateway = await startGateway();
  gateway.fakes.outcome = SETTLED;
  await gateway.app.listen(0, '127.0.0.1');
  port = Number(new URL(await gateway.app.getUrl()).port);
});
afterAll(() => gateway.stop());

interface Sent {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends a payment with lines of headers as they are, in an encoding. */
async function pay(lines: readonly string[], body: object = {}, encoding: BufferEncoding = 'utf8'): Promise<Sent> {
  const order = JSON.stringify({ to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', amount: '1.00', ...body });
  const given = lines.map((line) => line.split(':')[0]?.toLowerCase());
  const usual = [
    'Host: localhost',
    `Authorization: Bearer ${TEST_KEY}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(order)}`,
  ].filter((line) => !given.includes(line.split(':')[0]?.toLowerCase()));
  const socket = connect(port, '127.0.0.1');
  const head = ['POST /v1/payments HTTP/1.1', ...usual, ...lines, 'Connection: close'].join('\r\n');
  socket.write(Buffer.concat([Buffer.from(`${head}\r\n\r\n`, encoding), Buffer.from(order)]));
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  const [answer = '', json = ''] = text.split('\r\n\r\n');
  return { status: Number(answer.split(' ')[1]), body: JSON.parse(json) as Record<string, unknown> };
}

const keyed = (key: string): readonly string[] => [`Idempotency-Key: ${key}`];

describe('The Idempotency-Key header', () => {
  it.each([
    ['UTF-8', keyed('Größe-42'), { idempotency_key: 'Größe-42' }, 'utf8'],
    ['Latin-1', keyed('Größe-43'), { idempotency_key: 'Größe-43' }, 'latin1'],
    ['a quoted string', keyed('"order-1"'), { idempotency_key: 'order-1' }, 'utf8'],
    ['a quoted string in UTF-8', keyed('"订单-1"'), { idempotency_key: '订单-1' }, 'utf8'],
    ['escapes in a quoted string', keyed(String.raw`"a\"b\\c"`), { idempotency_key: String.raw`a"b\c` }, 'utf8'],
    ['a backslash in a bare key', keyed(String.raw`a\b`), { idempotency_key: String.raw`a\b` }, 'utf8'],
    ['a comma', keyed('order,2'), { idempotency_key: 'order,2' }, 'utf8'],
  ] as const)('%s is the same key as in the body', async (_, lines, body, encoding) => {
    const first = await pay(lines, {}, encoding);
    expect(first).toMatchObject({ status: 201, body });
    expect(await pay([], body)).toEqual({ status: 200, body: first.body });
    expect(await pay(lines, body, encoding)).toEqual({ status: 200, body: first.body });
  });

  it.each(['"order', 'order"', 'or"der', '"or"der"', '"order";q=1', '"', '"order\\"', '"a", "b"'])(
    'refuses %s, which is quoted in part',
    async (key) => {
      expect(await pay(keyed(key))).toMatchObject({
        status: 400,
        body: {
          code: 'invalid_request',
          param: 'idempotency_key',
          message: expect.stringContaining('quote') as string,
        },
      });
    },
  );

  it.each(['', '""', 'k'.repeat(256), `"${'k'.repeat(256)}"`])(
    'refuses a length outside of 1 to 255: %s',
    async (key) => {
      expect(await pay(keyed(key))).toMatchObject({ status: 400, body: { param: 'idempotency_key' } });
    },
  );

  it('counts characters, and not bytes', async () => {
    expect(await pay(keyed('ö'.repeat(255)))).toMatchObject({ status: 201 });
  });

  it('refuses another key in the body', async () => {
    expect(await pay(keyed('"one"'), { idempotency_key: 'two' })).toMatchObject({
      status: 400,
      body: { param: 'idempotency_key' },
    });
  });
});

describe('A header with one value', () => {
  it.each([
    ['Idempotency-Key', 'k-1', 'k-1'],
    ['idempotency-key', 'k-1', 'k-2'],
    ['Authorization', `Bearer ${TEST_KEY}`, 'Bearer svc_test_other'],
    ['Host', 'localhost', 'other'],
    ['Content-Type', 'application/json', 'text/plain'],
    ['Content-Encoding', 'identity', 'identity'],
    ['Svc-Csrf-Token', 'a', 'b'],
    ['Last-Event-ID', 'evt_1', 'evt_2'],
  ])('is refused on two lines: %s', async (name, one, two) => {
    expect(await pay([`${name}: ${one}`, `${name.toUpperCase()}: ${two}`])).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', message: expect.stringMatching(/must not be sent more than once/) as string },
    });
  });

  it('is refused with two lengths, which Node itself does', async () => {
    expect(await pay(['Content-Length: 64', 'Content-Length: 65'])).toMatchObject({ status: 400 });
  });

  it.each(['Prefer', 'Accept', 'Accept-Encoding', 'Cookie', 'X-Forwarded-For', 'Via', 'traceparent'])(
    'is another thing than a list, which may be on two lines: %s',
    async (name) => {
      expect(await pay([`${name}: a`, `${name}: b`])).toMatchObject({ status: 201 });
    },
  );
});
