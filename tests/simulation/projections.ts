import { complianceProjection } from '@stablecoin/compliance';
import type { Projection } from '@stablecoin/event-sourcing';
import { paymentProjection, paymentJobProjection } from '@stablecoin/payment';
import { treasuryProjection } from '@stablecoin/treasury';
import { walletProjection } from '@stablecoin/wallet';
import { webhookProjection } from '@stablecoin/webhook';
import { CONFIGURATION } from './configuration';

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
    projection: webhookProjection({ schedule: CONFIGURATION.webhookScheduleMs, endpointsChange: () => undefined }),
  },
] as unknown as readonly { readonly service: string; readonly projection: Projection<unknown> }[];
