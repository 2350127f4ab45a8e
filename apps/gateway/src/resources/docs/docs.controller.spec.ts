import { gunzipSync } from 'node:zlib';
import { startGateway, type TestGateway } from '../../testing/gateway';
import { apiDocument } from '../../api-document';
import { GUIDES } from './docs-page';
import { GUIDE_POLICY } from './guide-page';

let gateway: TestGateway;
beforeAll(async () => (gateway = await startGateway()));
afterAll(() => gateway.stop());

const get = (path: string) => gateway.app.inject({ method: 'GET', url: path });

describe('GET /openapi.json', () => {
  it('is the document, without a key', async () => {
    const { statusCode, headers, json } = await get('/openapi.json');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['svc-request-id']).toMatch(/^req_/);
    expect(json()).toEqual(apiDocument());
  });

  it('names the address of the service', async () => {
    const address = 'https://pay.example.com';
    const published = await startGateway({ PUBLIC_URL: address });
    try {
      const { json } = await published.app.inject({ method: 'GET', url: '/openapi.json' });
      expect(json()).toEqual(apiDocument(address));
    } finally {
      await published.stop();
    }
  });

  it('is the same the second time', async () => {
    expect((await get('/openapi.json')).body).toBe((await get('/openapi.json')).body);
  });
});

describe('what is large', () => {
  const ask = (url: string, encoding: string) =>
    gateway.app.inject({ method: 'GET', url, headers: { 'accept-encoding': encoding } });

  it.each(['/openapi.json', '/docs', '/docs/swagger-ui-bundle.js', '/docs/api', '/docs/api.md'])(
    '%s is compressed for who asks',
    async (url) => {
      const plain = await get(url);
      expect(plain.headers).toMatchObject({ vary: 'accept-encoding' });
      expect(plain.headers).not.toHaveProperty('content-encoding');
      for (const encoding of ['gzip', 'br;q=1.0, gzip;q=0.8, *;q=0.1', 'deflate, GZIP', '*']) {
        const { headers, rawPayload } = await ask(url, encoding);
        expect([encoding, headers['content-encoding']]).toEqual([encoding, 'gzip']);
        expect(gunzipSync(rawPayload).equals(plain.rawPayload)).toBe(true);
        expect(rawPayload.length).toBeLessThan(plain.rawPayload.length);
      }
      for (const encoding of ['', 'identity', 'br', 'gzip;q=0', 'gzip;q=0.0, br', 'xgzip']) {
        expect([encoding, (await ask(url, encoding)).headers['content-encoding']]).toEqual([encoding, undefined]);
      }
    },
  );
});

describe('GET /docs', () => {
  it('links the guides, each of which is a page, with its Markdown beside it', async () => {
    const { body } = await get('/docs');
    const links = [...body.matchAll(/<a href="(docs\/[^"]+)"/g)].map(([, url]) => url);
    expect(links).toHaveLength(GUIDES.length);
    for (const url of links) {
      const { statusCode, headers, body: guide } = await get(`/${url}`);
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(guide).toMatch(/<h1 id="[\w-]+">/);
      const plain = await get(`/${url}.md`);
      expect([plain.statusCode, plain.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
      expect(plain.body).toMatch(/^# /);
    }
    expect((await get('/docs/operations.md')).statusCode).toBe(404);
    expect((await get('/docs/operations')).statusCode).toBe(404);
    expect((await get('/docs/..%2fREADME.md')).statusCode).toBe(404);
  });

  it('serves guides that link only to what is there, and load nothing but their styles', async () => {
    const anchors = new Map<string, ReadonlySet<string>>();
    for (const { file } of GUIDES) {
      const name = file.replace('.md', '');
      const { body } = await get(`/docs/${name}`);
      anchors.set(name, new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)));
    }
    for (const name of anchors.keys()) {
      const { headers, body } = await get(`/docs/${name}`);
      expect(headers['content-security-policy']).toBe(GUIDE_POLICY);
      expect(body).not.toMatch(/<(?:script|img|style|!--)/);
      expect([...body.matchAll(/<link[^>]* href="([^"]+)"/g)].map(([, href]) => href)).toEqual(['data:,', 'guide.css']);
      const links = [...body.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href);
      for (const href of links.filter((each) => !/^https?:/.test(each))) {
        const [path = '', anchor] = href.split('#');
        if (['../docs', `${name}.md`, '../openapi.json'].includes(path)) continue;
        const target = anchors.get(path === '' ? name : path);
        expect([name, href, anchor === undefined ? target !== undefined : target?.has(anchor)]).toEqual([
          name,
          href,
          true,
        ]);
      }
    }
    expect((await get('/docs/guide.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  });

  it('is a page, without a key', async () => {
    const { statusCode, headers, body } = await get('/docs');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('id="viewer"');
  });

  it('works offline: it loads nothing from elsewhere, and everything that it loads is there', async () => {
    const { body } = await get('/docs');
    expect(body).not.toMatch(/https?:|\/\//);
    const loaded = [...body.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)].map(([, url]) => url);
    expect(loaded).toEqual(['docs/swagger-ui.css', 'docs/swagger-ui-bundle.js', 'docs/start.js']);
    for (const url of loaded) expect((await get(`/${url}`)).statusCode).toBe(200);
  });

  it('lets the browser load nothing else, and be framed by nobody', async () => {
    const policy = String((await get('/docs')).headers['content-security-policy']);
    const directives = new Map(policy.split('; ').map((text) => [text.split(' ')[0], text.split(' ').slice(1)]));
    expect(directives.get('default-src')).toEqual(["'none'"]);
    expect(directives.get('script-src')).toEqual(["'self'"]);
    expect(directives.get('connect-src')).toEqual(["'self'"]);
    expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
  });

  it.each([
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8', /SwaggerUIBundle/],
    ['swagger-ui.css', 'text/css; charset=utf-8', /\.swagger-ui/],
    ['start.js', 'text/javascript; charset=utf-8', /SwaggerUIBundle\(/],
  ])('brings %s along', async (file, type, content) => {
    const { headers, body } = await get(`/docs/${file}`);
    expect(headers['content-type']).toBe(type);
    expect(body).toMatch(content);
  });
});
