import { verify } from 'node:crypto';
import type { RemoteKey } from '../../signer/kms/remote-key';
import type { Signer } from '../../signer/signer';
import { addressOf } from './address';

/** Too short to be the message of a transaction. */
const TRIAL = Buffer.from('Does this key sign? This signature moves nothing.');

/** Signs with a key of Ed25519 that a key management service holds. */
export class RemoteSigner implements Signer {
  readonly address: string;
  readonly #key: RemoteKey;

  private constructor(key: RemoteKey) {
    this.#key = key;
    this.address = addressOf(key.publicKey);
  }

  /** Signs once, so that a missing permission is found at the start and not at the first payment. */
  static async open(key: RemoteKey): Promise<RemoteSigner> {
    const signer = new RemoteSigner(key);
    await signer.sign(TRIAL);
    return signer;
  }

  /** @param message - all of it: Ed25519 hashes it itself */
  sign(message: Uint8Array): Promise<Uint8Array> {
    const { publicKey } = this.#key;
    return this.#key.sign(message, (signature) =>
      Promise.resolve(verify(null, message, publicKey, signature) ? signature : undefined),
    );
  }
}
