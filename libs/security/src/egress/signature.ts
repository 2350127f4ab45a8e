import { createHmac } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

/** What a secret signs with. `svc-signature` takes the whole text, Standard Webhooks the bytes that it spells. */
export interface SigningKey {
  readonly text: string;
  readonly bytes: Buffer;
}

/** @param secret - `whsec_` and 32 bytes in base64 (API decisions, Webhook secrets) */
export function signingKey(secret: string): SigningKey {
  return { text: secret, bytes: Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64') };
}

/**
 * The headers by which a receiver knows that an event is from us and of when: `svc-signature`, and beside it those of
 * Standard Webhooks.
 *
 * @param keys - every secret that is valid now, the newest first: two for a day after a rotation
 * @param at - when it is sent, in epoch milliseconds; receivers reject what is more than 300 s off
 */
export function signatureHeaders(
  eventId: string,
  body: string,
  keys: readonly SigningKey[],
  at: number,
): Readonly<Record<string, string>> {
  const seconds = `${Math.floor(at / 1_000)}`;
  const own = keys.map(({ text }) => `v1=${hmac(text, `${seconds}.${body}`, 'hex')}`);
  const standard = keys.map(({ bytes }) => `v1,${hmac(bytes, `${eventId}.${seconds}.${body}`, 'base64')}`);
  return {
    'svc-signature': [`t=${seconds}`, ...own].join(','),
    'webhook-id': eventId,
    'webhook-timestamp': seconds,
    'webhook-signature': standard.join(' '),
  };
}

function hmac(key: string | Buffer, content: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(content).digest(encoding);
}
