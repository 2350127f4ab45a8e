import { eventually } from '@stablecoin/event-sourcing/testing';
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

  it('is one client at every port, in the audit log too', async () => {
    gateway = await startGateway({ TRUST_PROXY: '1' });
    const ask = await keyFor('203.0.113.0/24');
    for (const client of ['203.0.113.7:1', '203.0.113.7:2', '203.0.113.7', '203.0.113.8:1'])
      expect(await ask(client)).toBe(200);
    const seen = await eventually(async () => {
      const addresses = await newAddresses(gateway);
      return addresses.includes('203.0.113.8') && addresses;
    });
    // The first is where the key was made.
    expect(seen).toEqual(['127.0.0.1', '203.0.113.7', '203.0.113.8']);
  });

  it('is one client at every port, for the limit of sign-ins too', async () => {
    gateway = await startGateway({ TRUST_PROXY: '1' });
    const statuses: number[] = [];
    for (let port = 1; port <= 21; port++) {
      const headers = { 'x-forwarded-for': `203.0.113.7:${port}` };
      statuses.push((await gateway.send('POST', '/v1/sessions', { key: 'svc_test_nobody', headers })).status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(401), 429]);
  });

  it('is not read without one', async () => {
    gateway = await startGateway();
    expect(await (await keyFor('203.0.113.0/24'))('203.0.113.7:51234')).toBe(401);
  });
});

/** Where keys were used from for the first time, by the stored events. */
async function newAddresses(gateway: TestGateway): Promise<readonly string[]> {
  const events = await gateway.events('api_key_access-');
  return events
    .filter(({ type }) => type === 'KeyUsedFromNewAddress')
    .map(({ data }) => (data as { readonly ip: string }).ip);
}
