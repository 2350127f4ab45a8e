import { useService } from './support/service';
import { sendRaw } from './support/raw-http';
const service = useService();
it('probe', async () => {
  const api = service.api.as('bad_http');
  const log = (name: string, r: any) => console.log(name, r.status, JSON.stringify(r.body), r.headers.get ? [...r.headers].join('; ') : JSON.stringify(r.headers));
  const order = { url: 'http://127.0.0.1:9/', idempotency_key: 'k' };
  const made = await api.post('/webhook_endpoints', order);
  const t = Date.now();
  log('delete', await api.delete(`/webhook_endpoints/${String(made.body['id'])}`));
  log('replay', await api.post('/webhook_endpoints', order));
  console.log(Date.now() - t);
  const rot = await api.post('/webhook_endpoints', { url: 'http://127.0.0.1:9/' });
  const p = `/webhook_endpoints/${String(rot.body['id'])}`;
  await api.post(p + '/rotate_secret', { idempotency_key: 'r' });
  await api.post(p + '/replay', { since: '2026-01-01', idempotency_key: 'r' });
  await api.delete(p);
  log('rotate replay', await api.post(p + '/rotate_secret', { idempotency_key: 'r' }));
  log('delete with key', await api.request('DELETE', p, { headers: { 'idempotency-key': 'd' } }));
  const e2 = await api.post('/webhook_endpoints', { url: 'http://127.0.0.1:9/' });
  const p2 = `/webhook_endpoints/${String(e2.body['id'])}`;
  log('patch with key 1', await api.request('PATCH', p2, { body: { description: 'a' }, headers: { 'idempotency-key': 'd' } }));
  log('patch with key 2', await api.request('PATCH', p2, { body: { description: 'b' }, headers: { 'idempotency-key': 'd' } }));
  log('patch with key 1 again', await api.request('PATCH', p2, { body: { description: 'a' }, headers: { 'idempotency-key': 'd' } }));
  log('patch with empty key', await api.request('PATCH', p2, { body: { description: 'b' }, headers: { 'idempotency-key': '' } }));
  log('delete with key', await api.request('DELETE', p2, { headers: { 'idempotency-key': 'dd' } }));
  const auth = `Authorization: Bearer ${String(api.key)}`;
  for (const [name, lines, body] of [
    ['no host', ['GET /v1/payments HTTP/1.1', auth, 'Connection: close'], ''],
    ['two hosts', ['GET /v1/payments HTTP/1.1', 'Host: a', 'Host: b', auth, 'Connection: close'], ''],
    ['expect', ['POST /v1/payments HTTP/1.1', 'Host: a', auth, 'Expect: nothing', 'Content-Length: 2', 'Content-Type: application/json', 'Connection: close'], '{}'],
    ['http10', ['GET /v1/treasury/settings HTTP/1.0', auth], ''],
    ['upgrade', ['GET /v1/treasury/settings HTTP/1.1', 'Host: a', auth, 'Connection: Upgrade', 'Upgrade: websocket'], ''],
    ['h2c', ['GET /v1/treasury/settings HTTP/1.1', 'Host: a', auth, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c','HTTP2-Settings: x'], ''],
    ['absolute', ['GET http://evil/v1/treasury/settings HTTP/1.1', 'Host: a', auth, 'Connection: close'], ''],
    ['options *', ['OPTIONS * HTTP/1.1', 'Host: a', auth, 'Connection: close'], ''],
    ['no content type', ['POST /v1/payments HTTP/1.1', 'Host: a', auth, 'Content-Length: 2', 'Connection: close'], '{}'],
    ['two content types', ['POST /v1/payments HTTP/1.1', 'Host: a', auth, 'Content-Length: 2', 'Content-Type: text/plain', 'Content-Type: application/json','Connection: close'], '{}'],
    ['two keys', ['POST /v1/payments HTTP/1.1', 'Host: a', auth, 'Content-Length: 2', 'Content-Type: application/json', 'Idempotency-Key: a', 'Idempotency-Key: b', 'Connection: close'], '{}'],
    ['get with body', ['GET /v1/treasury/settings HTTP/1.1', 'Host: a', auth, 'Content-Length: 8', 'Content-Type: text/plain', 'Connection: close'], 'nonsense'],
    ['delete with body', ['DELETE /v1/api_keys/key_1 HTTP/1.1', 'Host: a', auth, 'Content-Length: 8', 'Content-Type: text/plain', 'Connection: close'], 'nonsense'],
    ['gzip te', ['POST /v1/payments HTTP/1.1', 'Host: a', auth, 'Transfer-Encoding: gzip, chunked', 'Content-Type: application/json', 'Connection: close'], '2\r\n{}\r\n0\r\n\r\n'],
    ['long url', [`GET /v1/payments?to=${'x'.repeat(15000)} HTTP/1.1`, 'Host: a', auth, 'Connection: close'], ''],
    ['many headers', [`GET /v1/treasury/settings HTTP/1.1`, 'Host: a', auth, 'Connection: close', ...Array.from({length: 1500}, (_, i) => `a${i}: b`)], ''],
    ['fold', [`GET /v1/treasury/settings HTTP/1.1`, 'Host: a', 'Authorization: Bearer', ` ${String(api.key)}`, 'Connection: close'], ''],
    ['nul in path', [`GET /v1/payments/\0 HTTP/1.1`, 'Host: a', auth, 'Connection: close'], ''],
    ['utf8 path', [`GET /v1/payments/é HTTP/1.1`, 'Host: a', auth, 'Connection: close'], ''],
    ['short body', ['POST /v1/payments HTTP/1.1', 'Host: a', auth, 'Content-Length: 2', 'Content-Type: application/json', 'Connection: close'], '{"to": "more than it says"}'],
  ] as [string, string[], string][]) {
    log(name, await sendRaw(service.api.baseUrl, lines, body).catch((e: unknown) => ({ status: 0, body: String(e), headers: {} })));
  }
});
