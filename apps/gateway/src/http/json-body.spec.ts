import { ApiError } from '@stablecoin/contracts';
import { parseJsonBody, requireJsonContent } from './json-body';

const parse = (text: string | Buffer): unknown => parseJsonBody(Buffer.from(text as string));

/** The `param` and message of the refusal. */
function refusal(act: () => unknown): { readonly param: string | undefined; readonly message: string } {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_request') return error;
    throw error;
  }
  throw new Error('it was taken');
}

describe('Strictness: bodies', () => {
  it.each([
    ['{}', {}],
    ['{"to":"0x1","amount":"1.00"}', { to: '0x1', amount: '1.00' }],
    [' \n\t{"a" : [1, {"a": "\\"a\\":"}], "b":{"a":null}} ', { a: [1, { a: '"a":' }], b: { a: null } }],
    ['{"a":"a","b":"a"}', { a: 'a', b: 'a' }],
    ['{"memo":"\\ud83d\\udcb6 💶 \\\\ud800"}', { memo: '💶 💶 \\ud800' }],
    ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
    ['"text"', 'text'],
    ['null', null],
  ])('%s is read', (text, value) => {
    expect(parse(text)).toEqual(value);
  });

  it('no bytes are no body', () => {
    expect(parse('')).toBeUndefined();
  });

  it.each([
    ['broken JSON', '{"a":', undefined, /valid JSON/],
    ['blanks', '   ', undefined, /valid JSON/],
    ['a trailing comma', '{"a":1,}', undefined, /valid JSON/],
    ['two values', '{} {}', undefined, /valid JSON/],
    ['a comment', '{} // x', undefined, /valid JSON/],
    ['a byte order mark', '\uFEFF{}', undefined, /byte order mark/],
    ['a duplicate key', '{"amount":"1","to":"0x1","amount":"100"}', 'amount', /"amount" more than once/],
    ['a duplicate key in an object within', '{"a":[{"b":{"c":1,"c":2}}]}', 'c', /"c" more than once/],
    ['a duplicate key behind an object', '{"a":{"b":1},"a":2}', 'a', /"a" more than once/],
    ['a duplicate key that is escaped', '{"amount":"1","\\u0061mount":"2"}', 'amount', /more than once/],
    ['a duplicate key with blanks before the colon', '{"a" :1,"a"\n:2}', 'a', /more than once/],
    ['a duplicate __proto__', '{"__proto__":1,"__proto__":2}', '__proto__', /more than once/],
    ['half of a surrogate pair', '{"memo":"\\ud83d"}', undefined, /surrogate/],
    ['the other half', '{"memo":"x\\uDCB6"}', undefined, /surrogate/],
    ['half of a pair in a key', '{"\\ud83d":1}', undefined, /surrogate/],
    ['depth', '['.repeat(17) + ']'.repeat(17), undefined, /nest deeper/],
    ['depth of objects', '{"a":'.repeat(17) + '1' + '}'.repeat(17), undefined, /nest deeper/],
  ])('%s is refused', (_, text, param, message) => {
    const { param: named, message: said } = refusal(() => parse(text));
    expect(named).toBe(param);
    expect(said).toMatch(message);
  });

  it.each([
    ['a stray byte', Buffer.from([0x22, 0xff, 0x22])],
    ['an overlong form', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le').swap16().subarray(0)],
  ])('%s is no UTF-8', (_, bytes) => {
    expect(refusal(() => parseJsonBody(bytes)).message).toMatch(/UTF-8|JSON/);
  });

  it('finds a duplicate among many keys in a moment', () => {
    const keys = Array.from({ length: 5_000 }, (_, index) => `"k${index}":1`);
    expect(refusal(() => parse(`{${keys.join(',')},"k0":1}`)).param).toBe('k0');
  });
});

describe('Strictness: content types', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json;charset=utf8',
    'application/json; charset=UTF8',
    'application/json; charset=us-ascii',
    'application/json;',
    'application/json; profile="https://example.com/p"; charset = utf-8',
    'application/json; version=1',
  ])('%s is taken', (type) => {
    expect(() => requireJsonContent(type, undefined)).not.toThrow();
  });

  it.each([
    undefined,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json; charset=',
    'application/jsonp',
    'application/vnd.api+json',
    'application/json, text/plain',
  ])('%s is refused', (type) => {
    expect(refusal(() => requireJsonContent(type, undefined)).message).toMatch(/application\/json/);
  });

  it('a compressed body is refused', () => {
    expect(refusal(() => requireJsonContent('application/json', 'gzip')).message).toMatch(/compressed/);
    expect(() => requireJsonContent('application/json', 'identity')).not.toThrow();
  });
});
