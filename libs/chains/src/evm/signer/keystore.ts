import { createDecipheriv, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { keccak256 } from 'viem/utils';

/** What a passphrase may be stretched by, so that a damaged file cannot take all memory or a day. */
const SCRYPT_BYTES_MAX = 512 * 1024 * 1024;
const PBKDF2_ROUNDS_MAX = 10_000_000;
const KEY_BYTES = 32;

const deriveByPbkdf2 = promisify(pbkdf2);

/** Of version 3 of the Web3 Secret Storage, the format of geth and of most wallets; what is read of it. */
interface Keystore {
  readonly ciphertext: Buffer;
  readonly iv: Buffer;
  readonly mac: Buffer;
  readonly derive: (passphrase: string) => Promise<Buffer>;
}

/**
 * Decrypts a key.
 *
 * @param json - the content of the file
 * @returns the 32 bytes of the key
 * @throws Error that shows nothing of the key, for a wrong passphrase or for a file of another format
 */
export async function decryptKeystore(json: string, passphrase: string): Promise<Buffer> {
  const { ciphertext, iv, mac, derive } = readKeystore(json);
  const derived = await derive(passphrase);
  const expected = keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext]), 'bytes');
  if (!timingSafeEqual(expected, mac)) throw new Error('the passphrase is wrong');
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}

function readKeystore(json: string): Keystore {
  const file = record(parse(json));
  const crypto = record(file['crypto'] ?? file['Crypto']);
  if (file['version'] !== 3 || crypto['cipher'] !== 'aes-128-ctr') throw wrongFormat();
  return {
    ciphertext: bytes(crypto['ciphertext'], KEY_BYTES),
    iv: bytes(record(crypto['cipherparams'])['iv'], 16),
    mac: bytes(crypto['mac'], 32),
    derive: derivation(crypto['kdf'], record(crypto['kdfparams'])),
  };
}

function derivation(kdf: unknown, parameters: Readonly<Record<string, unknown>>): Keystore['derive'] {
  const salt = bytes(parameters['salt']);
  if (parameters['dklen'] !== 32) throw wrongFormat();
  if (kdf === 'pbkdf2' && parameters['prf'] === 'hmac-sha256') {
    const rounds = count(parameters['c'], PBKDF2_ROUNDS_MAX);
    return (passphrase) => deriveByPbkdf2(passphrase, salt, rounds, 32, 'sha256');
  }
  if (kdf !== 'scrypt') throw wrongFormat();
  const [N, r, p] = [parameters['n'], parameters['r'], parameters['p']].map((each) => count(each, SCRYPT_BYTES_MAX));
  if (N === undefined || r === undefined || p === undefined) throw wrongFormat();
  if (128 * r * (N + p) > SCRYPT_BYTES_MAX) throw wrongFormat();
  return (passphrase) =>
    new Promise((resolve, reject) => {
      scrypt(passphrase, salt, 32, { N, r, p, maxmem: 2 * SCRYPT_BYTES_MAX }, (error, key) =>
        error === null ? resolve(key) : reject(error),
      );
    });
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The cause would quote the file.
    throw wrongFormat();
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw wrongFormat();
  return value as Readonly<Record<string, unknown>>;
}

function bytes(value: unknown, length?: number): Buffer {
  if (typeof value !== 'string' || !/^([0-9a-f]{2})+$/i.test(value)) throw wrongFormat();
  const decoded = Buffer.from(value, 'hex');
  if (length !== undefined && decoded.length !== length) throw wrongFormat();
  return decoded;
}

function count(value: unknown, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > max) throw wrongFormat();
  return value;
}

function wrongFormat(): Error {
  return new Error('not a keystore of version 3 (Web3 Secret Storage)');
}
