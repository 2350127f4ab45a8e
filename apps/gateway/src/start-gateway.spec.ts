import { openRuntime, type Runtime, readConfiguration } from '@stablecoin/host';
import { createServer, type AddressInfo } from 'node:net';
import { startGateway } from './start-gateway';
import { FakeServices } from './testing/fake-services';

let runtime: Runtime;
let said: string[];
beforeEach(() => {
  said = [];
  jest.spyOn(console, 'log').mockImplementation((line: string) => said.push(line));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await runtime.close();
});

async function open(port: number): Promise<void> {
  const configuration = readConfiguration({ EVENT_STORE_URL: 'memory:', LOG_LEVEL: 'silent', PORT: String(port) });
  runtime = await openRuntime(configuration, { consumers: ['gateway', 'fakes'] });
  new FakeServices(runtime).listen();
}

describe('the first start of a gateway in a process of its own', () => {
  it('makes no key while its port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    await open((other.address() as AddressInfo).port);
    await expect(startGateway(runtime)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(await runtime.store.head()).toBe(0);
    expect(said).toEqual([]);
    other.close();
  });

  it('makes one when it listens, and shows it', async () => {
    await open(0);
    await startGateway(runtime);
    expect(said).toEqual([expect.stringMatching(/^This is a first start, .* svc_test_\w{43}$/)]);
    expect(await runtime.store.head()).toBeGreaterThan(0);
  });
});
