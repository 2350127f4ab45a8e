import { createKeccak } from 'hash-wasm';
import type { IHasher } from 'hash-wasm';
import { keccak256 as keccakOfViem } from 'viem/utils';

/** Used for one hash after the other: each is complete before anything else runs. */
let hasher: IHasher | undefined;

/** Compiles the WebAssembly of {@link keccak256}. Until then viem computes the same hashes, ten times slower. */
export async function loadKeccak(): Promise<void> {
  hasher ??= await createKeccak(256);
}

/** @returns 32 bytes */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return hasher?.init().update(bytes).digest('binary') ?? keccakOfViem(bytes, 'bytes');
}
