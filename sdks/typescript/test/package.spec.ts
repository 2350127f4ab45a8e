/** @slow 14 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../src/index.js';

const PACKAGE = join(__dirname, '..');
const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>>;

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

const TYPED_PROGRAM = `
  import { StablecoinPayments, NotFoundError, type Payment, webhooks } from 'stablecoin-payments';
  export async function pay(client: StablecoinPayments): Promise<string> {
    const payment: Payment = await client.payments.create({ to: '0x', amount: '1.00' });
    for await (const { amount } of client.payments.list({ status: 'settled' })) amount.toUpperCase();
    const event = await webhooks.verify('', {}, 'whsec_');
    if (event.type === 'payment.settled') return event.data.txHash ?? payment.id;
    // @ts-expect-error An amount is never a number.
    await client.payments.create({ to: '0x', amount: 1 }).catch((error: NotFoundError) => error.requestId);
    return payment.status;
  }
`;

describe('The package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-package-'));
  let files: readonly string[] = [];

  beforeAll(() => {
    const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], PACKAGE)) as {
      filename: string;
      files: { path: string }[];
    }[];
    if (packed === undefined) throw new Error('npm packed nothing');
    files = packed.files.map(({ path }) => path);
    writeFileSync(join(folder, 'package.json'), '{"private": true}');
    run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed.filename}`], folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('holds what was built, its license and its README, and nothing else', () => {
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    const others = files.filter((path) => !/^dist\/(esm|cjs)\/([\w/-]+\.(js|d\.ts)|package\.json)$/.test(path));
    expect([...others].sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
    expect(files.filter((path) => /spec|test/.test(path))).toEqual([]);
  });

  it('depends on nothing at run time', () => {
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('peerDependencies');
  });

  it('says the version of its manifest', () => {
    expect(VERSION).toBe(manifest['version']);
  });

  const program =
    "console.log(typeof new StablecoinPayments({ apiKey: 'svc_test_a', baseUrl: 'http://a' }).payments.create)";

  it('can be imported from an empty folder', () => {
    const text = `import { StablecoinPayments } from 'stablecoin-payments'; ${program}`;
    expect(run(process.execPath, ['--input-type=module', '--eval', text], folder)).toBe('function\n');
  });

  it('can be required from an empty folder', () => {
    const text = `const { StablecoinPayments } = require('stablecoin-payments'); ${program}`;
    expect(run(process.execPath, ['--input-type=commonjs', '--eval', text], folder)).toBe('function\n');
  });

  it('has types for both, which need no more than the DOM library', () => {
    for (const name of ['main.mts', 'main.cts']) writeFileSync(join(folder, name), TYPED_PROGRAM);
    const tsc = require.resolve('typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--module', 'nodenext'];
    run(process.execPath, [tsc, ...options, 'main.mts', 'main.cts'], folder);
  });
});

describe('The types', () => {
  it('are those of the API', () => {
    run(process.execPath, [join(PACKAGE, 'scripts', 'generate.mjs'), '--check'], PACKAGE);
  });
});
