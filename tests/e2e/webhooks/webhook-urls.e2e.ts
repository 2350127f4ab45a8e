import { expectError } from '../support/payments';
import { useService } from '../support/service';
import { endedDeliveries, newEndpoint, SECRET } from '../support/webhooks';

const HOOK = 'https://hooks.example.com/payments';

describe('Webhook URLs', () => {
  const service = useService();
  const api = () => service.api.as('webhook_urls');
  const pathOf = ({ id }: Record<string, unknown>) => `/webhook_endpoints/${String(id)}`;
  const create = async (fields: object = {}) => (await api().post('/webhook_endpoints', { url: HOOK, ...fields })).body;

  it.each([
    'https://user@example.com/',
    'https://user:secret@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '//example.com/',
    'example.com/hooks',
    'https://',
    'https:///hooks',
    ' https://example.com/',
    'https://example.com/a b',
    'https://exam\nple.com/',
    'http://0.0.0.0/',
    'http://[::]/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[ff02::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[64:ff9b::a00:1]/',
    `https://example.com/${'x'.repeat(2_048)}`,
  ])('%s is 400, at creation and at a change', async (url) => {
    const endpoint = await create();
    const answers = [await api().post('/webhook_endpoints', { url }), await api().patch(pathOf(endpoint), { url })];
    for (const each of answers) expectError(each, 400, 'invalid_request', { param: 'url' });
  });

  it('the sandbox takes http and loopback, and a name is looked up only when it is called', async () => {
    const urls = [
      'http://example.com:8080/hooks',
      'http://127.0.0.1:1/',
      'http://[::1]:1/',
      'http://localhost:1/',
      'http://no-such.name.invalid/',
    ];
    for (const url of urls) expect(await create({ url })).toMatchObject({ url, status: 'enabled' });
  });

  it('live keys take https alone, and no loopback', async () => {
    const live = service.api.as('webhook_urls', 'live');
    const refused = ['http://example.com/', 'https://127.0.0.1/', 'https://[::1]/', 'https://127.1/', 'https://0/'];
    for (const url of refused) {
      expectError(await live.post('/webhook_endpoints', { url }), 400, 'invalid_request', { param: 'url' });
    }
    const { body } = await live.post('/webhook_endpoints', { url: HOOK });
    expect(body).toEqual({ ...newEndpoint({ url: HOOK, livemode: true }), secret: SECRET });
  });

  it('a name is judged by where it leads when it is called: a live endpoint never reaches loopback', async () => {
    const live = service.api.as('webhook_urls', 'live');
    const { body } = await live.post('/webhook_endpoints', { url: 'https://localhost:9/' });
    expect((await live.post(`${pathOf(body)}/test`)).status).toBe(200);

    const [delivery] = await endedDeliveries(live, { path: pathOf(body) }, 1);
    expect(delivery).toMatchObject({ status: 'failed', event_type: 'webhook.test' });
    expect(delivery?.attempts).toHaveLength(4);
    for (const attempt of delivery?.attempts ?? []) {
      expect(attempt).toMatchObject({ status_code: null, error: 'the name leads to no public address' });
    }
  });
});
