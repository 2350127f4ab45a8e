import { createLogger } from './logger';
import type { Logger } from './logger';
import { NestLogger } from './nest-logger';

const KEY = 'c2VjcmV0IGtleSBvZiB0aGlydHktdHdvIGJ5dGVzIQ==';

let lines: string[];
let log: Logger;

beforeEach(() => {
  lines = [];
  log = createLogger({ level: 'trace', secrets: [KEY], destination: { write: (line) => lines.push(line) } });
});

function entries(): Record<string, unknown>[] {
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('createLogger', () => {
  it('writes a line of JSON with the level by name and the time in UTC', () => {
    log.info({ payment_id: 'pay_1' }, 'payment settled');
    expect(entries()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
        payment_id: 'pay_1',
        msg: 'payment settled',
      },
    ]);
    expect(lines[0]).toMatch(/\n$/);
  });

  it('writes nothing below its level', () => {
    createLogger({ level: 'warn', destination: { write: (line) => lines.push(line) } }).info('quiet');
    expect(lines).toEqual([]);
  });

  it('writes the cause of an error', () => {
    log.error({ err: new Error('append failed', { cause: new Error('disk full') }) }, 'no');
    expect(lines[0]).toContain('append failed');
    expect(lines[0]).toContain('disk full');
  });
});

describe('no secret reaches a log line', () => {
  const secrets: [string, string][] = [
    ['a test key', 'svc_test_abcDEF0123456789abcDEF0123456789'],
    ['a live key', 'svc_live_abcDEF0123456789abcDEF0123456789'],
    ['a webhook secret', 'whsec_AbCd+/EfGh0123456789AbCd+/EfGh0123456789A='],
    ['the secrets key', KEY],
  ];

  describe.each(secrets)('%s', (_, secret) => {
    const body = secret.replace(/^(svc_(test|live)|whsec)_/, '');

    it.each<[string, () => void]>([
      ['in a message', () => log.info(`got ${secret}, refused`)],
      ['in a field', () => log.info({ note: secret }, 'x')],
      ['deep in a field', () => log.info({ a: { b: [{ c: [`x ${secret}`] }] } }, 'x')],
      ['in the name of a field', () => log.info({ [secret]: 1 }, 'x')],
      ['in an error', () => log.error({ err: new Error(`no key ${secret}`) }, 'x')],
      ['in a cause', () => log.error({ err: new Error('x', { cause: new Error(secret) }) }, 'x')],
      ['in an error under another name', () => log.error({ failure: { message: `\n${secret}` } }, 'x')],
      ['in bindings', () => log.child({ who: secret }).info('x')],
      ['after a line break', () => log.info(`one\n${secret}\ttwo`)],
      ['in an authorization header', () => log.info({ req: { headers: { authorization: `Bearer ${secret}` } } }, 'x')],
      ['in a header by hand', () => log.info(`Authorization: Bearer ${secret}`)],
      ['in a URL', () => log.info(`https://user:${secret}@example.com/?key=${secret}`)],
      ['from Nest', () => new NestLogger(log).error(`failed with ${secret}`, `stack ${secret}`, 'Gateway')],
    ])('%s', (_where, write) => {
      write();
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toContain(body);
      expect(lines[0]).toContain('[redacted]');
      expect(() => entries()).not.toThrow();
    });
  });

  it('any credential in an authorization header, whatever it looks like', () => {
    log.info({ authorization: 'opaque-credential' }, 'x');
    log.info({ headers: { authorization: 'opaque-credential' } }, 'x');
    log.info('authorization: Bearer opaque-credential');
    log.info('authorization: Basic opaque-credential');
    expect(lines.join('')).not.toContain('opaque-credential');
  });

  it('the user and password of a connection string', () => {
    log.info({ err: new Error('connect postgres://pay:hunter2@db:5432/pay') }, 'x');
    expect(lines[0]).not.toContain('hunter2');
    expect(lines[0]).toContain('@db:5432/pay');
  });

  it('what is no secret stays in the log', () => {
    log.info({ url: 'https://example.com/v1/payments', payment_id: 'pay_svc', email: 'a@b.example' }, 'bearer of news');
    expect(entries()[0]).toMatchObject({ url: 'https://example.com/v1/payments', email: 'a@b.example' });
  });
});

describe('NestLogger', () => {
  it('keeps the level, the context and the stack', () => {
    const nest = new NestLogger(log);
    nest.log('started', 'NestFactory');
    nest.error('failed', 'Error: failed\n at x', 'Gateway');
    nest.warn(new Error('odd'), 'Gateway');
    nest.verbose({ routes: 3 });
    expect(entries()).toMatchObject([
      { level: 'debug', context: 'NestFactory', msg: 'started' },
      { level: 'error', context: 'Gateway', details: ['Error: failed\n at x'], msg: 'failed' },
      { level: 'warn', context: 'Gateway', err: { message: 'odd' }, msg: 'odd' },
      { level: 'trace', nest: { routes: 3 } },
    ]);
  });
});
