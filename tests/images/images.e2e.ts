/** @needs stack */
import { existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES } from '@stablecoin/contracts';
import { describeUnlessMissing } from '@stablecoin/event-sourcing/testing';
import { Api } from '../e2e/support/api';
import { ROOT } from '../../infra/docker/compose-file';
import { freePorts } from '../../infra/local/ports';
import { missingForImages } from './base-image';
import { ImagePair } from './image-pair';
import { ImageStack } from './image-stack';

const RECIPIENT = '0x52908400098527886E0F7030069857D2E4169EE7';
const TOKENS = 'USDC:0x52908400098527886E0F7030069857D2E4169EE7,EURC:0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const BUILD_WITHIN_MS = 1_200_000;
const START_WITHIN_MS = 150_000;
/** The user `node` of the image. */
const NODE_USER_ID = 1000;
const MB = 1_000_000;
/** What a container may write to: Compose mounts a `tmpfs` there. */
const WRITABLE = ['tmp', 'proc', 'dev', 'sys', 'run'];

describeUnlessMissing('the image of docker-compose.yml', missingForImages(), () => {
  let stack: ImageStack;
  let api: Api;

  beforeAll(async () => {
    stack = new ImageStack();
    await stack.prepare();
  }, BUILD_WITHIN_MS);

  afterAll(() => stack.remove(), START_WITHIN_MS);

  it('runs as an unprivileged user, who can write none of its files', () => {
    expect(stack.buildah.configurationOf(stack.image).User).toBe('node');
    expect(
      filesIn(stack.files).filter(({ uid, mode, isLink }) => !isLink && (uid !== 0 || (mode & 0o022) !== 0)),
    ).toEqual([]);
  });

  it('takes less than 270 MB, and has neither a shell nor a package manager', () => {
    const bytes = filesIn(stack.files).reduce((sum, { size }) => sum + size, 0);
    process.stderr.write(`The image takes ${(bytes / MB).toFixed(0)} MB\n`);
    expect(bytes).toBeLessThan(270 * MB);
    for (const program of ['bin/sh', 'bin/bash', 'usr/bin/apt-get', 'usr/bin/dpkg', 'usr/local/bin/npm']) {
      expect([program, existsSync(join(stack.files, program))]).toEqual([program, false]);
    }
  });

  it('says what it is, and what it consists of', () => {
    const { Labels: labels } = stack.buildah.configurationOf(stack.image);
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
    expect(labels).toMatchObject({
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.licenses': 'Apache-2.0',
      'org.opencontainers.image.revision': expect.stringMatching(/^([0-9a-f]{40}(-modified)?|unknown)$/) as string,
    });
    expect(Number(new Date(labels['org.opencontainers.image.created'] ?? ''))).toBeGreaterThan(0);
    const bill = JSON.parse(readFileSync(join(stack.files, 'app', 'sbom.cdx.json'), 'utf8')) as {
      readonly bomFormat: string;
      readonly components: readonly { readonly name: string; readonly version: string }[];
    };
    expect(bill.bomFormat).toBe('CycloneDX');
    const listed = new Set(bill.components.map((component) => `${component.name}@${component.version}`));
    const installed = packagesIn(join(stack.files, 'app', 'node_modules'));
    expect(installed.length).toBeGreaterThan(100);
    expect(installed.filter((name) => !listed.has(name))).toEqual([]);
    expect(bill.components.filter(({ name }) => ['jest', 'turbo', 'react', 'typescript'].includes(name))).toEqual([]);
    const status = readFileSync(join(stack.files, 'var', 'lib', 'dpkg', 'status.d', 'libc6'), 'utf8');
    expect(status).toMatch(/^Package: libc6$/m);
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

  it.each([{ words: [] }, { words: ['shop'] }])('says what to name, when it is given $words', async ({ words }) => {
    const { Entrypoint: entrypoint } = stack.buildah.configurationOf(stack.image);
    expect(await stack.run('unnamed', [...entrypoint, ...words])).toBe(64);
    expect(readFileSync(stack.buildah.logOf('unnamed'), 'utf8')).toContain(SERVICES[0]);
  });

  it.each([
    [
      'gcp-kms:projects/a/locations/b/keyRings/c/cryptoKeys/d/cryptoKeyVersions/1',
      'its client is not installed; build the image with --build-arg=KMS=google',
    ],
    ['aws-kms:arn:aws:kms:eu-central-1:111122223333:key/x', 'no credentials of AWS'],
  ])('has the client of the KMS that it was built with, and no other: %s', async (signer, problem) => {
    const { Entrypoint: entrypoint } = stack.buildah.configurationOf(stack.image);
    const environment = {
      ...{ DATA_DIR: '/tmp/payments', CHAIN_NETWORK: 'local', LIVE_ACCOUNT: 'acme', BASE_TOKENS: TOKENS },
      ...{ BASE_RPC_URLS: 'http://127.0.0.1:1', EVM_TREASURY_SIGNER: signer, EVM_RELAYER_SIGNERS: 'env:RELAYER' },
      ...{ RELAYER: '2'.repeat(64), AWS_EC2_METADATA_DISABLED: 'true' },
    };
    expect(await stack.run('doctor', [...entrypoint, 'doctor'], environment)).toBe(1);
    expect(readFileSync(stack.buildah.logOf('doctor'), 'utf8')).toContain(`EVM_TREASURY_SIGNER: ${signer}: ${problem}`);
  });

  it(
    'starts every service, with the environment of docker-compose.yml, as its own user',
    async () => {
      await stack.start();
      api = new Api(stack.url, (stack.env['BOOTSTRAP_API_KEYS'] ?? '').split(':')[0] ?? '');
      expect([...stack.containers.keys()].sort()).toEqual([...SERVICES].sort());
      for (const [service, { userId }] of stack.containers) expect([service, userId]).toEqual([service, NODE_USER_ID]);
      expect(await stack.isHealthy('payment')).toBe(true);
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

  it.each(['/openapi.json', '/docs', '/docs/swagger-ui-bundle.js', '/console/'])('answers %s', async (path) => {
    expect((await fetch(stack.url + path)).status).toBe(200);
  });

  it('ends every service in order on SIGTERM', async () => {
    const codes = await stack.stop();
    expect(codes).toEqual(codes.map(() => 0));
    expect(await stack.isHealthy('payment')).toBe(false);
  });

  it(
    'runs the pair of docker-compose.pair.yml: one instance leads, and the other one takes over',
    async () => {
      const pair = new ImagePair(stack);
      await pair.start();
      const key = (stack.env['BOOTSTRAP_API_KEYS'] ?? '').split(':')[0] ?? '';
      const order = { to: RECIPIENT, amount: '12.50', idempotency_key: 'order-1043' };
      const leader = await pair.leader();
      const first = await new Api(leader, key).post('/payments', order);
      expect(first).toMatchObject({ status: 201, body: { status: 'settled' } });
      expect(await pair.stop(leader)).toBe(0);
      const next = await pair.leader();
      expect(next).not.toBe(leader);
      expect(await new Api(next, key).post('/payments', order)).toMatchObject({
        body: { id: first.body['id'], status: 'settled' },
      });
      expect(await pair.stop(next)).toBe(0);
    },
    START_WITHIN_MS,
  );

  it(
    'runs the standalone service, healthy, on a folder of its own',
    async () => {
      const [port, queries] = await freePorts(2);
      const key = 'svc_test_0123456789abcdef01234567';
      const environment = {
        ...{ PORT: String(port), QUERY_PORT: String(queries), DATA_DIR: '/tmp/payments' },
        ...{ BOOTSTRAP_API_KEYS: `${key}:acme:scale`, LOG_LEVEL: 'warn' },
      };
      const container = stack.startAlone('standalone', environment);
      const url = `http://127.0.0.1:${port}`;
      await container.until(async () => (await fetch(`${url}/health/ready`)).ok, START_WITHIN_MS);
      expect(await stack.isHealthy('standalone', environment)).toBe(true);
      const paid = await new Api(url, key).post('/payments', { to: RECIPIENT, amount: '12.50' });
      expect(paid).toMatchObject({ status: 201, body: { status: 'settled' } });
      expect(await container.stop(START_WITHIN_MS)).toBe(0);
    },
    START_WITHIN_MS,
  );

  it('has had nothing written to a file by a service', () => {
    expect(filesIn(stack.files).filter(({ uid }) => uid === NODE_USER_ID)).toEqual([]);
  });
});

interface File {
  readonly path: string;
  readonly uid: number;
  readonly mode: number;
  readonly size: number;
  readonly isLink: boolean;
}

/** Everything below a folder, without what an engine mounts. */
function filesIn(
  folder: string,
  names = readdirSync(folder).filter((name) => !WRITABLE.includes(name)),
): readonly File[] {
  return names.flatMap((name) => {
    const path = join(folder, name);
    const stats = lstatSync(path);
    const file = { path, uid: stats.uid, mode: stats.mode, size: stats.size, isLink: stats.isSymbolicLink() };
    return stats.isDirectory() ? [{ ...file, size: 0 }, ...filesIn(path, readdirSync(path))] : [file];
  });
}

/** The name and version of every package that is installed there, without links to our own. */
function packagesIn(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (lstatSync(path).isSymbolicLink() || !lstatSync(path).isDirectory()) return [];
    if (name.startsWith('.')) return [];
    if (name.startsWith('@')) return packagesIn(path);
    const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Readonly<Record<string, string>>;
    const nested = join(path, 'node_modules');
    return [`${manifest['name']}@${manifest['version']}`, ...(existsSync(nested) ? packagesIn(nested) : [])];
  });
}
