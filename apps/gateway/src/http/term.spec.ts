import { LeaseTerm } from '@stablecoin/event-sourcing';
import { startGateway } from '../testing/gateway';

describe('a gateway whose process can lose its lease', () => {
  it('answers while the lease is certain to be held, and closes the connection without an answer after it', async () => {
    const term = new LeaseTerm(60_000);
    const gateway = await startGateway({}, { term });
    await gateway.app.listen(0, '127.0.0.1');
    const url = await gateway.app.getUrl();
    const ask = (): Promise<Response> => fetch(`${url}/health/live`);
    term.renewed({ monotonic: Number(process.hrtime.bigint() / 1_000_000n), wall: Date.now() });
    expect((await ask()).status).toBe(200);
    term.end();
    await expect(ask()).rejects.toThrow('fetch failed');
    await gateway.stop();
  });
});
