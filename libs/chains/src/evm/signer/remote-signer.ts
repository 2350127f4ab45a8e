import type { KeyObject } from 'node:crypto';
import { numberToHex, publicKeyToAddress, recoverAddress, toHex } from 'viem/utils';
import type { Hex } from 'viem';
import type { RemoteKey } from '../../signer/kms/remote-key';
import type { Signer } from '../../signer/signer';
import { readDer } from './der';

/** The order of secp256k1: of the two values that s may have, tokens and nodes take only the lower. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Signs with a key of secp256k1 that a key management service holds. */
export class RemoteSigner implements Signer {
  readonly address: Hex;
  readonly #key: RemoteKey;

  constructor(key: RemoteKey) {
    this.#key = key;
    this.address = addressOf(key.publicKey);
  }

  sign(digest: Uint8Array): Promise<Uint8Array> {
    if (digest.length !== 32) return Promise.reject(new RangeError(`a digest has 32 bytes, not ${digest.length}`));
    return this.#key.sign(digest, (signature) => this.#read(digest, signature));
  }

  /** The parity is not in the answer. The one under which the address comes out also proves the signature. */
  async #read(digest: Uint8Array, signature: Uint8Array): Promise<Uint8Array | undefined> {
    const read = readDer(signature);
    if (read === undefined || read.s >= ORDER) return undefined;
    const r = numberToHex(read.r, { size: 32 });
    const s = numberToHex(read.s > ORDER / 2n ? ORDER - read.s : read.s, { size: 32 });
    for (const yParity of [0, 1]) {
      // Not every r has a point, and that of zero has none.
      const address = await recoverAddress({ hash: toHex(digest), signature: { r, s, yParity } }).catch(() => null);
      if (address === this.address) return Buffer.from(`${r.slice(2)}${s.slice(2)}0${yParity}`, 'hex');
    }
    return undefined;
  }
}

function addressOf(publicKey: KeyObject): Hex {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = [x, y].map((each) => Buffer.from(each, 'base64url').toString('hex').padStart(64, '0'));
  return publicKeyToAddress(`0x04${point.join('')}`);
}
