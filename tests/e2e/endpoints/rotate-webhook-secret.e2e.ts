import { errorBody, EVM_RECIPIENT } from '../support/payments';
import { useService } from '../support/service';
import { hasValidSignature, isVerified, receivedBy } from '../support/webhook-sink';
import { newEndpoint, SECRET, UNKNOWN_ENDPOINT, useSubscriptions } from '../support/webhooks';

describe('POST /v1/webhook_endpoints/:id/rotate_secret', () => {
  const service = useService();
  const api = () => service.api.as('rotate_secret');
  const subscribe = useSubscriptions(api);
  const pay = (fields: object = {}) => api().post('/payments', { to: EVM_RECIPIENT, amount: '1.00', ...fields });

  it('answers the new secret, and signs with both for a day so that receivers with either verify', async () => {
    const { sink, path, id, secret: old } = await subscribe();
    const rotated = await api().post(`${path}/rotate_secret`);
    expect({ status: rotated.status, body: rotated.body }).toEqual({
      status: 200,
      body: { ...newEndpoint({ id, url: sink.url }), secret: SECRET },
    });
    const fresh = String(rotated.body['secret']);
    expect(fresh).not.toBe(old);

    await pay();
    const [delivery] = await receivedBy(sink);
    expect(delivery?.headers['svc-signature']).toMatch(/^t=\d{10},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    expect(delivery?.headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
    for (const secret of [old, fresh]) {
      expect(hasValidSignature(delivery!, secret)).toBe(true);
      expect(isVerified(delivery!, secret)).toBe(true);
    }
    const { body: again } = await api().post(`${path}/rotate_secret`);
    await pay();
    const [, second] = await receivedBy(sink, 2);
    expect([old, fresh, String(again['secret'])].map((secret) => hasValidSignature(second!, secret))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('answers a replay with a secret of null and rotates nothing', async () => {
    const { sink, path } = await subscribe();
    const key = { idempotency_key: 'rotate once' };
    const { body: first } = await api().post(`${path}/rotate_secret`, key);
    const { body: replay } = await api().post(`${path}/rotate_secret`, key);
    expect(replay).toEqual({ ...first, secret: null });
    await pay();
    const [delivery] = await receivedBy(sink);
    expect(hasValidSignature(delivery!, String(first['secret']))).toBe(true);
  });

  it('answers 404 for an unknown endpoint', async () => {
    const { status, body } = await api().post(`${UNKNOWN_ENDPOINT}/rotate_secret`);
    expect({ status, body }).toEqual({ status: 404, body: errorBody('not_found') });
  });
});
