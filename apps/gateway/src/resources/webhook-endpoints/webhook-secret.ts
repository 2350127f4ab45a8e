import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A new webhook signing secret: `whsec_` and 32 random bytes in base64 (API decisions, Webhook secrets). */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}
