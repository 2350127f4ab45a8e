import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A new session token, 32 random bytes. The browser has it in a cookie; only its hash is stored. */
export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What is stored of a token. 32 random bytes need no slow hash: they cannot be guessed. */
export function hashOfToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** The CSRF token of a session. It follows from the session's token, so that it needs no storage, and does not reveal it. */
export function csrfTokenOf(token: string): string {
  return createHmac('sha256', token).update('svc-csrf-token').digest('base64url');
}

/** Whether a request brings the CSRF token of its session; in a time that does not depend on how much of it is right. */
export function isCsrfTokenOf(token: string, given: unknown): boolean {
  const [expected, actual] = [Buffer.from(csrfTokenOf(token)), Buffer.from(typeof given === 'string' ? given : '')];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
