import { readFile } from 'node:fs/promises';
import { keccak256, toHex } from 'viem/utils';
import { PASSPHRASE_VARIABLE, signerOpener } from '../../signer/open-signer';
import type { KeyFamily } from '../../signer/open-signer';
import { KeySigner } from './key-signer';
import { decryptKeystore } from './keystore';
import { RemoteSigner } from './remote-signer';

const HEX_KEY = /^(0x)?[0-9a-fA-F]{64}$/;

const EVM_KEYS: KeyFamily = {
  curve: 'secp256k1',
  // Hashes to no transaction and to no authorization.
  trial: keccak256(toHex('Does this key sign? This signature moves nothing.'), 'bytes'),
  ofVariable: (variable, value) => new KeySigner(fromVariable(variable, value)),
  ofKeystore: async (file, passphrase) => new KeySigner(await fromKeystore(file, passphrase)),
  ofRemoteKey: (key) => new RemoteSigner(key),
};

/** Opens a signer for EVM chains: see {@link SignerOpener}. */
export const openEvmSigner = signerOpener(EVM_KEYS);

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
