import { startGateway, type TestGateway } from '../testing/gateway';

describe('X-Forwarded-For of a trusted proxy', () => {
  let gateway: TestGateway;
  afterEach(() => gateway.stop());

  async function keyFor(range: string): Promise<(forwarded: string) => Promise<number>> {
    gateway.fakes.answers.set('treasury.balance', () => ({ usdc: '1.00' }));
    const issued = await gateway.send('POST', '/v1/api_keys', { body: { ip_allow_list: [range] } });
    expect(issued.status).toBe(200);
    return async (forwarded) => {
      const headers = { 'x-forwarded-for': forwarded };
      return (await gateway.send('GET', '/v1/treasury/balance', { key: String(issued.body['key']), headers })).status;
    };
  }

  it.each(['1', '127.0.0.1'])('may name a client with its port: TRUST_PROXY=%s', async (trusted) => {
    gateway = await startGateway({ TRUST_PROXY: trusted });
    const v4 = await keyFor('203.0.113.0/24');
    for (const client of ['203.0.113.7', '203.0.113.7:51234', ' 203.0.113.7:1 ', '8.8.8.8, 203.0.113.7:51234']) {
      expect(await v4(client)).toBe(200);
    }
    for (const client of ['203.0.114.7:51234', '203.0.113.7:51234, 8.8.8.8', '203.0.113.7:', '203.0.113.7:x', 'x:1']) {
      expect(await v4(client)).toBe(401);
    }
    const v6 = await keyFor('2001:db8::/32');
    for (const client of ['2001:db8::7', '[2001:db8::7]', '[2001:db8::7]:443']) expect(await v6(client)).toBe(200);
    expect(await v6('[2001:db9::7]:443')).toBe(401);
  });

  it('is not read without one', async () => {
    gateway = await startGateway();
    expect(await (await keyFor('203.0.113.0/24'))('203.0.113.7:51234')).toBe(401);
  });
});
