import { AdvancedClock } from '../testing/advanced-clock';
import { startGateway, type Answer, type TestGateway } from '../testing/gateway';

const TO = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let clock: AdvancedClock;
let gateway: TestGateway;
beforeEach(async () => {
  clock = new AdvancedClock();
  gateway = await startGateway({}, { clock });
  gateway.fakes.answers.set('payment.simulate', () => ({ candidates: [], chosen: null }));
  gateway.fakes.answers.set('webhook.endpoint', ({ id }: { readonly id: string }) => ({ id }));
  gateway.fakes.answers.set('compliance.find', () => ({ status: 'cleared', ref: 'cpl_1' }));
});
afterEach(() => gateway.stop());

const post = (path: string, body: object) =>
  gateway.send('POST', `/v1${path}`, { body: { ...body, idempotency_key: 'the key' } });
const isReplay = ({ headers }: Answer): boolean => headers['svc-idempotent-replayed'] === 'true';

describe('Idempotency: payment keys never expire, others after 30 days', () => {
  it('POST /payments: the key is still the first payment’s after ten years', async () => {
    const first = await post('/payments', { to: TO, amount: '1.00' });
    clock.advance(3_650 * DAY_MS);
    const replay = await post('/payments', { to: TO, amount: '1.00' });
    expect([replay.status, isReplay(replay), replay.body]).toEqual([200, true, first.body]);
    expect((await post('/payments', { to: TO, amount: '2.00' })).body['code']).toBe('idempotency_conflict');
    expect(gateway.fakes.commands).toHaveLength(1);
  });

  it.each<[path: string, body: object, other: object]>([
    ['/payments/simulate', { to: TO, amount: '1.00' }, { to: TO, amount: '2.00' }],
    ['/wallets', { owner: 'agent:a', chain: 'base' }, { owner: 'agent:b', chain: 'base' }],
    [
      '/wallets/bulk',
      { wallets: [{ owner: 'agent:a', chain: 'base' }] },
      { wallets: [{ owner: 'agent:b', chain: 'base' }] },
    ],
    ['/compliance/check', { address: TO, checks: ['kyc'] }, { address: TO, checks: ['aml'] }],
    ['/sandbox/faucet', { chain: 'base', amount: '1.00' }, { chain: 'base', amount: '2.00' }],
    ['/webhook_endpoints', { url: 'https://example.com/a' }, { url: 'https://example.com/b' }],
    ['/api_keys', { name: 'a' }, { name: 'b' }],
  ])('POST %s: until the 30th day is over the key conflicts, and then it is free', async (path, body, other) => {
    expect(isReplay(await post(path, body))).toBe(false);
    clock.advance(30 * DAY_MS - MINUTE_MS);
    expect(isReplay(await post(path, body))).toBe(true);
    expect((await post(path, other)).body['code']).toBe('idempotency_conflict');
    clock.advance(MINUTE_MS);
    const next = await post(path, other);
    expect([next.status, isReplay(next)]).toEqual([path === '/wallets' ? 201 : 200, false]);
    expect(isReplay(await post(path, other))).toBe(true);
    expect((await post(path, body)).body['code']).toBe('idempotency_conflict');
  });
});
