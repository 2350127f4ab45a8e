/** Headers that a client library lets through. */
export const NASTY_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ...(
    ['', ' ', ',', ';', '=', 'x'.repeat(256), 'x'.repeat(4_000), 'ü', '\t', '"', 'a, b', '%00', '__proto__'] as const
  ).flatMap(
    (value) =>
      [
        ['Idempotency-Key', value],
        ['Prefer', value],
        ['traceparent', value],
        ['X-Request-Id', value],
      ] as const,
  ),
  ...(
    [
      'wait=-1',
      'wait=0',
      'wait=1e9',
      'wait=0, respond-async',
      'respond-async; foo',
      'return=minimal',
      'handling=strict',
      'WAIT=0',
    ] as const
  ).map((value) => ['Prefer', value] as const),
  ...(
    [
      'text/plain',
      'application/json; charset=utf-16',
      'application/json;',
      'application/JSON',
      'application/json, application/json',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      '*/*',
      'x',
    ] as const
  ).map((value) => ['Content-Type', value] as const),
  ...(['gzip', 'identity', 'deflate, gzip', 'br', 'x'] as const).map((value) => ['Content-Encoding', value] as const),
  ...(['GET', 'DELETE', 'PUT', 'TRACE', '__proto__'] as const).flatMap(
    (value) =>
      [
        ['X-HTTP-Method-Override', value],
        ['X-HTTP-Method', value],
      ] as const,
  ),
  ...(['127.0.0.1', '::1', 'unknown', '10.0.0.1, 8.8.8.8', '\u00ff'] as const).flatMap(
    (value) =>
      [
        ['X-Forwarded-For', value],
        ['X-Real-IP', value],
        ['Forwarded', `for=${value}`],
      ] as const,
  ),
  ...(['evil.example', 'evil.example:99999', '[::1]', ''] as const).flatMap(
    (value) =>
      [
        ['X-Forwarded-Host', value],
        ['Origin', `http://${value}`],
        ['Referer', value],
      ] as const,
  ),
  ...(['text/html', 'application/xml', '*/*;q=0', ';', 'application/json;q=2'] as const).map(
    (value) => ['Accept', value] as const,
  ),
  ['Cookie', 'a=b; '.repeat(500)],
  ['Range', 'bytes=0-0,-1,5-'],
  ['If-None-Match', '*'],
  ['If-Modified-Since', 'yesterday'],
  ['X-Original-URL', '/v1/api_keys'],
  ['X-Rewrite-URL', '/v1/api_keys'],
  ['X-Http-Destinationurl', 'http://127.0.0.1/'],
  ['Max-Forwards', '0'],
  ['Proxy', 'http://127.0.0.1:1'],
  ['svc-account', 'tenants_a'],
  ['baggage', 'x='.repeat(500)],
];

/** What stands in a path where an id should, as it is sent. */
export const NASTY_PATHS: readonly string[] = [
  ...[
    '%00',
    '%0a',
    '%0d%0aX:1',
    '%20',
    '%25',
    '%2500',
    '%2e',
    '%2e%2e',
    '%2e%2e%2f',
    '..%2f..%2f',
    '..%5c',
    '%2f',
    '%5c',
    '%c0%ae%c0%ae',
    '%e0%80%af',
    '%ff',
    '%',
    '%z',
    '%u0041',
    '%ud800',
  ],
  ...[
    ';',
    ';jsessionid=1',
    ':id',
    '*',
    '{id}',
    '$id%00',
    '$id%20',
    '$id%2f',
    '$id/',
    '$id//',
    '$id/..',
    '$id.json',
    '$id;x',
    '$id%3f',
    '$id%23',
    '$id,$id',
    '$id%E2%80%8B',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'null',
    'undefined',
    'NaN',
    '-1',
    '0',
    '1',
    'pay_',
    'pay_%00',
    'PAY_01JD8Z5M3V7T9G2K4XQW6N0B1C',
    'pay_01jd8z5m3v7t9g2k4xqw6n0b1c',
  ],
  ...[
    'x'.repeat(128),
    'x'.repeat(129),
    'x'.repeat(8_000),
    '%F0%9F%98%80'.repeat(20),
    "'%20OR%201=1--",
    '%22',
    '%3Cscript%3E',
    '%7B%7B7*7%7D%7D',
  ],
];
