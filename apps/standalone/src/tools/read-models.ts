import { complianceProjection } from '@stablecoin/compliance';
import type { ServiceName } from '@stablecoin/contracts';
import { rebuildReadModel, type Projection, type RebuildOptions } from '@stablecoin/event-sourcing';
import { apiKeyProjection } from '@stablecoin/gateway';
import { paymentProjection } from '@stablecoin/payment';
import type { Configuration, Runtime } from '@stablecoin/platform';
import { treasuryProjection } from '@stablecoin/treasury';
import { walletProjection } from '@stablecoin/wallet';
import { webhookProjection } from '@stablecoin/webhook';

/** The read model of a service, in the service's own database. */
export interface ReadModel {
  readonly tables: readonly string[];
  /** Makes it anew from all events: see `rebuildReadModel`. */
  rebuild(runtime: Runtime, options: Pick<RebuildOptions<unknown>, 'onProgress' | 'signal'>): Promise<void>;
}

/** The read model of every service, as the service itself would make it with this configuration. */
export function readModels(configuration: Configuration): Readonly<Record<ServiceName, ReadModel>> {
  const overdueMs = configuration.reservationOverdueMs;
  const schedule = configuration.webhookScheduleMs;
  return {
    gateway: readModel('gateway', apiKeyProjection),
    payment: readModel('payment', paymentProjection(configuration)),
    wallet: readModel('wallet', walletProjection({ overdueMs })),
    compliance: readModel('compliance', complianceProjection),
    treasury: readModel('treasury', treasuryProjection({ overdueMs })),
    // Nothing that was read of the endpoints is kept here.
    webhook: readModel('webhook', webhookProjection({ schedule, endpointsChange: () => undefined })),
  };
}

function readModel<DB>(service: ServiceName, projection: Projection<DB>): ReadModel {
  return {
    tables: projection.tables,
    rebuild: (runtime, options) =>
      rebuildReadModel({ store: runtime.store, db: runtime.database<DB>(service), projection, ...options }),
  };
}
