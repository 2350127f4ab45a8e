import { link, open, readFile, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isNativeError } from 'node:util/types';
import { decodeKey, generateKey } from './secret-box';

/**
 * Reads the encryption key beside the data, or creates it at the first start, readable by its owner only. The key is
 * flushed before it is used, because encrypted data cannot be read without it.
 *
 * @throws Error that names the file when its content is not a key
 */
export async function openKeyFile(file: string): Promise<string> {
  const key = (await readIfPresent(file)) ?? (await createKeyFile(file));
  if (decodeKey(key) === undefined) throw new Error(`${file} does not hold 32 bytes in base64`);
  return key;
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (isNativeError(error) && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Written elsewhere first and then linked into place: a crash leaves no half-written key, and no key is replaced. */
async function createKeyFile(file: string): Promise<string> {
  const key = generateKey();
  const draft = `${file}.${process.pid}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${key}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
  } finally {
    await unlink(draft);
  }
  await syncFolder(dirname(file));
  return key;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
