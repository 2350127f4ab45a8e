import { createHash } from 'node:crypto';
import { recoverAddress, toHex } from 'viem';
import { privateKeyToAddress, sign } from 'viem/accounts';
import { addressOfKey, recoverSigner, signDigest } from './secp256k1';

const VECTORS = 10_000;
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const numberBytes = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
const pseudoRandom = (name: string): Buffer => createHash('sha256').update(name).digest();

const EDGE_DIGESTS = [0n, 1n, ORDER - 1n, ORDER, ORDER + 1n, 2n ** 256n - 1n].map(numberBytes);
const EDGE_KEYS = [1n, 2n, ORDER - 1n].map(numberBytes);

/** What viem makes of it, in JavaScript. */
async function byViem(digest: Buffer, key: Buffer): Promise<Buffer> {
  const { r, s, yParity } = await sign({ hash: toHex(digest), privateKey: toHex(key) });
  return Buffer.from(`${r.slice(2)}${s.slice(2)}0${yParity}`, 'hex');
}

describe('signDigest', () => {
  it('makes the signatures that viem makes: byte for byte, also of digests above the order of the curve', async () => {
    const random = Array.from({ length: VECTORS }, (_, n) => [pseudoRandom(`digest ${n}`), pseudoRandom(`key ${n}`)]);
    const edges = EDGE_DIGESTS.flatMap((digest) => EDGE_KEYS.map((key) => [digest, key]));
    const different: string[] = [];
    for (const [digest, key] of [...edges, ...random] as [Buffer, Buffer][]) {
      if (!(await byViem(digest, key)).equals(signDigest(digest, key))) different.push(digest.toString('hex'));
    }
    expect(different).toEqual([]);
  });

  it.each([
    ['zero', numberBytes(0n)],
    ['the order of the curve', numberBytes(ORDER)],
    ['too short', Buffer.alloc(31, 1)],
  ])('refuses a key that is none: %s', (_, key) => {
    expect(() => signDigest(pseudoRandom('digest'), key)).toThrow();
    expect(() => addressOfKey(key)).toThrow();
  });
});

describe('recoverSigner', () => {
  it('finds the address of the key, as viem does', async () => {
    for (let n = 0; n < 200; n++) {
      const [digest, key] = [pseudoRandom(`digest ${n}`), pseudoRandom(`key ${n}`)];
      const signature = signDigest(digest, key);
      const [pair, parity] = [signature.subarray(0, 64), signature[64] as 0 | 1];
      const address = privateKeyToAddress(toHex(key));
      expect(recoverSigner(digest, pair, parity)).toBe(address);
      expect(addressOfKey(key)).toBe(address);
      const [r, s] = [toHex(pair.subarray(0, 32)), toHex(pair.subarray(32))];
      const other = (1 - parity) as 0 | 1;
      const expected = await recoverAddress({ hash: toHex(digest), signature: { r, s, yParity: other } });
      expect(recoverSigner(digest, pair, other)).toBe(expected);
    }
  });

  it.each([
    ['an r of zero', 0n, 1n],
    ['an s of zero', 1n, 0n],
    ['an r that is the order of the curve', ORDER, 1n],
    ['an s above the order of the curve', 1n, ORDER + 1n],
    ['an r that no point has', 5n, 1n],
  ])('refuses %s', (_, r, s) => {
    const pair = Buffer.concat([numberBytes(r), numberBytes(s)]);
    expect(() => recoverSigner(pseudoRandom('digest'), pair, 0)).toThrow();
  });
});
