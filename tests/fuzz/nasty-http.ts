/** Bytes that no client library would send. */
export interface NastyExchange {
  readonly name: string;
  /** Each character is one byte. */
  readonly bytes: string;
  /** The client does not wait for an answer. */
  readonly hangsUp?: boolean;
}

/** What stands for the API key in the bytes. */
export const KEY = '$KEY';

const HOST = 'Host: localhost';
const AUTH = `Authorization: Bearer ${KEY}`;
const CLOSE = 'Connection: close';
const JSON_TYPE = 'Content-Type: application/json';
const BALANCE = 'GET /v1/treasury/balance HTTP/1.1';
const SIMULATE = 'POST /v1/payments/simulate HTTP/1.1';
const ORDER = '{"to":"0x52908400098527886E0F7030069857D2E4169EE7","amount":"1.00"}';

const exchange = (name: string, lines: readonly string[], body = ''): NastyExchange => ({
  name,
  bytes: `${lines.join('\r\n')}\r\n\r\n${body}`,
});
const get = (name: string, ...headers: readonly string[]) => exchange(name, [BALANCE, HOST, AUTH, ...headers, CLOSE]);
const post = (name: string, body: string, ...headers: readonly string[]) =>
  exchange(name, [SIMULATE, HOST, AUTH, JSON_TYPE, ...headers, CLOSE], body);
const line = (name: string, requestLine: string) => exchange(name, [requestLine, HOST, AUTH, CLOSE]);
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

