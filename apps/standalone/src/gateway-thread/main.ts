import 'reflect-metadata';
import { parentPort, workerData } from 'node:worker_threads';
import { createGateway, drainRequests, firstApiKey, firstLiveApiKey } from '@stablecoin/gateway';
import { openLinkedRuntime, ThreadLink, type LinkedSettings } from '@stablecoin/platform';
import type { StartedGateway } from './gateway-thread';

/**
 * The thread of the gateway: HTTP, keys, limits and validation go on beside the services, on another processor where
 * there is one.
 */
if (parentPort === null) throw new Error('the gateway runs in a worker thread');
const link = new ThreadLink(parentPort);
const runtime = openLinkedRuntime(link, workerData as LinkedSettings).forService('gateway');

link.answer('start', async (): Promise<StartedGateway> => {
  const gateway = await createGateway(runtime);
  runtime.onStop('gateway', () => gateway.close());
  await gateway.startAllMicroservices();
  await gateway.init();
  link.answer('listen', async () => {
    const { port, host } = runtime.configuration;
    await gateway.listen(port, host);
    return gateway.getUrl();
  });
  link.answer('drain', () => drainRequests(gateway));
  return { firstApiKey: firstApiKey(gateway), firstLiveApiKey: firstLiveApiKey(gateway) };
});
link.answer('stop', () => runtime.close());
