import { startGateway, type Answer, type TestGateway } from '../testing/gateway';

const RECIPIENT = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const PAYMENT = { to: RECIPIENT, amount: '1' };

describe('While the event store cannot write (protocol rule 30)', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
    gateway.fakes.answers.set('treasury.balance', () => ({ usdc: '1.00' }));
    gateway.runtime.store.writing.fails(new Error('the disk is full'));
  });
  afterAll(() => gateway.stop());

  function expectRefused({ status, headers, body }: Answer): void {
    expect({ status, body }).toMatchObject({
      status: 500,
      body: {
        code: 'internal_error',
        retryable: true,
        message: expect.stringContaining('send this request again') as string,
      },
    });
    expect(headers['retry-after']).toBe('1');
    expect(JSON.stringify(body)).not.toContain('disk');
  }

  it.each([
    ['/v1/payments', PAYMENT],
    ['/v1/wallets', { owner: 'agent:a', chain: 'base' }],
    ['/v1/webhook_endpoints', { url: 'https://example.com/hook' }],
    ['/v1/sandbox/faucet', { chain: 'base', amount: '1' }],
    ['/v1/api_keys', {}],
  ])('POST %s is refused at once, with a key and without', async (path, body) => {
    const before = gateway.fakes.commands.length;
    expectRefused(await gateway.send('POST', path, { body }));
    expectRefused(await gateway.send('POST', path, { body, headers: { 'idempotency-key': 'key' } }));
    expect(gateway.fakes.commands).toHaveLength(before);
  });

  it('reads go on', async () => {
    expect((await gateway.send('GET', '/v1/treasury/balance')).status).toBe(200);
  });
});
