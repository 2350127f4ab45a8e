import { generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { hexToBytes } from 'viem/utils';
import { sign as signDigest } from 'viem/accounts';
import type { Curve } from '../../signer/kms/key-service';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** A key pair as a key management service holds it. */
export class HeldKey {
  readonly publicKey: KeyObject;
  readonly #privateKey: KeyObject;
  #count = 0;

  constructor(readonly curve: Curve | 'P-256') {
    const { publicKey, privateKey } =
      curve === 'ed25519' ? generateKeyPairSync(curve) : generateKeyPairSync('ec', { namedCurve: curve });
    this.publicKey = publicKey;
    this.#privateKey = privateKey;
  }

  /** What must never be seen anywhere else. */
  get secret(): Buffer {
    return Buffer.from(this.#privateKey.export({ format: 'jwk' }).d ?? '', 'base64url');
  }

  /** A message on Ed25519, a digest otherwise. */
  async sign(input: Uint8Array): Promise<Buffer> {
    if (this.curve === 'ed25519') return sign(null, input, this.#privateKey);
    const { r, s } = await signDigest({ hash: hex(input), privateKey: hex(this.secret) });
    this.#count += 1;
    // Services do not care which of the two values s has.
    return der(BigInt(r), this.#count % 2 === 0 ? BigInt(s) : ORDER - BigInt(s));
  }
}

/** Two integers in a sequence. */
export function der(r: bigint, s: bigint): Buffer {
  const integers = [r, s].flatMap((each) => {
    const digits = hexToBytes(`0x${each.toString(16).padStart(2, '0')}`);
    const positive = (digits[0] ?? 0) < 0x80 ? [...digits] : [0, ...digits];
    return [0x02, positive.length, ...positive];
  });
  return Buffer.from([0x30, integers.length, ...integers]);
}

function hex(bytes: Uint8Array): `0x${string}` {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}
