import 'reflect-metadata';
import { parentPort } from 'node:worker_threads';
import { createGateway, drainRequests, listen } from '@stablecoin/gateway';
import { openRemoteRuntime, ThreadRpc, type ThreadSettings } from '@stablecoin/host';

/**
 * The thread of the gateway: HTTP, keys, limits and validation run beside the services, on another core if there is
 * one. Its first message is its settings.
 */
if (parentPort === null) throw new Error('the gateway runs in a worker thread');
const port = parentPort;
port.once('message', (settings: ThreadSettings) => answerCalls(new ThreadRpc(port), settings));

function answerCalls(rpc: ThreadRpc, settings: ThreadSettings): void {
  const runtime = openRemoteRuntime(rpc, settings).forService('gateway');
  rpc.answer('start', async () => {
    const gateway = await createGateway(runtime);
    runtime.onStop('gateway', () => gateway.close());
    await gateway.startAllMicroservices();
    await gateway.init();
    rpc.answer('listen', () => listen(gateway, settings.configuration));
    rpc.answer('drain', () => drainRequests(gateway));
  });
  rpc.answer('stop', () => runtime.close());
}
