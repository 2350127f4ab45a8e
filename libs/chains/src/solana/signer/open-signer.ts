import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { base58 } from '@scure/base';
import { PASSPHRASE_VARIABLE, signerOpener } from '../../signer/open-signer';
import type { KeyFamily } from '../../signer/open-signer';
import type { Signer } from '../../signer/signer';
import { KeySigner } from './key-signer';
import { RemoteSigner } from './remote-signer';

/** A seed and its public half, as `solana-keygen` and wallets write them. */
const KEYPAIR_BYTES = 64;
const BASE58_KEYPAIR = /^[1-9A-HJ-NP-Za-km-z]{86,88}$/;

const SOLANA_KEYS: KeyFamily = {
  curve: 'ed25519',
  // Too short to be the message of a transaction.
  trial: Buffer.from('Does this key sign? This signature moves nothing.'),
  ofVariable: (variable, value) => {
    const signer = fromKeypair(value ?? '');
    if (signer === undefined) throw new Error(`${variable} has no Solana keypair`);
    return signer;
  },
  ofKeystore: fromKeystore,
  ofRemoteKey: (key) => new RemoteSigner(key),
};

/**
 * Opens a signer for Solana: see {@link SignerOpener}. A keystore is what `solana-keygen` writes, or an Ed25519 key in
 * PKCS #8 PEM, which may be encrypted: `openssl genpkey -algorithm ed25519 -aes256`. A variable has the former, or a
 * wallet's base58.
 */
export const openSolanaSigner = signerOpener(SOLANA_KEYS);

async function fromKeystore(file: string, passphrase: string | undefined): Promise<Signer> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new Error(`no key can be read from ${file}: ${codeOf(error)}`, { cause: error });
  }
  if (!text.includes('-----BEGIN')) {
    const signer = fromKeypair(text.trim());
    if (signer === undefined) throw new Error(`no key can be read from ${file}: not a Solana keypair`);
    return signer;
  }
  const isEncrypted = text.includes('ENCRYPTED');
  if (isEncrypted && passphrase === undefined) {
    throw new Error(`${PASSPHRASE_VARIABLE} is not set, which ${file} is encrypted under`);
  }
  return fromPem(text, file, isEncrypted ? passphrase : undefined);
}

function fromPem(pem: string, file: string, passphrase: string | undefined): Signer {
  try {
    return new KeySigner(createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) }));
  } catch {
    // The cause may quote what it was given.
    throw new Error(`no key can be read from ${file}: not an Ed25519 key, or the passphrase is wrong`);
  }
}

/** @returns undefined for what is no keypair, or one whose halves do not belong together */
function fromKeypair(text: string): Signer | undefined {
  const bytes = BASE58_KEYPAIR.test(text) ? base58.decode(text) : fromArray(text);
  if (bytes?.length !== KEYPAIR_BYTES) return undefined;
  const signer = KeySigner.fromSeed(bytes.subarray(0, 32));
  return base58.encode(bytes.subarray(32)) === signer.address ? signer : undefined;
}

function fromArray(text: string): Uint8Array | undefined {
  if (!/^\[[\d,\s]{127,512}\]$/.test(text)) return undefined;
  const numbers = text.slice(1, -1).split(',').map(Number);
  return numbers.every((each) => Number.isInteger(each) && each <= 255) ? Uint8Array.from(numbers) : undefined;
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unreadable';
}
