import 'reflect-metadata';
import { parentPort } from 'node:worker_threads';
import { createGateway, drainRequests, listen } from '@stablecoin/gateway';
import { openLinkedRuntime, ThreadLink, type LinkedSettings } from '@stablecoin/platform';

/**
 * The thread of the gateway: HTTP, keys, limits and validation go on beside the services, on another processor where
 * there is one. The first message that it is sent are its settings.
 */
if (parentPort === null) throw new Error('the gateway runs in a worker thread');
const port = parentPort;
port.once('message', (settings: LinkedSettings) => answerCalls(new ThreadLink(port), settings));

function answerCalls(link: ThreadLink, settings: LinkedSettings): void {
  const runtime = openLinkedRuntime(link, settings).forService('gateway');
  link.answer('start', async () => {
    const gateway = await createGateway(runtime);
    runtime.onStop('gateway', () => gateway.close());
    await gateway.startAllMicroservices();
    await gateway.init();
    link.answer('listen', () => listen(gateway, settings.configuration));
    link.answer('drain', () => drainRequests(gateway));
  });
  link.answer('stop', () => runtime.close());
}
