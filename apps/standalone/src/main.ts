import 'reflect-metadata';
import { handleSignals } from '@stablecoin/platform';
import { greeting } from './greeting';
import { startStandalone } from './standalone';
import { refuseTestSwitches } from './test-switches';

async function main(): Promise<void> {
  refuseTestSwitches(process.env);
  const standalone = await startStandalone(process.env, { threads: true });
  handleSignals(() => standalone.stop(), standalone.runtime.log);
  console.log(greeting(standalone));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
