import { createUseTable, OperatorKeys, type AccessTables } from '@stablecoin/access';
import { ServiceComponents, ServiceHost, type Runtime } from '@stablecoin/host';

/**
 * Opens the API keys. Resolves when they can be read.
 *
 * @param runtime - stops what is started here when it is closed
 * @throws Error when the event store or the database is unreachable
 */
export async function openKeys(runtime: Runtime): Promise<OperatorKeys> {
  const host = new ServiceHost<AccessTables>(runtime, 'gateway');
  const keys = new OperatorKeys(host);
  const components = new ServiceComponents(host.components());
  // A missing server is said at once: the parts would wait for it.
  await runtime.store.head();
  await createUseTable(host.db);
  runtime.onStop('keys', () => components.beforeApplicationShutdown());
  await components.onApplicationBootstrap();
  return keys;
}
