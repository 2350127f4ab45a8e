import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { run } from './run.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-run-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A run without a service. */
async function svc(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const code = await run(args, {
    env: { XDG_CONFIG_HOME: folder },
    stdin: Readable.from([]),
    out: (text) => (out += text),
    err: (text) => (err += text),
    interrupted: () => new AbortController().signal,
  });
  return { code, out, err };
}
const CREDENTIALS = ['--api-key', 'svc_test_x', '--base-url', 'http://127.0.0.1:1'];

describe('The exit code', () => {
  it.each([
    ['an unknown command', ['pay']],
    ['an unknown option', ['payments', 'list', '--colour']],
    ['a missing option', ['payments', 'create', '--to', '0x']],
    ['a missing argument', ['payments', 'get']],
    ['a number that is none', ['payments', 'list', '--limit', '1e3', ...CREDENTIALS]],
    ['a group without a command', ['payments']],
    ['no key', ['payments', 'list']],
    ['a key that is none', ['payments', 'list', '--api-key', 'sk_1', '--base-url', 'http://127.0.0.1:1']],
    ['an id that is none', ['payments', 'get', '../keys', ...CREDENTIALS]],
    ['an unknown event type', ['trigger', 'payment.lost', ...CREDENTIALS]],
    ['an event type by a name of every object', ['trigger', 'constructor', ...CREDENTIALS]],
    ['no receiver', ['listen', ...CREDENTIALS]],
    ['an RPC endpoint that is none', ['verify', 'pay_1', '--rpc-url', 'ftp://x', ...CREDENTIALS]],
    ['a port without --http', ['mcp', '--port', '1', ...CREDENTIALS]],
  ])('is 2 for %s', async (_what, args) => {
    const { code, out, err } = await svc(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/\S/);
  });

  it('is 1 for a live key that is to trigger', async () => {
    const live = ['--api-key', 'svc_live_x', '--base-url', 'http://127.0.0.1:1'];
    expect((await svc('trigger', 'payment.settled', ...live)).code).toBe(1);
  });

  it('is 0 for help, which states the exit codes', async () => {
    const { code, out } = await svc('--help');
    expect(code).toBe(0);
    expect(out).toContain('1  it was refused, or failed');
  });
});

it('lists the event types when one is unknown', async () => {
  expect((await svc('trigger', 'payment.lost', ...CREDENTIALS)).err).toContain('  payment.in_review  ');
});

it('tells errors as JSON with --json, wherever it stands', async () => {
  const { err } = await svc('payments', 'list', '--json');
  expect(JSON.parse(err)).toMatchObject({ error: { code: 'usage', message: expect.stringContaining('svc login') } });
});

it('prints the secret that listen signs with, which stays the same for a key and is another for another key', async () => {
  const secretOf = async (key: string) =>
    (await svc('listen', '--print-secret', '--api-key', key, '--base-url', 'http://127.0.0.1:1')).out.trim();
  const secret = await secretOf('svc_test_a');
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await secretOf('svc_test_a')).toBe(secret);
  expect(await secretOf('svc_test_b')).not.toBe(secret);
});

describe('Completion', () => {
  it('in bash offers the commands of a group, and the options of a command', async () => {
    const script = join(folder, 'completion.bash');
    writeFileSync(script, (await svc('completion', 'bash')).out);
    const offered = (...words: string[]): string[] =>
      execFileSync('bash', [
        '-c',
        `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _svc; printf '%s\\n' "\${COMPREPLY[@]}"`,
        ...['bash', script, 'svc', ...words],
      ])
        .toString()
        .trim()
        .split('\n');
    expect(offered('')).toEqual(expect.arrayContaining(['payments', 'listen', 'mcp', '--json']));
    expect(offered('--json', 'payments', 'c')).toEqual(['create', 'cancel']);
    expect(offered('payments', 'create', '--me')).toEqual(['--memo', '--metadata']);
    expect(offered('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
  });

  it.each(['zsh', 'fish'])('in %s names every command', async (shell) => {
    const { code, out } = await svc('completion', shell);
    expect(code).toBe(0);
    for (const word of ['payments', 'payments create', '--idempotency-key', 'trigger']) expect(out).toContain(word);
  });
});
