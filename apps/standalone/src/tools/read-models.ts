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

/** What the read model of every service is made of, beside the audit log that its declaration adds. */
export function readModelParts(configuration: Configuration) {
  const { webhookScheduleMs, reservationOverdueMs: overdueMs } = configuration;
  return {
    gateway: { audit: accessAudit, projections: [apiKeyProjection, peopleProjection] },
    payment: { audit: paymentAudit, projections: [paymentProjection, paymentJobProjection(configuration)] },
    wallet: { audit: walletAudit, projections: [walletProjection({ overdueMs })] },
    compliance: { audit: complianceAudit, projections: [complianceProjection] },
    treasury: { audit: treasuryAudit, projections: [treasuryProjection({ overdueMs })] },
    // Nothing that was read of the endpoints is kept here.
    webhook: { audit: webhookAudit, projections: [webhookProjection(webhookScheduleMs)] },
  } satisfies Readonly<Record<ServiceName, { readonly audit: AuditDeclaration; readonly projections: object }>>;
}

/** The read model of every service, as the service itself would make it with this configuration. */
export function readModels(configuration: Configuration): Readonly<Record<ServiceName, ServiceReadModel>> {
  const parts = readModelParts(configuration);
  return {
    gateway: readModel('gateway', parts.gateway),
    payment: readModel('payment', parts.payment),
    wallet: readModel('wallet', parts.wallet),
    compliance: readModel('compliance', parts.compliance),
    treasury: readModel('treasury', parts.treasury),
    webhook: readModel('webhook', parts.webhook),
  };
}

/** Brings the read models of every service up to date, as the service would at its start. */
export async function updateReadModels(runtime: Runtime): Promise<void> {
  for (const readModel of Object.values(readModels(runtime.configuration))) await readModel.update(runtime);
}

function readModel<DB>(
  service: ServiceName,
  { audit, projections }: { readonly audit: AuditDeclaration; readonly projections: readonly Projection<DB>[] },
): ServiceReadModel {
  const parts = [...projections.map((each) => partOf(service, each)), partOf(service, auditProjection(service, audit))];
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
