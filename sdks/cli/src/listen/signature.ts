import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A secret as webhook endpoints have one. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

/** The headers of a delivery, signed as the service signs: see "Verifying a delivery" in docs/webhooks.md. */
export function signedHeaders(eventId: string, body: string, secret: string, nowMs: number): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const hex = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const base64 = createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'svc-signature': `t=${timestamp},v1=${hex}`,
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${base64}`,
  };
}
