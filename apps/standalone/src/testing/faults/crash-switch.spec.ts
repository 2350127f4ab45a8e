import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CrashSwitch, parseCrashAt } from './crash-switch';

describe('parseCrashAt', () => {
  it.each([
    ['before append PaymentAuthorized', 'before', 'append PaymentAuthorized', 1],
    ['after answer POST /payments#12', 'after', 'answer POST /payments', 12],
  ])('reads %s', (text, moment, name, time) => {
    expect(parseCrashAt(text)).toMatchObject({ point: { moment, name }, time });
  });

  it.each(['', 'append PaymentAuthorized', 'before lunch', 'before append PaymentAuthorized#0'])(
    'refuses "%s"',
    (text) => {
      expect(() => parseCrashAt(text)).toThrow(`CRASH_AT: got "${text}", takes a point of`);
    },
  );
});

describe('CrashSwitch', () => {
  const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
  afterEach(() => kill.mockClear());
  afterAll(() => kill.mockRestore());

  it('kills the process the so-manieth time that the point is passed, and at no other', async () => {
    const crash = new CrashSwitch(parseCrashAt('before broadcast#2'), null);
    const atWork: number[] = [];
    const work = () => Promise.resolve(atWork.push(kill.mock.calls.length));
    for (let time = 0; time < 3; time++) await crash.around(['publish', 'broadcast'], work);
    expect(atWork).toEqual([0, 1, 1]);
    expect(kill.mock.calls).toEqual([[process.pid, 'SIGKILL']]);
  });

  it('passes no point after work that has failed', async () => {
    const crash = new CrashSwitch(parseCrashAt('after broadcast'), null);
    await expect(crash.around(['broadcast'], () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(kill).not.toHaveBeenCalled();
  });

  it('writes down each point once', () => {
    const folder = mkdtempSync(join(tmpdir(), 'crash-switch-'));
    try {
      const crash = new CrashSwitch(null, join(folder, 'trace'));
      for (let time = 0; time < 3; time++) crash.pass('before', ['publish', 'broadcast']);
      expect(readFileSync(join(folder, 'trace'), 'utf8')).toBe('before publish\nbefore broadcast\n');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
