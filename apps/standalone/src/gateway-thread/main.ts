import 'reflect-metadata';
import { parentPort } from 'node:worker_threads';
import { createGateway, drainRequests, firstApiKey, firstLiveApiKey } from '@stablecoin/gateway';
import { openLinkedRuntime, ThreadLink, type LinkedSettings } from '@stablecoin/platform';
import type { StartedGateway } from './gateway-thread';

/**
 * The thread of the gateway: HTTP, keys, limits and validation go on beside the services, on another processor where
 * there is one. The first message that it is sent are its settings.
 */
if (parentPort === null) throw new Error('the gateway runs in a worker thread');
const port = parentPort;
port.once('message', (settings: LinkedSettings) => answerCalls(new ThreadLink(port), settings));

function answerCalls(link: ThreadLink, settings: LinkedSettings): void {
  const runtime = openLinkedRuntime(link, settings).forService('gateway');
  link.answer('start', async (): Promise<StartedGateway> => {
    const gateway = await createGateway(runtime);
    runtime.onStop('gateway', () => gateway.close());
    await gateway.startAllMicroservices();
    await gateway.init();
    link.answer('listen', async () => {
      await gateway.listen(settings.configuration.port, settings.configuration.host);
      return gateway.getUrl();
    });
    link.answer('drain', () => drainRequests(gateway));
    return { firstApiKey: firstApiKey(gateway), firstLiveApiKey: firstLiveApiKey(gateway) };
  });
  link.answer('stop', () => runtime.close());
}
