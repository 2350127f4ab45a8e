import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES } from '@stablecoin/contracts';
import { Api } from '../e2e/support/api';
import { missingForImages } from './buildah';
import { ImageStack } from './image-stack';

const RECIPIENT = '0x52908400098527886E0F7030069857D2E4169EE7';
const BUILD_WITHIN_MS = 1_200_000;
const START_WITHIN_MS = 150_000;
/** The user `node` of the image. */
const NODE_USER_ID = 1000;
/** What a container may write to: Compose mounts a `tmpfs` there. */
const WRITABLE = ['tmp', 'proc', 'dev', 'sys', 'run'];

/** It takes minutes, and is asked for as the tests of real servers are. */
const isAskedFor = process.env['REQUIRE_REAL'] === '1';
const missing = isAskedFor ? missingForImages() : undefined;
if (!isAskedFor) process.stderr.write('The images are not asked for: their test is skipped (REQUIRE_REAL=1 runs it)\n');
if (missing !== undefined) {
  it('the image of docker-compose.yml', () => {
    throw new Error(missing);
  });
}

(isAskedFor && missing === undefined ? describe : describe.skip)('the image of docker-compose.yml', () => {
  let stack: ImageStack;
  let api: Api;

  beforeAll(async () => {
    stack = new ImageStack();
    await stack.prepare();
  }, BUILD_WITHIN_MS);

  afterAll(() => stack.remove(), START_WITHIN_MS);

  it('runs as an unprivileged user, who can write none of its files', async () => {
    expect(stack.buildah.configurationOf(stack.image).User).toBe('node');
    const writable = 'test "$(id -u)" != 0 && test -z "$(find /app /usr /etc -writable ! -type l ! -type c | head -1)"';
    expect(await stack.run('writable', ['sh', '-c', writable])).toBe(0);
  });

  it('holds what services need in production, and no sources, tools, tests or credentials', () => {
    const app = join(stack.files, 'app');
    for (const tool of ['turbo', 'jest', '@swc/core', 'eslint', 'litesvm', '@foundry-rs', 'vite', 'react']) {
      expect([tool, existsSync(join(app, 'node_modules', tool))]).toEqual([tool, false]);
    }
    for (const folder of ['apps', 'libs'].flatMap((group) =>
      readdirSync(join(app, group)).map((name) => join(group, name)),
    )) {
      const files = readdirSync(join(app, folder)).filter((name) => name !== 'node_modules');
      expect([folder, ...files.sort()]).toEqual([folder, 'dist', 'package.json']);
    }
    for (const secret of ['.env', '.git']) expect(existsSync(join(app, secret))).toBe(false);
    expect(existsSync(join(stack.files, 'root', '.npmrc'))).toBe(false);
  });

  it('says which service to name, when none is', async () => {
    const { Cmd: command } = stack.buildah.configurationOf(stack.image);
    expect(await stack.run('unnamed', command)).toBe(64);
  });

  it(
    'starts every service healthy, with the environment of docker-compose.yml, as its own user',
    async () => {
      await stack.start();
      api = new Api(stack.url, (stack.env['BOOTSTRAP_API_KEYS'] ?? '').split(':')[0] ?? '');
      expect([...stack.containers.keys()].sort()).toEqual([...SERVICES].sort());
      for (const [service, { userId }] of stack.containers) expect([service, userId]).toEqual([service, NODE_USER_ID]);
    },
    START_WITHIN_MS,
  );

  it('makes a payment, once', async () => {
    const order = { to: RECIPIENT, amount: '12.50', idempotency_key: 'order-1042' };
    const first = await api.post('/payments', order);
    expect(first).toMatchObject({ status: 201, body: { status: 'settled', amount: '12.50', error_code: null } });
    expect(await api.post('/payments', order)).toMatchObject({ body: { id: first.body['id'], status: 'settled' } });
  });

  it.each([
    ['wallet', '/wallets', { owner: 'user:42', chain: 'base' }, 201],
    ['compliance', '/compliance/check', { address: RECIPIENT, country_code: 'DE' }, 200],
    ['webhook', '/webhook_endpoints', { url: 'https://example.com/hooks' }, 200],
  ])('reaches the %s service', async (_service, path, body, status) => {
    expect(await api.post(path, body)).toMatchObject({ status });
  });

  it('reaches the treasury service', async () => {
    expect(await api.get('/treasury/balance')).toMatchObject({ status: 200 });
  });

  it('runs the tool for keys beside them', async () => {
    expect(await stack.runJob('keys')).toMatch(/\bkey_\w+/);
  });

  it.each(['/openapi.json', '/docs', '/docs/rapidoc.js', '/console/'])('answers %s', async (path) => {
    expect((await fetch(stack.url + path)).status).toBe(200);
  });

  it('ends every service in order on SIGTERM, and no service has written to a file', async () => {
    const codes = await stack.stop();
    expect(codes).toEqual(codes.map(() => 0));
    const folders = readdirSync(stack.files).filter((name) => !WRITABLE.includes(name));
    const written = folders.flatMap((name) => ownedByNode(join(stack.files, name)));
    expect(written).toEqual([]);
  });
});

function ownedByNode(path: string): string[] {
  const { uid } = lstatSync(path);
  const inside = lstatSync(path).isDirectory() ? readdirSync(path) : [];
  return [...(uid === NODE_USER_ID ? [path] : []), ...inside.flatMap((name) => ownedByNode(join(path, name)))];
}
