import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { base58 } from '@scure/base';
import { Keypair } from '@solana/web3.js';
import { KeySigner } from './key-signer';
import { openSolanaSigner } from './open-signer';

const SEED = Buffer.alloc(32, 7);
const KEYPAIR = Keypair.fromSeed(SEED);
const ADDRESS = KEYPAIR.publicKey.toBase58();
const ARRAY = JSON.stringify(Array.from(KEYPAIR.secretKey));
const BASE58 = base58.encode(KEYPAIR.secretKey);
const PASSPHRASE = 'testpassword';

/** Whatever a key may look like. */
const SECRETS = [
  SEED.toString('hex').slice(0, 16),
  SEED.toString('base64').slice(0, 16),
  '7,7,7,7',
  '07 07 07',
  BASE58,
];

const spoken = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => inspect(error, { depth: 10, showHidden: true }),
  );

describe('KeySigner for Solana', () => {
  const signer = KeySigner.fromSeed(SEED);

  it('signs messages of any length for its address', async () => {
    expect(signer.address).toBe(ADDRESS);
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), base58.decode(ADDRESS)]);
    const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    for (const length of [0, 1, 32, 1_000]) {
      const message = Buffer.alloc(length, 3);
      expect(verify(null, message, publicKey, await signer.sign(message))).toBe(true);
    }
  });

  it.each([
    ['JSON', JSON.stringify({ signer })],
    ['a dump', inspect(signer, { showHidden: true, depth: 10 })],
    ['text', Object.entries(signer).flat().join(' ')],
  ])('does not show its key in %s', (_, shown) => {
    for (const secret of SECRETS) expect(shown).not.toContain(secret);
  });

  it('refuses what is no Ed25519 key, without showing it', () => {
    expect(() => KeySigner.fromSeed(Buffer.alloc(31, 7))).toThrow('32 bytes, not 31');
    expect(() => new KeySigner(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)).toThrow(
      'not an Ed25519',
    );
  });
});

describe('openSolanaSigner', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keystore-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function keystore(content: string): { readonly kind: 'keystore'; readonly file: string } {
    const file = join(folder, 'treasury');
    writeFileSync(file, content);
    return { kind: 'keystore', file };
  }

  const pem = (encrypted: boolean): { readonly text: string; readonly address: string } => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const cipher = encrypted ? { cipher: 'aes-256-cbc', passphrase: PASSPHRASE } : {};
    const text = privateKey.export({ format: 'pem', type: 'pkcs8', ...cipher }).toString();
    return { text, address: new KeySigner(privateKey).address };
  };

  it.each([
    ['the array of solana-keygen', ARRAY],
    ['base58', BASE58],
  ])('takes %s from a variable', async (_, value) => {
    expect((await openSolanaSigner({ kind: 'env', variable: 'A_KEY' }, { A_KEY: value })).address).toBe(ADDRESS);
  });

  it('opens what solana-keygen wrote, and PEM, encrypted and not', async () => {
    expect((await openSolanaSigner(keystore(`${ARRAY}\n`), {})).address).toBe(ADDRESS);
    for (const isEncrypted of [false, true]) {
      const { text, address } = pem(isEncrypted);
      const opened = await openSolanaSigner(keystore(text), { KEYSTORE_PASSPHRASE: PASSPHRASE });
      expect(opened.address).toBe(address);
    }
  });

  it('says in one line what is wrong, and shows neither key nor passphrase', async () => {
    const encrypted = pem(true).text;
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' });
    const swapped = JSON.stringify([...SEED, ...Keypair.fromSeed(Buffer.alloc(32, 8)).publicKey.toBytes()]);
    const file = join(folder, 'treasury');
    const variable = { kind: 'env', variable: 'A_KEY' } as const;
    const lines = [
      await spoken(openSolanaSigner(variable, {})),
      await spoken(openSolanaSigner(variable, { A_KEY: ARRAY.replace('7', '256') })),
      await spoken(openSolanaSigner(variable, { A_KEY: swapped })),
      await spoken(openSolanaSigner(keystore('[7,7,7,7]'), {})),
      await spoken(openSolanaSigner(keystore(encrypted), {})),
      await spoken(openSolanaSigner(keystore(encrypted), { KEYSTORE_PASSPHRASE: 'a wrong one' })),
      await spoken(openSolanaSigner(keystore(String(ec)), {})),
      await spoken(openSolanaSigner({ kind: 'keystore', file: `${file}.x` }, {})),
    ];
    expect(lines.map((line) => line.split('\n')[0])).toEqual([
      'Error: A_KEY has no Solana keypair',
      'Error: A_KEY has no Solana keypair',
      'Error: A_KEY has no Solana keypair',
      `Error: no key can be read from ${file}: not a Solana keypair`,
      `Error: KEYSTORE_PASSPHRASE is not set, which ${file} is encrypted under`,
      `Error: no key can be read from ${file}: not an Ed25519 key, or the passphrase is wrong`,
      `Error: no key can be read from ${file}: not an Ed25519 key, or the passphrase is wrong`,
      `Error: no key can be read from ${file}.x: ENOENT`,
    ]);
    for (const line of lines) for (const secret of [...SECRETS, 'a wrong one']) expect(line).not.toContain(secret);
  });
});
