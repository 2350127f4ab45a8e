import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders, signingKey } from './signature';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const older = `whsec_${randomBytes(32).toString('base64')}`;
const body = JSON.stringify({ id: 'evt_1', type: 'payment.settled', data: { memo: 'grüße ✓' } });

/** What a receiver does: the recipe of the API decisions, and nothing of our code. */
function verifyByHand(header: string, raw: string, whole: string): boolean {
  const parts = header.split(',').map((part) => part.split('=') as [string, string]);
  const t = parts.find(([name]) => name === 't')?.[1];
  const expected = createHmac('sha256', whole).update(`${t}.${raw}`).digest('hex');
  return parts.some(([name, value]) => name === 'v1' && value === expected);
}

describe('Svc-signature', () => {
  it('is t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>"> under the whole secret', () => {
    const headers = signatureHeaders('evt_1', body, [signingKey(secret)], 1_700_000_000_999);
    expect(headers['svc-signature']).toMatch(/^t=1700000000,v1=[0-9a-f]{64}$/);
    expect(verifyByHand(headers['svc-signature']!, body, secret)).toBe(true);
    expect(verifyByHand(headers['svc-signature']!, `${body} `, secret)).toBe(false);
    expect(verifyByHand(headers['svc-signature']!, body, older)).toBe(false);
  });

  it('has two v1 values during a rotation: either secret verifies', () => {
    const headers = signatureHeaders('evt_1', body, [signingKey(secret), signingKey(older)], Date.now());
    expect(headers['svc-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    expect(verifyByHand(headers['svc-signature']!, body, secret)).toBe(true);
    expect(verifyByHand(headers['svc-signature']!, body, older)).toBe(true);
  });
});

describe('Standard Webhooks headers', () => {
  const headers = signatureHeaders('evt_1', body, [signingKey(secret), signingKey(older)], Date.now());

  it.each([
    ['the new', secret],
    ['the old', older],
  ])('verify with the public library under %s secret', (_which, verifying) => {
    expect(new Webhook(verifying).verify(body, headers)).toEqual(JSON.parse(body));
  });

  it('do not verify another body, id or secret', () => {
    const webhook = new Webhook(secret);
    expect(() => webhook.verify(`${body} `, headers)).toThrow();
    expect(() => webhook.verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow();
    expect(() => new Webhook(randomBytes(32).toString('base64')).verify(body, headers)).toThrow();
  });
});
