import { Agent, get } from 'node:http';
import { startGateway } from '../testing/gateway';

it.each([
  [{}, 72],
  [{ KEEP_ALIVE_MS: '600000' }, 600],
])(
  'an idle connection is kept for as long as the operator says, and no shorter than most load balancers keep it: %j',
  async (environment, seconds) => {
    const gateway = await startGateway(environment);
    const agent = new Agent({ keepAlive: true });
    try {
      await gateway.app.listen(0, '127.0.0.1');
      const url = await gateway.app.getUrl();
      const told = await new Promise((resolve, reject) => {
        get(`${url}/health/live`, { agent }, (response) => {
          response.resume();
          resolve(response.headers['keep-alive']);
        }).on('error', reject);
      });
      expect(told).toBe(`timeout=${seconds}`);
    } finally {
      agent.destroy();
      await gateway.stop();
    }
  },
);
