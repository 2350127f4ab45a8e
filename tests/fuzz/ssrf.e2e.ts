/** @needs own-service e2e-node */
import type { Delivery } from '@stablecoin/contracts';
import type { Api } from '../e2e/support/api';
import { inTurns } from '../rig/load/in-turns';
import { useIsolatedService } from './isolated-service';
import { Listener } from './listener';
import { PUBLIC_ADDRESSES } from './ssrf-names';
import { ssrfUrls } from './ssrf-urls';
import { WebhookSink } from '../e2e/support/webhook-sink';
import { endedDeliveries } from '../e2e/support/webhooks';

const WEBHOOK_SCHEDULE = '0ms,10ms,20ms';
const LOOPBACK = /^127\.|^::1$|^::ffff:(127\.|7f)/;
const AT_ONCE = 16;

const isPublic = (address: string): boolean => PUBLIC_ADDRESSES.some((each) => each === address);

describe('Webhook retries: no private address is reached, loopback neither', () => {
  const service = useIsolatedService({ WEBHOOK_SCHEDULE, WEBHOOK_ALLOW_PRIVATE: 'none' });

  it('whatever the URL: it is refused, or nothing is delivered to it', async () => {
    const urls = ssrfUrls(service.listener.port);
    expect(urls.length).toBeGreaterThanOrEqual(150);
    const tried = await tryAll(service.api.as('webhook_urls'), urls);

    expect(tried.filter(({ outcome }) => outcome !== 'refused' && outcome !== 'failed')).toEqual([]);
    expect(service.listener.reached).toEqual([]);
    expect(service.network.tried.filter(({ address }) => !isPublic(address))).toEqual([]);
    // Both ways of refusing were taken, and names were looked up: or nothing would have been shown here.
    expect(new Set(tried.map(({ outcome }) => outcome)).size).toBe(2);
    expect(service.network.tried.map(({ host }) => host)).toContain('rebinds.ssrf.test');
  });
});

describe('Webhook retries: the sandbox reaches loopback, and no other private address', () => {
  const service = useIsolatedService({ WEBHOOK_SCHEDULE });

  it('whatever the URL', async () => {
    const tried = await tryAll(service.api.as('webhook_urls'), ssrfUrls(service.listener.port));

    expect(new Set(tried.map(({ outcome }) => outcome))).toEqual(new Set(['refused', 'failed', 'delivered']));
    const elsewhere = service.network.tried.filter(({ address }) => !isPublic(address) && !LOOPBACK.test(address));
    expect(elsewhere).toEqual([]);
  });

  it.each([301, 302, 303, 307, 308])('a redirect is not followed: %i', async (status) => {
    const inside = await Listener.open();
    const sink = await WebhookSink.open();
    const location = `http://127.0.0.1:${inside.port}/`;
    sink.answer(() => ({ status, headers: { location, refresh: `0; url=${location}` } }));
    const api = service.api.as('webhook_urls');
    const { body } = await api.post('/webhook_endpoints', { url: sink.url });
    const path = `/webhook_endpoints/${String(body['id'])}`;
    await api.post(`${path}/test`);

    const [delivery] = await endedDeliveries(api, { path }, 1);
    expect(delivery?.status).toBe('failed');
    expect(delivery?.attempts.map(({ status_code }) => status_code)).toEqual([status, status, status]);
    expect(inside.reached).toEqual([]);
    await sink.close();
    await inside.close();
  });
});

/** What became of each URL: `refused`, or what its delivery came to. */
async function tryAll(
  api: Api,
  urls: readonly string[],
): Promise<readonly { readonly url: string; readonly outcome: string }[]> {
  return inTurns(urls, AT_ONCE, async (url) => {
    const { status, body, text } = await api.post('/webhook_endpoints', { url, events: ['treasury.low_balance'] });
    if (status === 400 && body['param'] === 'url') return { url, outcome: 'refused' };
    if (status !== 200) return { url, outcome: `${status}: ${text}` };
    const path = `/webhook_endpoints/${String(body['id'])}`;
    await api.post(`${path}/test`);
    const [delivery] = (await endedDeliveries(api, { path }, 1)) as [Delivery];
    // An account has room for fewer endpoints than there are URLs.
    await api.delete(path);
    return { url, outcome: delivery.status };
  });
}
