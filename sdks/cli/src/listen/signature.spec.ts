import { webhooks } from 'stablecoin-payments';
import { newSecret, signedHeaders } from './signature.js';

const BODY = '{"id":"evt_1","type":"payment.settled","data":{"memo":"Grüße"}}';
const STANDARD = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

describe('A forwarded event', () => {
  const secret = newSecret();
  const headers = Object.entries(signedHeaders('evt_1', BODY, secret, Date.now()));

  it.each([
    ['svc-signature', headers.filter(([name]) => name === 'svc-signature')],
    ['Standard Webhooks', headers.filter(([name]) => STANDARD.includes(name))],
  ])('is genuine by %s alone', async (_family, some) => {
    await expect(webhooks.verify(BODY, Object.fromEntries(some), secret)).resolves.toMatchObject({ id: 'evt_1' });
    await expect(webhooks.verify(`${BODY} `, Object.fromEntries(some), secret)).rejects.toThrow('No signature');
    await expect(webhooks.verify(BODY, Object.fromEntries(some), newSecret())).rejects.toThrow('No signature');
  });
});
