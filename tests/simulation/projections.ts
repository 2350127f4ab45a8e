import { complianceAudit, complianceProjection } from '@stablecoin/compliance';
import type { Projection } from '@stablecoin/event-sourcing';
import { apiKeyProjection, accessAudit, peopleProjection } from '@stablecoin/access';
import { paymentAudit, paymentProjection, paymentJobProjection } from '@stablecoin/payment';
import { auditProjection } from '@stablecoin/host';
import { treasuryAudit, treasuryProjection } from '@stablecoin/treasury';
import { walletAudit, walletProjection } from '@stablecoin/wallet';
import { webhookAudit, webhookProjection } from '@stablecoin/webhook';
import { CONFIGURATION } from './configuration';

interface ServiceProjection {
  readonly service: string;
  readonly projection: Projection<unknown>;
}

const OVERDUE = { overdueMs: CONFIGURATION.reservationOverdueMs };
/** The read models of all services, as their modules make them. */
export const PROJECTIONS = [
  { service: 'payment', projection: paymentProjection },
  { service: 'payment', projection: paymentJobProjection(CONFIGURATION) },
  { service: 'compliance', projection: complianceProjection },
  { service: 'treasury', projection: treasuryProjection(OVERDUE) },
  { service: 'wallet', projection: walletProjection(OVERDUE) },
  {
    service: 'webhook',
    projection: webhookProjection(CONFIGURATION.webhookScheduleMs),
  },
  { service: 'payment', projection: auditProjection('payment', paymentAudit) },
  { service: 'compliance', projection: auditProjection('compliance', complianceAudit) },
  { service: 'treasury', projection: auditProjection('treasury', treasuryAudit) },
  { service: 'wallet', projection: auditProjection('wallet', walletAudit) },
  { service: 'webhook', projection: auditProjection('webhook', webhookAudit) },
] as unknown as readonly ServiceProjection[];

/** Those of the gateway, which only the acceptance of a restore reads here. */
export const GATEWAY_PROJECTIONS = [apiKeyProjection, peopleProjection, auditProjection('gateway', accessAudit)].map(
  (projection) => ({ service: 'gateway', projection }),
) as unknown as readonly ServiceProjection[];
