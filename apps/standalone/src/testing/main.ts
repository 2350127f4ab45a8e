import 'reflect-metadata';
import { handleSignals } from '@stablecoin/host';
import { startWithFaults } from './faults/start-with-faults';

/** The service with faults built in: what tests of crashes, bad clocks and full disks start instead of `main.js`. */
async function main(): Promise<void> {
  const runtime = await startWithFaults(process.env);
  handleSignals(() => runtime.close(), runtime.log);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
