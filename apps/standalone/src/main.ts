import { loadGatewayThread } from './gateway-thread/load';

async function main(): Promise<void> {
  // First of all, so that both threads load their code at the same time.
  const gatewayThread = process.env['GATEWAY_THREAD'] === 'off' ? undefined : loadGatewayThread();
  const { run } = await import('./run.js');
  await run(gatewayThread);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
