import type { Runtime } from '@stablecoin/platform';
import { createGateway, drainRequests, firstApiKey } from './create-gateway';

/** Starts the gateway in a process of its own, on its runtime, which closes it. */
export async function startGateway(runtime: Runtime): Promise<void> {
  const { host, port } = runtime.configuration;
  const gateway = await createGateway(runtime);
  runtime.onStop('gateway', () => gateway.close());
  await gateway.startAllMicroservices();
  await gateway.listen(port, host);
  runtime.onStop('requests', () => drainRequests(gateway));
  const url = await gateway.getUrl();
  runtime.log.info({ url }, 'gateway listens');
  const key = firstApiKey(gateway);
  // Not by the log, which keeps no secret.
  if (key !== null) console.log(`This is a first start, so here is a sandbox API key. It is not shown again: ${key}`);
}
