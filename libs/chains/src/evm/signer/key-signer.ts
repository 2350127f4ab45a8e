import { hexToBytes } from 'viem/utils';
import type { Hex } from 'viem';
import { privateKeyToAddress, sign } from 'viem/accounts';
import type { Signer } from '../../signer/signer';

/** Signs with a key that this process holds: for development, and where an encrypted file is protection enough. */
export class KeySigner implements Signer {
  readonly address: string;
  /** Private to the language too, so that neither JSON nor a dump of the object shows it. */
  readonly #key: Hex;

  /**
   * @param key - 32 bytes
   * @throws Error that does not show the key, when it is none
   */
  constructor(key: Uint8Array) {
    this.#key = `0x${Buffer.from(key).toString('hex')}`;
    this.address = addressOf(this.#key);
  }

  async sign(digest: Uint8Array): Promise<Uint8Array> {
    if (digest.length !== 32) throw new RangeError(`a digest has 32 bytes, not ${digest.length}`);
    const { r, s, yParity } = await sign({ hash: `0x${Buffer.from(digest).toString('hex')}`, privateKey: this.#key });
    if (yParity === undefined) throw new Error('the signature has no parity');
    return Buffer.concat([hexToBytes(r, { size: 32 }), hexToBytes(s, { size: 32 }), Uint8Array.of(yParity)]);
  }
}

function addressOf(key: Hex): string {
  try {
    return privateKeyToAddress(key);
  } catch {
    // The cause may quote what it was given.
    throw new Error('a key is a number of 32 bytes between 1 and the order of the curve');
  }
}
