import { startGateway } from './testing/gateway';
it('x', async () => {
  const g = await startGateway({ LOG_LEVEL: 'debug' });
  const b = { to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', amount: '1' };
  await g.send('POST', '/v1/payments', { body: b, headers: { 'idempotency-key': 'a' } });
  await new Promise((r) => setTimeout(r, 300));
  console.log(g.neighbours.commands.map((c) => [c.id, c.key, c.time]));
  await g.stop();
});
