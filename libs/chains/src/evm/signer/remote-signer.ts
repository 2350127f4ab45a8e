import type { KeyObject } from 'node:crypto';
import { numberToBytes, publicKeyToAddress } from 'viem/utils';
import type { Hex } from 'viem';
import type { RemoteKey } from '../../signer/kms/remote-key';
import type { Signer } from '../../signer/signer';
import { recoverSigner } from '../secp256k1';
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
  #read(digest: Uint8Array, signature: Uint8Array): Uint8Array | undefined {
    const read = readDer(signature);
    if (read === undefined || read.s >= ORDER) return undefined;
    const s = read.s > ORDER / 2n ? ORDER - read.s : read.s;
    const pair = Buffer.concat([numberToBytes(read.r, { size: 32 }), numberToBytes(s, { size: 32 })]);
    const parity = ([0, 1] as const).find((each) => signerOf(digest, pair, each) === this.address);
    return parity === undefined ? undefined : Buffer.concat([pair, Uint8Array.of(parity)]);
  }
}

/** Not every r has a point, and that of zero has none. */
function signerOf(digest: Uint8Array, pair: Uint8Array, parity: 0 | 1): Hex | null {
  try {
    return recoverSigner(digest, pair, parity);
  } catch {
    return null;
  }
}

function addressOf(publicKey: KeyObject): Hex {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = [x, y].map((each) => Buffer.from(each, 'base64url').toString('hex').padStart(64, '0'));
  return publicKeyToAddress(`0x04${point.join('')}`);
}
