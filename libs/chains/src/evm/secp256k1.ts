import { pointFromScalar, recover, signRecoverable } from 'tiny-secp256k1';
import { publicKeyToAddress, toHex } from 'viem/utils';
import type { Hex } from 'viem';

/**
 * Signs a digest, with the nonce of RFC 6979 and the lower s.
 *
 * @param key - 32 bytes
 * @returns r, s and the parity: 65 bytes
 */
export function signDigest(digest: Uint8Array, key: Uint8Array): Uint8Array {
  const { signature, recoveryId } = signRecoverable(digest, key);
  // An r at or above the curve's order, which nobody has ever seen.
  if (recoveryId > 1) throw new Error('the signature has no parity');
  return Buffer.concat([signature, Uint8Array.of(recoveryId)]);
}

/**
 * The address of the key that has signed a digest.
 *
 * @param signature - r and s
 * @throws Error when the bytes are no signature
 */
export function recoverSigner(digest: Uint8Array, signature: Uint8Array, parity: 0 | 1): Hex {
  const point = recover(digest, signature, parity, false);
  if (point === null) throw new Error('nobody can have made the signature');
  return addressOfPoint(point);
}

/** @throws Error when the key is not a number between 1 and the order of the curve */
export function addressOfKey(key: Uint8Array): Hex {
  const point = pointFromScalar(key, false);
  if (point === null) throw new Error('the key has no point');
  return addressOfPoint(point);
}

function addressOfPoint(point: Uint8Array): Hex {
  return publicKeyToAddress(toHex(point));
}
