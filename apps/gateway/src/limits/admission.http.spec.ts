import { eventually } from '@stablecoin/event-sourcing/testing';
import { OTHER_KEY, startGateway, type Answer, type TestGateway } from '../testing/gateway';
import { Admission } from './admission';

const BODY = { to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', amount: '1' };

describe('more than the machine can do', () => {
  let gateway: TestGateway;
  let open: () => void;
  beforeEach(async () => {
    gateway = await startGateway({ REQUESTS_IN_PROGRESS_MAX: '2', REQUESTS_QUEUED_MAX: '1' });
    gateway.fakes.heldUntil = new Promise((resolve) => (open = resolve));
    gateway.fakes.answers.set('treasury.balance', () => ({ usdc: '1.00' }));
  });
  afterEach(() => gateway.stop());

  const pay = (): Promise<Answer> => gateway.send('POST', '/v1/payments', { body: BODY });

  /** So many payments at once, two of which are let in, and one into the queue; resolves when the others are answered. */
  async function volley(count: number): Promise<{ refused: readonly Answer[]; rest: Promise<readonly Answer[]> }> {
    const refused: Answer[] = [];
    const answers = Array.from({ length: count }, pay);
    for (const each of answers) void each.then((answer) => refused.push(answer));
    await eventually(() => refused.length === count - 3);
    return { refused: [...refused], rest: Promise.all(answers) };
  }

  it('requests queue up to a bound, and the rest get 429 with Retry-After: nothing is done for them', async () => {
    const { refused, rest } = await volley(5);
    for (const { status, headers, body } of refused) {
      expect({ status, body }).toMatchObject({ status: 429, body: { code: 'rate_limited', retryable: true } });
      expect(headers['retry-after']).toBe('1');
    }
    open();
    expect((await rest).map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429]);
    expect(gateway.fakes.commands).toHaveLength(3);
  });

  it('afterwards there is room again, also after requests that failed', async () => {
    open();
    for (let n = 0; n < 5; n++) {
      expect((await gateway.send('POST', '/v1/payments', { body: {} })).status).toBe(400);
      expect((await pay()).status).toBe(201);
    }
  });

  it('holds over all keys; health takes no slot', async () => {
    const { rest } = await volley(5);
    expect((await gateway.send('GET', '/v1/treasury/balance', { key: OTHER_KEY })).status).toBe(429);
    expect((await gateway.send('GET', '/health/live', { key: null })).status).toBe(200);
    expect((await gateway.send('GET', '/health/ready', { key: null })).status).toBe(200);
    open();
    await rest;
  });

  it('a request gives its slot back with its answer, but for a payment that is still under way', async () => {
    open();
    const release = jest.fn();
    jest.spyOn(gateway.app.get(Admission), 'enter').mockImplementation(() => Promise.resolve({ release }));
    await pay();
    await gateway.send('POST', '/v1/payments', { body: {} });
    expect(release).toHaveBeenCalledTimes(2);
    const pending = await gateway.send('POST', '/v1/payments', { body: BODY, headers: { prefer: 'respond-async' } });
    expect(pending.status).toBe(202);
    expect(release).toHaveBeenCalledTimes(2);
  });
});
