import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { parseSignature, recoverAddress, serializeSignature } from 'viem';
import { KeySigner } from './key-signer';
import { decryptKeystore } from './keystore';
import { openEvmSigner } from './open-signer';

/** PBKDF2: the vector of the format's own documentation. Scrypt: the same key, encrypted by another implementation. */
const PASSPHRASE = 'testpassword';
const KEY = '7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d';
const ADDRESS = '0x008AeEda4D805471dF9b2A5B0f38A0C3bCBA786b';
const PBKDF2 = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      c: 262_144,
      dklen: 32,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
};
const SCRYPT = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
    ciphertext: '3b4309355ad643f2b15cfb6a83a7f6f328e7a6459a56ab8c6e25a89c8f43eb80',
    kdf: 'scrypt',
    kdfparams: {
      dklen: 32,
      n: 4_096,
      p: 1,
      r: 8,
      salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
    },
    mac: '994d83f6bfb7e6e3aa95980f72b6ad87db9d352789d0f2e433cf777425db3a42',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
};

const message = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => inspect(error, { depth: 10 }),
  );

describe('decryptKeystore', () => {
  it.each([
    ['pbkdf2', PBKDF2],
    ['scrypt', SCRYPT],
  ])('decrypts %s', async (_, keystore) => {
    expect((await decryptKeystore(JSON.stringify(keystore), PASSPHRASE)).toString('hex')).toBe(KEY);
  });

  it('refuses a wrong passphrase, and a damaged ciphertext', async () => {
    const damaged = { ...SCRYPT, crypto: { ...SCRYPT.crypto, ciphertext: `00${SCRYPT.crypto.ciphertext.slice(2)}` } };
    await expect(decryptKeystore(JSON.stringify(SCRYPT), 'wrong')).rejects.toThrow('the passphrase is wrong');
    await expect(decryptKeystore(JSON.stringify(damaged), PASSPHRASE)).rejects.toThrow('the passphrase is wrong');
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['a bare key', `0x${KEY}`],
    ['an older version', JSON.stringify({ ...SCRYPT, version: 1 })],
    ['another cipher', JSON.stringify({ ...SCRYPT, crypto: { ...SCRYPT.crypto, cipher: 'none' } })],
    ['another kdf', JSON.stringify({ ...SCRYPT, crypto: { ...SCRYPT.crypto, kdf: 'none' } })],
    [
      'a kdf that takes all memory',
      JSON.stringify({
        ...SCRYPT,
        crypto: { ...SCRYPT.crypto, kdfparams: { ...SCRYPT.crypto.kdfparams, n: 2 ** 28, r: 8 } },
      }),
    ],
  ])('refuses %s, and shows nothing of it', async (_, json) => {
    const shown = await message(decryptKeystore(json, PASSPHRASE));
    expect(shown).toContain('not a keystore of version 3');
    expect(shown).not.toContain(KEY.slice(0, 12));
  });
});

describe('KeySigner', () => {
  const signer = new KeySigner(Buffer.from(KEY, 'hex'));

  it('signs digests for its address', async () => {
    expect(signer.address).toBe(ADDRESS);
    for (let i = 0; i < 8; i++) {
      const digest = Buffer.alloc(32, i + 1);
      const signature = Buffer.from(await signer.sign(digest));
      expect(signature).toHaveLength(65);
      const yParity = signature[64]!;
      const [r, s] = [signature.subarray(0, 32), signature.subarray(32, 64)].map(
        (part) => `0x${part.toString('hex')}` as const,
      ) as [`0x${string}`, `0x${string}`];
      const full = parseSignature(serializeSignature({ r, s, yParity }));
      expect(await recoverAddress({ hash: `0x${digest.toString('hex')}`, signature: full })).toBe(ADDRESS);
    }
  });

  it('signs nothing but digests', async () => {
    await expect(signer.sign(Buffer.alloc(31))).rejects.toThrow('32 bytes');
  });

  it.each([
    ['JSON', JSON.stringify({ signer })],
    ['a dump', inspect(signer, { showHidden: true, depth: 10 })],
    ['text', Object.entries(signer).flat().join(' ')],
  ])('does not show its key in %s', (_, shown) => {
    expect(shown).not.toContain(KEY.slice(0, 12));
    expect(shown).not.toContain(BigInt(`0x${KEY}`).toString().slice(0, 12));
  });

  it.each(['00'.repeat(32), 'ff'.repeat(32)])('refuses what is no key, without showing it (%s)', (key) => {
    expect(() => new KeySigner(Buffer.from(key, 'hex'))).toThrow('a key is a number of 32 bytes');
    try {
      new KeySigner(Buffer.from(key, 'hex'));
    } catch (error) {
      expect(inspect(error, { showHidden: true })).not.toContain(key);
    }
  });
});

describe('openEvmSigner', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keystore-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('opens a keystore with the passphrase of the environment', async () => {
    const file = join(folder, 'treasury.json');
    writeFileSync(file, JSON.stringify(SCRYPT));
    const signer = await openEvmSigner({ kind: 'keystore', file }, { KEYSTORE_PASSPHRASE: PASSPHRASE });
    expect(signer.address).toBe(ADDRESS);
  });

  it.each([KEY, `0x${KEY}`])('takes a key from a variable', async (value) => {
    expect((await openEvmSigner({ kind: 'env', variable: 'A_KEY' }, { A_KEY: value })).address).toBe(ADDRESS);
  });

  it('says in one line what is missing, and shows neither key nor passphrase', async () => {
    const file = join(folder, 'treasury.json');
    writeFileSync(file, JSON.stringify(SCRYPT));
    const lines = [
      await message(openEvmSigner({ kind: 'env', variable: 'A_KEY' }, {})),
      await message(openEvmSigner({ kind: 'env', variable: 'A_KEY' }, { A_KEY: `${KEY}00` })),
      await message(openEvmSigner({ kind: 'keystore', file }, {})),
      await message(openEvmSigner({ kind: 'keystore', file }, { KEYSTORE_PASSPHRASE: 'a wrong one' })),
      await message(openEvmSigner({ kind: 'keystore', file: `${file}.x` }, { KEYSTORE_PASSPHRASE: PASSPHRASE })),
    ];
    expect(lines.map((line) => line.split('\n')[0])).toEqual([
      'Error: A_KEY has no key of 32 bytes in hex',
      'Error: A_KEY has no key of 32 bytes in hex',
      `Error: KEYSTORE_PASSPHRASE is not set, which ${file} is encrypted under`,
      `Error: no key can be read from ${file}: the passphrase is wrong`,
      expect.stringContaining('ENOENT') as string,
    ]);
    for (const line of lines) expect(line).not.toMatch(new RegExp(`${KEY.slice(0, 12)}|a wrong one|${PASSPHRASE}`));
  });
});
