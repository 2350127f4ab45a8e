import { complianceAudit, complianceProjection } from '@stablecoin/compliance';
import type { ServiceName } from '@stablecoin/contracts';
import { rebuildReadModel, updateReadModel, type Projection, type RebuildOptions } from '@stablecoin/event-sourcing';
import { apiKeyProjection, accessAudit, peopleProjection } from '@stablecoin/access';
import { paymentAudit, paymentProjection, paymentJobProjection } from '@stablecoin/payment';
import type { Configuration, Runtime } from '@stablecoin/host';
import { auditProjection, type AuditDeclaration } from '@stablecoin/host';
import { treasuryAudit, treasuryProjection } from '@stablecoin/treasury';
import { walletAudit, walletProjection } from '@stablecoin/wallet';
import { webhookAudit, webhookProjection } from '@stablecoin/webhook';

/** The read models of a service, in the service's own database. */
export interface ServiceReadModel {
  readonly tables: readonly string[];
  /** Their checkpoints, with the version that this program makes. */
  readonly versions: ReadonlyMap<string, number>;
  /** Rebuilds it from all events: see `rebuildReadModel`. */
  rebuild(runtime: Runtime, options: Pick<RebuildOptions<unknown>, 'onProgress' | 'signal'>): Promise<void>;
  /** Applies the events that it does not have: see `updateReadModel`. */
  update(runtime: Runtime): Promise<void>;
}

/** The read model of every service, as the service itself would make it with this configuration. */
export function readModels(configuration: Configuration): Readonly<Record<ServiceName, ServiceReadModel>> {
  const overdueMs = configuration.reservationOverdueMs;
  const schedule = configuration.webhookScheduleMs;
  return {
    gateway: readModel('gateway', accessAudit, apiKeyProjection, peopleProjection),
    payment: readModel('payment', paymentAudit, paymentProjection, paymentJobProjection(configuration)),
    wallet: readModel('wallet', walletAudit, walletProjection({ overdueMs })),
    compliance: readModel('compliance', complianceAudit, complianceProjection),
    treasury: readModel('treasury', treasuryAudit, treasuryProjection({ overdueMs })),
    // Nothing that was read of the endpoints is kept here.
    webhook: readModel('webhook', webhookAudit, webhookProjection(schedule)),
  };
}

/** Brings the read models of every service up to date, as the service would at its start. */
export async function updateReadModels(runtime: Runtime): Promise<void> {
  for (const readModel of Object.values(readModels(runtime.configuration))) await readModel.update(runtime);
}

function readModel<DB>(
  service: ServiceName,
  audit: AuditDeclaration,
  ...own: readonly Projection<DB>[]
): ServiceReadModel {
  const parts = [...own.map((each) => partOf(service, each)), partOf(service, auditProjection(service, audit))];
  return {
    tables: parts.flatMap(({ tables }) => tables),
    versions: new Map(parts.map(({ name, version }) => [name, version])),
    async rebuild(runtime, options) {
      for (const part of parts) await part.rebuild(runtime, options);
    },
    async update(runtime) {
      for (const part of parts) await part.update(runtime);
    },
  };
}

interface Part
  extends Pick<ServiceReadModel, 'rebuild' | 'update'>, Pick<Projection<unknown>, 'name' | 'version' | 'tables'> {}

function partOf<DB>(service: ServiceName, projection: Projection<DB>): Part {
  const { name, version, tables } = projection;
  return {
    name,
    version,
    tables,
    rebuild: (runtime, options) =>
      rebuildReadModel({ store: runtime.store, db: runtime.database<DB>(service), projection, ...options }),
    update: (runtime) => updateReadModel({ store: runtime.store, db: runtime.database<DB>(service), projection }),
  };
}
