import { eventually } from '@stablecoin/event-sourcing/testing';
import { TEST_KEY, startGateway } from '../testing/gateway';

const BODY = { to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', amount: '1' };

describe('design: stop taking requests, let waiters finish', () => {
  it('a request that waits when the gateway stops has its answer, with an idempotency key too', async () => {
    const gateway = await startGateway({ WAIT_MS: '30000' });
    let open = (): void => undefined;
    gateway.fakes.heldUntil = new Promise((resolve) => (open = resolve));
    const answers = [
      gateway.send('POST', '/v1/payments', { body: BODY }),
      gateway.send('POST', '/v1/payments', { body: { ...BODY, idempotency_key: 'k' } }),
    ];
    await eventually(() => gateway.fakes.commands.length === 2);
    const stopped = gateway.stop();
    open();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201]);
    await stopped;
  });

  it('one whose payment takes longer is answered with what is known, before its connection is closed', async () => {
    const gateway = await startGateway({ WAIT_MS: '30000', SHUTDOWN_MS: '2000' });
    gateway.fakes.outcome = [];
    // A request without a socket is not waited for.
    await gateway.app.listen({ port: 0, host: '127.0.0.1' });
    const answer = fetch(`${await gateway.app.getUrl()}/v1/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(BODY),
    });
    await eventually(() => gateway.fakes.payments.size === 1);
    await gateway.stop();
    const { status, body } = await answer.then(async (response) => ({
      status: response.status,
      body: await response.json(),
    }));
    expect({ status, body }).toMatchObject({ status: 202, body: { status: 'pending' } });
  });
});
