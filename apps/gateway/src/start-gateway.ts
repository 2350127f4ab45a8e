import type { Runtime } from '@stablecoin/host';
import { createGateway, drainRequests, listen } from './create-gateway';

/** Starts the gateway in its own process. Its runtime closes it. */
export async function startGateway(runtime: Runtime): Promise<void> {
  const gateway = await createGateway(runtime);
  runtime.onStop('gateway', () => gateway.close());
  await gateway.startAllMicroservices();
  const { url, firstApiKey: key } = await listen(gateway, runtime.configuration);
  runtime.onStop('requests', () => drainRequests(gateway));
  runtime.log.info({ url }, 'gateway listens');
  // Not by the log, which keeps no secret.
  if (key !== null) console.log(`This is a first start, so here is a sandbox API key. It is not shown again: ${key}`);
}
