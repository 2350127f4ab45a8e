import { readFile } from 'node:fs/promises';
import { openRemoteKey } from '../../signer/kms/open-remote-key';
import type { KmsOptions } from '../../signer/kms/open-remote-key';
import type { Signer } from '../../signer/signer';
import type { SignerUrl } from '../../signer/signer-url';
import { KeySigner } from './key-signer';
import { decryptKeystore } from './keystore';
import { RemoteSigner } from './remote-signer';

/** Where the passphrase of every keystore is. */
export const PASSPHRASE_VARIABLE = 'KEYSTORE_PASSPHRASE';

const HEX_KEY = /^(0x)?[0-9a-fA-F]{64}$/;

/**
 * Opens a signer for EVM chains.
 *
 * @param env - the environment, from which keys and passphrases come
 * @param kms - for tests
 * @throws Error of one line that names the place of the key, and nothing of what is in it
 */
export async function openEvmSigner(
  url: SignerUrl,
  env: Readonly<Record<string, string | undefined>>,
  kms?: KmsOptions,
): Promise<Signer> {
  switch (url.kind) {
    case 'env':
      return new KeySigner(fromVariable(url.variable, env[url.variable]));
    case 'keystore':
      return new KeySigner(await fromKeystore(url.file, env[PASSPHRASE_VARIABLE]));
    case 'aws-kms':
    case 'gcp-kms':
      return RemoteSigner.open(await openRemoteKey(url, 'secp256k1', kms));
  }
}

function fromVariable(variable: string, value: string | undefined): Buffer {
  if (value === undefined || !HEX_KEY.test(value)) throw new Error(`${variable} has no key of 32 bytes in hex`);
  return Buffer.from(value.replace(/^0x/, ''), 'hex');
}

async function fromKeystore(file: string, passphrase: string | undefined): Promise<Buffer> {
  if (passphrase === undefined) throw new Error(`${PASSPHRASE_VARIABLE} is not set, which ${file} is encrypted under`);
  try {
    return await decryptKeystore(await readFile(file, 'utf8'), passphrase);
  } catch (error) {
    throw new Error(`no key can be read from ${file}: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : 'unreadable';
}
