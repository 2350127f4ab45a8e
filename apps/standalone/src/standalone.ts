import type { INestMicroservice } from '@nestjs/common';
import { ComplianceModule } from '@stablecoin/compliance';
import { SERVICES, type ServiceName } from '@stablecoin/contracts';
import { createGateway, drainRequests, firstApiKey, firstLiveApiKey } from '@stablecoin/gateway';
import { PaymentModule } from '@stablecoin/payment';
import {
  openRuntime,
  readConfiguration,
  ServiceParts,
  startMicroservice,
  type Runtime,
  type ServiceModule,
} from '@stablecoin/platform';
import { withLocalChains } from './local-chains';
import { TreasuryModule } from '@stablecoin/treasury';
import { WalletModule } from '@stablecoin/wallet';
import { WebhookModule } from '@stablecoin/webhook';

/** The module of each service behind the gateway. */
export type Modules = Readonly<Record<Exclude<ServiceName, 'gateway'>, ServiceModule>>;

/** The services behind the gateway, in the order in which they start. */
export const MODULES: Modules = {
  compliance: ComplianceModule,
  treasury: TreasuryModule,
  wallet: WalletModule,
  payment: PaymentModule,
  webhook: WebhookModule,
};

export interface Standalone {
  readonly runtime: Runtime;
  /** Where the API listens: `http://127.0.0.1:3000`. */
  readonly url: string;
  /** The API key that the very first start has made; null when there were keys. Not stored: it can be shown once. */
  readonly firstApiKey: string | null;
  /** The same for live mode, where that pays on local chains. */
  readonly firstLiveApiKey: string | null;
  /** Stops taking requests, lets those under way finish, stops every service and closes what was open. */
  stop(): Promise<void>;
}

/**
 * Starts every service in this process, on the embedded store: one Nest context per service, as each would run in a
 * process of its own.
 *
 * @throws Error naming the variable or the part, when a setting is wrong or a part cannot be opened
 */
export async function startStandalone(given: Readonly<Record<string, string | undefined>>): Promise<Standalone> {
  const environment = await withLocalChains(given);
  const configuration = readConfiguration(environment);
  const runtime = await openRuntime(configuration, { consumers: SERVICES, env: environment });
  try {
    const gateway = await startServices(runtime);
    await gateway.listen(configuration.port, configuration.host);
    return {
      runtime,
      url: await gateway.getUrl(),
      firstApiKey: firstApiKey(gateway),
      firstLiveApiKey: firstLiveApiKey(gateway),
      stop: () => runtime.close(),
    };
  } catch (error) {
    await runtime.close();
    throw error;
  }
}

/**
 * Starts every service on a runtime, which closes them. The gateway serves no HTTP before it is told to listen.
 *
 * @param runtime - opened with every service among its consumers
 */
export async function startServices(runtime: Runtime, modules = MODULES): ReturnType<typeof createGateway> {
  const services: INestMicroservice[] = [];
  for (const [name, module] of Object.entries(modules)) {
    services.push(await startMicroservice(runtime.forService(name), name, module));
  }
  const gateway = await createGateway(runtime.forService('gateway'));
  runtime.onStop('gateway', () => gateway.close());
  await gateway.startAllMicroservices();
  await gateway.init();
  // When it stops: first the last requests are answered, then what the services have told each other arrives, and
  // only then the first of them closes.
  runtime.onStop('relays', () => Promise.all(services.map((service) => service.get(ServiceParts).drained())));
  runtime.onStop('requests', () => drainRequests(gateway));
  return gateway;
}
