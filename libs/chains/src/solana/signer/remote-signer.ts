import { verify } from 'node:crypto';
import type { RemoteKey } from '../../signer/kms/remote-key';
import type { Signer } from '../../signer/signer';
import { addressOf } from './address';

/** Signs with a key of Ed25519 that a key management service holds. */
export class RemoteSigner implements Signer {
  readonly address: string;
  readonly #key: RemoteKey;

  constructor(key: RemoteKey) {
    this.#key = key;
    this.address = addressOf(key.publicKey);
  }

  /** @param message - all of it: Ed25519 hashes it itself */
  sign(message: Uint8Array): Promise<Uint8Array> {
    const { publicKey } = this.#key;
    return this.#key.sign(message, (signature) =>
      verify(null, message, publicKey, signature) ? signature : undefined,
    );
  }
}
