import { request } from 'node:http';
import { errorBody, expectError } from '../support/payments';
import { useService } from '../support/service';

describe('Unknown routes and wrong methods', () => {
  const service = useService();
  const api = () => service.api.as('routes');

  it.each([
    '/',
    '/nothing',
    '/payment',
    '/Payments',
    '/payments/pay_1/',
    '/payments/pay_1/refund',
    '/wallets/wal_1/balance',
    '/compliance',
    '/compliance/checks/cpl_1/review',
    '/treasury',
    '/webhook-endpoints',
    '/webhook_endpoints/whe_1/secret',
    '/api_keys/key_1/revoke',
    '/sandbox',
    '/health/live',
    '/openapi.json',
    '/metrics',
    '/payments%2Fpay_1',
    '/payments;a=b',
    '/..%2f..%2fetc%2fpasswd',
    '/constructor',
    `/${'x'.repeat(3_000)}`,
  ])('GET /v1%s is 404 not_found, with a key and without', async (path) => {
    expectError(await api().get(path), 404, 'not_found');
    expectError(await service.api.get(path), 404, 'not_found');
  });

  it.each([
    '//',
    '//v2/payments',
    '//v1',
    '//payments',
    '//v1/v1/payments',
    '//V1/payments',
    '//metrics',
    '//favicon.ico',
    '//.env',
    '//health',
  ])('GET %s is 404 not_found', async (path) => {
    expectError(await api().get(path), 404, 'not_found');
  });

  it('a wrong method on a known path is 404 not_found, on every path of the documentation', async () => {
    const { body: document } = await service.api.get('//openapi.json');
    const paths = Object.entries(document['paths'] as Record<string, object>);
    expect(paths.length).toBeGreaterThan(30);
    for (const [template, methods] of paths) {
      const path = `/${template.replace(/\{\w+\}/, 'unknown')}`;
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        // A word in the place of an id is a path of its own for some methods.
        if (Object.hasOwn(methods, method.toLowerCase()) || isId(method, template)) continue;
        const response = await api().request(method, path, method === 'GET' ? {} : { body: {} });
        expect({ method, path, status: response.status, body: response.body }).toEqual({
          method,
          path,
          status: 404,
          body: errorBody('not_found'),
        });
      }
    }
  });

  /** `GET /v1/payments/simulate` reads a payment whose id is `simulate`: which there is not. */
  function isId(method: string, template: string): boolean {
    return method === 'GET' && /\/(simulate|bulk)$/.test(template);
  }

  it.each(['/payments/simulate', '/wallets/bulk', '/payments/', '/payments//timeline'])(
    'GET %s is 404 too: there is no object of that id',
    async (path) => {
      expectError(await api().get(path), 404, 'not_found');
    },
  );

  it.each(['TRACE', 'PROPFIND', 'LINK'])('%s is 404 not_found', async (method) => {
    const { status, body } = await new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
      const sent = request(`${service.api.baseUrl}/v1/payments`, { method, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) }),
        );
      });
      sent.on('error', reject);
      sent.end();
    });
    expect({ status, body }).toEqual({ status: 404, body: errorBody('not_found') });
  });

  it('HEAD answers as GET does, without a body', async () => {
    const head = await api().request('HEAD', '/treasury/balance');
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await service.api.request('HEAD', '/treasury/balance')).status).toBe(401);
    expect((await api().request('HEAD', '/nothing')).status).toBe(404);
  });

  it('the message names the path without its query', async () => {
    const { body } = await api().get('/nothing?secret=svc_test_1');
    expect(body['message']).toBe('There is no GET /v1/nothing.');
  });
});
