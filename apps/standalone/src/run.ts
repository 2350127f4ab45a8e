import 'reflect-metadata';
import type { Worker } from 'node:worker_threads';
import { handleSignals } from '@stablecoin/host';
import { greeting } from './greeting';
import { startStandalone } from './standalone';
import { refuseTestSwitches } from './test-switches';

/**
 * Runs the service as the environment says, until a signal ends it.
 *
 * @throws Error of one line that says what keeps it from starting
 */
export async function run(gatewayThread: Worker | undefined): Promise<void> {
  refuseTestSwitches(process.env);
  const standalone = await startStandalone(process.env, { gatewayThread });
  handleSignals(() => standalone.stop(), standalone.runtime.log);
  console.log(greeting(standalone));
}
