import { complianceProjection } from '@stablecoin/compliance';
import type { ServiceName } from '@stablecoin/contracts';
import { rebuildReadModel, type Projection, type RebuildOptions } from '@stablecoin/event-sourcing';
import { apiKeyProjection, peopleProjection } from '@stablecoin/gateway';
import { paymentProjection, paymentJobProjection } from '@stablecoin/payment';
import type { Configuration } from '@stablecoin/configuration';
import type { Runtime } from '@stablecoin/runtime';
import { treasuryProjection } from '@stablecoin/treasury';
import { walletProjection } from '@stablecoin/wallet';
import { webhookProjection } from '@stablecoin/webhook';

/** The read models of a service, in the service's own database. */
export interface ReadModel {
  readonly tables: readonly string[];
  /** Rebuilds it from all events: see `rebuildReadModel`. */
  rebuild(runtime: Runtime, options: Pick<RebuildOptions<unknown>, 'onProgress' | 'signal'>): Promise<void>;
}

/** The read model of every service, as the service itself would make it with this configuration. */
export function readModels(configuration: Configuration): Readonly<Record<ServiceName, ReadModel>> {
  const overdueMs = configuration.reservationOverdueMs;
  const schedule = configuration.webhookScheduleMs;
  return {
    gateway: readModel('gateway', apiKeyProjection, peopleProjection),
    payment: readModel('payment', paymentProjection, paymentJobProjection(configuration)),
    wallet: readModel('wallet', walletProjection({ overdueMs })),
    compliance: readModel('compliance', complianceProjection),
    treasury: readModel('treasury', treasuryProjection({ overdueMs })),
    // Nothing that was read of the endpoints is kept here.
    webhook: readModel('webhook', webhookProjection({ schedule, endpointsChange: () => undefined })),
  };
}

function readModel<DB>(service: ServiceName, ...projections: readonly Projection<DB>[]): ReadModel {
  return {
    tables: projections.flatMap(({ tables }) => tables),
    async rebuild(runtime, options) {
      const { store } = runtime;
      const db = runtime.database<DB>(service);
      for (const projection of projections) await rebuildReadModel({ store, db, projection, ...options });
    },
  };
}
