import { openRemoteKey } from './kms/open-remote-key';
import type { KmsOptions } from './kms/open-remote-key';
import type { Curve } from './kms/key-service';
import type { RemoteKey } from './kms/remote-key';
import type { Signer } from './signer';
import type { SignerUrl } from './signer-url';

/** Where the passphrase of encrypted keystores is. */
export const PASSPHRASE_VARIABLE = 'KEYSTORE_PASSPHRASE';

/** How a family of chains makes signers of its keys. Errors name the place of a key, and nothing of what is in it. */
export interface KeyFamily {
  readonly curve: Curve;
  /** What a remote key signs once at the start. It stands for no transaction and no authorization. */
  readonly trial: Uint8Array;
  /** @param value - of the variable; undefined when it is not set */
  ofVariable(variable: string, value: string | undefined): Signer;
  ofKeystore(file: string, passphrase: string | undefined): Promise<Signer>;
  ofRemoteKey(key: RemoteKey): Signer;
}

/**
 * Opens a signer from where the configuration says its key is.
 *
 * @param env - the environment, from which keys and passphrases come
 * @param kms - for tests
 * @throws Error of one line that names the place of the key, and nothing of what is in it
 */
export type SignerOpener = (
  url: SignerUrl,
  env: Readonly<Record<string, string | undefined>>,
  kms?: KmsOptions,
) => Promise<Signer>;

/** Opens signers of one family of chains. */
export function signerOpener(family: KeyFamily): SignerOpener {
  return (url, env, kms) => openSigner(family, url, env, kms);
}

async function openSigner(
  family: KeyFamily,
  url: SignerUrl,
  env: Readonly<Record<string, string | undefined>>,
  kms: KmsOptions | undefined,
): Promise<Signer> {
  switch (url.kind) {
    case 'env':
      return family.ofVariable(url.variable, env[url.variable]);
    case 'keystore':
      return family.ofKeystore(url.file, env[PASSPHRASE_VARIABLE]);
    case 'aws-kms':
    case 'gcp-kms': {
      const signer = family.ofRemoteKey(await openRemoteKey(url, family.curve, kms));
      // Signs once, so that a missing permission is found at the start and not at the first payment.
      await signer.sign(family.trial);
      return signer;
    }
  }
}
