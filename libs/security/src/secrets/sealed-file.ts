import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '@stablecoin/contracts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Names the cipher, the key derivation and the layout, so that a later one can be told apart. */
const MAGIC = Buffer.from('sealed-file.v1\n');
const HEADER_BYTES = MAGIC.length + SALT_BYTES + NONCE_BYTES;
/** 128 MB, and half a second: what trying a passphrase costs. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

/** A file was changed, is not complete, or was encrypted with another passphrase or under another name. */
export class SealedFileError extends ServiceError {
  readonly code = 'sealed_file_unreadable';
  readonly retry = 'never';
}

/**
 * Encrypts files with a passphrase: AES-256-GCM under a key that scrypt derives. The name of a file is authenticated, so
 * one cannot take another's place.
 */
export class FileSeal {
  readonly #passphrase: string;
  /** The last one: deriving a key is slow on purpose, and the files of a backup have one salt. */
  #known: { readonly salt: Buffer; readonly key: Buffer } | undefined;
  readonly #salt = randomBytes(SALT_BYTES);

  constructor(passphrase: string) {
    this.#passphrase = passphrase;
  }

  async seal(source: string, target: string, name: string): Promise<void> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#keyOf(this.#salt), nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(name));
    const output = createWriteStream(target, { mode: 0o600 });
    output.write(Buffer.concat([MAGIC, this.#salt, nonce]));
    await pipeline(createReadStream(source), cipher, output, { end: false });
    await new Promise<void>((resolve, reject) => {
      output.on('error', reject);
      output.end(cipher.getAuthTag(), resolve);
    });
  }

  /**
   * Decrypts a file. What is written is removed again when it is not authentic.
   *
   * @throws {@link SealedFileError}
   */
  async open(source: string, target: string, name: string): Promise<void> {
    const { salt, nonce, tag, end } = await readFrame(source);
    const decipher = createDecipheriv(CIPHER, this.#keyOf(salt), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(name));
    decipher.setAuthTag(tag);
    const sealed = end < HEADER_BYTES ? [] : createReadStream(source, { start: HEADER_BYTES, end });
    try {
      await pipeline(sealed, decipher, createWriteStream(target, { mode: 0o600 }));
    } catch (cause) {
      await rm(target, { force: true });
      const message = `${source} was changed, is not complete, or was encrypted with another passphrase`;
      throw new SealedFileError(message, { cause });
    }
  }

  #keyOf(salt: Buffer): Buffer {
    if (this.#known?.salt.equals(salt) === true) return this.#known.key;
    const key = scryptSync(this.#passphrase, salt, KEY_BYTES, SCRYPT);
    this.#known = { salt, key };
    return key;
  }
}

/** What stands before and behind the ciphertext, and the offset of its last byte. */
async function readFrame(file: string): Promise<{ salt: Buffer; nonce: Buffer; tag: Buffer; end: number }> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const header = Buffer.alloc(HEADER_BYTES);
    const tag = Buffer.alloc(TAG_BYTES);
    await handle.read(header, 0, HEADER_BYTES, 0);
    if (size < HEADER_BYTES + TAG_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC)) {
      throw new SealedFileError(`${file} is no encrypted file of a backup`);
    }
    await handle.read(tag, 0, TAG_BYTES, size - TAG_BYTES);
    const salt = Buffer.from(header.subarray(MAGIC.length, MAGIC.length + SALT_BYTES));
    return { salt, nonce: Buffer.from(header.subarray(MAGIC.length + SALT_BYTES)), tag, end: size - TAG_BYTES - 1 };
  } finally {
    await handle.close();
  }
}