export const NASTY_HTTP: readonly NastyExchange[] = [
  { name: 'nothing but a line end', bytes: '\r\n' },
  { name: 'nothing but zeros', bytes: '\0'.repeat(1_000) },
  { name: 'TLS', bytes: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' },
  { name: 'HTTP/2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0' },
  { name: 'a SOCKS greeting', bytes: '\x05\x01\x00' },
  { name: 'half a request line', bytes: 'GET /v1/trea' },
  { name: 'half a header', bytes: `${BALANCE}\r\n${HOST}\r\nAuthoriz` },
  { name: 'line feeds alone', bytes: `${BALANCE}\n${HOST}\n${AUTH}\n${CLOSE}\n\n` },
  { name: 'carriage returns alone', bytes: `${BALANCE}\r${HOST}\r\r` },
  // Request lines.
  line('HTTP/0.9', 'GET /v1/treasury/balance'),
  line('HTTP/1.0', 'GET /v1/treasury/balance HTTP/1.0'),
  line('HTTP/1.2', 'GET /v1/treasury/balance HTTP/1.2'),
  line('HTTP/9.9', 'GET /v1/treasury/balance HTTP/9.9'),
  line('a method in lower case', 'get /v1/treasury/balance HTTP/1.1'),
  line('a method that is none', '__proto__ /v1/treasury/balance HTTP/1.1'),
  line('a long method', `${'A'.repeat(9_000)} / HTTP/1.1`),
  line('CONNECT', 'CONNECT 169.254.169.254:80 HTTP/1.1'),
  line('TRACE', 'TRACE /v1/treasury/balance HTTP/1.1'),
  line('OPTIONS *', 'OPTIONS * HTTP/1.1'),
  line('a whole URL', 'GET http://169.254.169.254/latest/meta-data/ HTTP/1.1'),
  line('a whole URL of ours', 'GET http://localhost/v1/treasury/balance HTTP/1.1'),
  line('a path without a slash', 'GET v1/treasury/balance HTTP/1.1'),
  line('two slashes', 'GET //v1//treasury/balance HTTP/1.1'),
  line('dots', 'GET /v1/../v1/treasury/./balance HTTP/1.1'),
  line('dots that are escaped', 'GET /v1/%2e%2e/%2e%2e/etc/passwd HTTP/1.1'),
  line('a backslash', 'GET \\v1\\treasury\\balance HTTP/1.1'),
  line('a fragment', 'GET /v1/treasury/balance#x HTTP/1.1'),
  line('a semicolon', 'GET /v1/treasury/balance;x=1 HTTP/1.1'),
  line('a space in the path', 'GET /v1/treasury /balance HTTP/1.1'),
  line('a tab', 'GET\t/v1/treasury/balance\tHTTP/1.1'),
  line('bytes above 127', 'GET /v1/\xff\xfe/balance HTTP/1.1'),
  line('a NUL', 'GET /v1/treasury/balance\0 HTTP/1.1'),
  line('a long path', `GET /v1/${'x'.repeat(12_000)} HTTP/1.1`),
  line('a long query', `GET /v1/payments?to=${'x'.repeat(12_000)} HTTP/1.1`),
  line('many parameters', `GET /v1/payments?${'a=1&'.repeat(3_000)} HTTP/1.1`),
  line('nested parameters', `GET /v1/payments?${'a['.repeat(500)}=1&__proto__[x]=1 HTTP/1.1`),
  line('a bad escape', 'GET /v1/payments/%zz HTTP/1.1'),
  line('a slash at the end', 'GET /v1/treasury/balance/ HTTP/1.1'),
  // Headers.
  exchange('no Host', [BALANCE, AUTH, CLOSE]),
  exchange('two Hosts', [BALANCE, HOST, 'Host: evil.example', AUTH, CLOSE]),
  exchange('an empty Host', [BALANCE, 'Host:', AUTH, CLOSE]),
  exchange('a Host that is a path', [BALANCE, 'Host: /v1', AUTH, CLOSE]),
  exchange('no key', [BALANCE, HOST, CLOSE]),
  exchange('two keys', [BALANCE, HOST, AUTH, 'Authorization: Bearer svc_test_other', CLOSE]),
  exchange('a key in the query', [`GET /v1/treasury/balance?api_key=${KEY} HTTP/1.1`, HOST, CLOSE]),
  exchange('basic authentication', [BALANCE, HOST, 'Authorization: Basic c3ZjOng=', CLOSE]),
  exchange('an empty key', [BALANCE, HOST, 'Authorization: Bearer ', CLOSE]),
  exchange('a long key', [BALANCE, HOST, `Authorization: Bearer ${'x'.repeat(10_000)}`, CLOSE]),
  exchange('a key with white space', [BALANCE, HOST, `Authorization:  Bearer\t ${KEY} \t`, CLOSE]),
  exchange('a key with bytes above 127', [BALANCE, HOST, 'Authorization: Bearer \xff\xfe\xfd', CLOSE]),
  get('a header injected', 'X-A: 1\r\nX-B: 2'),
  get('a header split by a line feed', 'X-A: 1\nX-B: 2'),
  get('a header split by a carriage return', 'X-A: 1\rX-B: 2'),
  get('a folded header', 'X-A: 1', ' 2'),
  get('a header without a name', ': 1'),
  get('a header without a colon', 'X-A'),
  get('a space before the colon', 'X-A : 1'),
  get('a NUL in a header', 'X-A: \0'),
  get('control characters in a header', 'X-A: \x01\x02\x7f'),
  get('a header of 15 kB', `X-A: ${'x'.repeat(15_000)}`),
  get('a header of 100 kB', `X-A: ${'x'.repeat(100_000)}`),
  get('1,900 headers', ...Array.from({ length: 1_900 }, (_, n) => `X${n}: 1`)),
  get('5,000 headers', ...Array.from({ length: 5_000 }, (_, n) => `X-${n}: 1`)),
  get('headers of prototypes', '__proto__: 1', 'constructor: 1', 'hasOwnProperty: 1', 'toString: 1'),
  get('a request id of its own', 'svc-request-id: req_00000000000000000000000000', 'X-Request-Id: 1\x09'),
  get(
    'an Upgrade',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Key: eA==',
    'Sec-WebSocket-Version: 13',
  ),
  get('an Upgrade to HTTP/2', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'),
  get('Connection that names other headers', 'Connection: close, Authorization, Host'),
  get('a body with a GET', 'Content-Length: 5', '', 'hello'),
  get('TE and Trailer', 'TE: trailers, deflate;q=0.5', 'Trailer: Authorization'),
  get('an expectation', 'Expect: 200-ok'),
  // Bodies and their lengths.
  post('no length', ORDER),
  post('a length of nothing', ORDER, 'Content-Length: 0'),
  post('a length that is negative', ORDER, 'Content-Length: -1'),
  post('a length with a sign', ORDER, `Content-Length: +${ORDER.length}`),
  post('a length in hexadecimal', ORDER, `Content-Length: 0x${ORDER.length.toString(16)}`),
  post('a length that is no number', ORDER, 'Content-Length: many'),
  post('a length that overflows', ORDER, 'Content-Length: 18446744073709551617'),
  post('two lengths', ORDER, `Content-Length: ${ORDER.length}`, 'Content-Length: 2'),
  post('a list of lengths', ORDER, `Content-Length: ${ORDER.length}, ${ORDER.length}`),
  post('a length that is too short', ORDER, 'Content-Length: 10'),
  post('a length that is too long', ORDER, `Content-Length: ${ORDER.length + 10}`),
  post('a length of a gigabyte', ORDER, 'Content-Length: 1073741824'),
  post(
    'a length and chunks',
    `0\r\n\r\nGET /v1/api_keys HTTP/1.1\r\n${HOST}\r\n\r\n`,
    'Content-Length: 6',
    'Transfer-Encoding: chunked',
  ),
  post('chunks and a length', `${chunk(ORDER)}0\r\n\r\n`, 'Transfer-Encoding: chunked', 'Content-Length: 3'),
  post('chunks twice', `${chunk(ORDER)}0\r\n\r\n`, 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'),
  post('chunks, but not at the end', `${chunk(ORDER)}0\r\n\r\n`, 'Transfer-Encoding: chunked, identity'),
  post('chunks under another name', `${chunk(ORDER)}0\r\n\r\n`, 'Transfer-Encoding: xchunked'),
  post('chunks with a tab', `${chunk(ORDER)}0\r\n\r\n`, 'Transfer-Encoding:\tchunked'),
  post('a compressed body that is announced', ORDER, 'Transfer-Encoding: gzip, chunked'),
  post('chunks', `${chunk(ORDER)}0\r\n\r\n`, 'Transfer-Encoding: chunked'),
  post('chunks of one byte', `${Array.from(ORDER, chunk).join('')}0\r\n\r\n`, 'Transfer-Encoding: chunked'),
  post(
    'a chunk with an extension',
    `${ORDER.length.toString(16)};x="\r\n${ORDER}\r\n0\r\n\r\n`,
    'Transfer-Encoding: chunked',
  ),
  post(
    'a chunk with a long extension',
    `${ORDER.length.toString(16)};${'x'.repeat(20_000)}\r\n${ORDER}\r\n0\r\n\r\n`,
    'Transfer-Encoding: chunked',
  ),
  post('a chunk with a negative size', `-1\r\n${ORDER}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked'),
  post('a chunk whose size overflows', `FFFFFFFFFFFFFFFFF\r\n${ORDER}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked'),
  post('a chunk whose size is 0x', `0x10\r\n${ORDER}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked'),
  post('a chunk that is too short', `ff\r\n${ORDER}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked'),
  post('no last chunk', chunk(ORDER), 'Transfer-Encoding: chunked'),
  post(
    'trailers',
    `${chunk(ORDER)}0\r\nAuthorization: Bearer x\r\nContent-Length: 9\r\n\r\n`,
    'Transfer-Encoding: chunked',
  ),
  post('many trailers', `${chunk(ORDER)}0\r\n${'X: 1\r\n'.repeat(5_000)}\r\n`, 'Transfer-Encoding: chunked'),
  post('chunks of 100 kB', `${chunk('x'.repeat(100_000))}0\r\n\r\n`, 'Transfer-Encoding: chunked'),
  post('a body of 100 kB', 'x'.repeat(100_000), 'Content-Length: 100000'),
  post('an expectation to continue', ORDER, `Content-Length: ${ORDER.length}`, 'Expect: 100-continue'),
  // More than one request.
  { name: 'twenty requests at once', bytes: `${BALANCE}\r\n${HOST}\r\n${AUTH}\r\n\r\n`.repeat(20) },
  { name: 'a good request and rubbish', bytes: `${BALANCE}\r\n${HOST}\r\n${AUTH}\r\n\r\n\0\0rubbish\r\n\r\n` },
  {
    name: 'a payment and half of another',
    bytes: `${SIMULATE}\r\n${HOST}\r\n${AUTH}\r\n${JSON_TYPE}\r\nContent-Length: ${ORDER.length}\r\n\r\n${ORDER}${SIMULATE}\r\n${HOST}`,
  },
  // Clients that are gone.
  { ...get('a question, and nobody to hear the answer'), hangsUp: true },
  { ...post('an order, and nobody to hear of it', ORDER, `Content-Length: ${ORDER.length}`), hangsUp: true },
  {
    ...post('half an order, and nobody to send the rest', ORDER.slice(0, 20), `Content-Length: ${ORDER.length}`),
    hangsUp: true,
  },
];
