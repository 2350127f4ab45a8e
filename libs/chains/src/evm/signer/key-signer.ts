import type { Signer } from '../../signer/signer';
import { addressOfKey, signDigest } from '../secp256k1';

/** Signs with a key that this process holds: for development, and where an encrypted file is protection enough. */
export class KeySigner implements Signer {
  readonly address: string;
  /** Private to the language too, so that neither JSON nor a dump of the object shows it. */
  readonly #key: Uint8Array;

  /**
   * @param key - 32 bytes
   * @throws Error that does not show the key, when it is none
   */
  constructor(key: Uint8Array) {
    this.#key = Uint8Array.from(key);
    this.address = addressOf(this.#key);
  }

  sign(digest: Uint8Array): Promise<Uint8Array> {
    if (digest.length !== 32) return Promise.reject(new RangeError(`a digest has 32 bytes, not ${digest.length}`));
    return Promise.resolve(signDigest(digest, this.#key));
  }
}

function addressOf(key: Uint8Array): string {
  try {
    return addressOfKey(key);
  } catch {
    // The cause may quote what it was given.
    throw new Error('a key is a number of 32 bytes between 1 and the order of the curve');
  }
}
