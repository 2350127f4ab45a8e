import { hash, randomBytes } from 'node:crypto';
import { inDigits } from '@stablecoin/contracts';
import type { SecretMark } from '../domain/api-key';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** 62^43 is more than 2^256. */
const SECRET_DIGITS = 43;

/** A new API key: the mode's prefix and 32 random bytes in base62 (API decisions, API keys). */
export function newApiKeySecret(livemode: boolean): string {
  const digits = inDigits(randomBytes(SECRET_BYTES), BASE62, SECRET_DIGITS);
  return `${livemode ? 'svc_live_' : 'svc_test_'}${digits}`;
}

/** The stored form of a secret. 32 random bytes cannot be guessed, so a fast hash is enough. */
export function markOf(secret: string): SecretMark {
  return { hash: hash('sha256', secret, 'hex'), last4: secret.slice(-4) };
}
