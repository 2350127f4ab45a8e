import { complianceProjection } from '@stablecoin/compliance';
import type { Projection } from '@stablecoin/event-sourcing';
import { paymentProjection } from '@stablecoin/payment';
import { treasuryProjection } from '@stablecoin/treasury';
import { walletProjection } from '@stablecoin/wallet';
import { webhookProjection } from '@stablecoin/webhook';
import { CONFIGURATION } from './configuration';

const OVERDUE = { overdueMs: CONFIGURATION.reservationOverdueMs };
/** The read models of all services, as their modules make them. */
export const PROJECTIONS = [
  paymentProjection(CONFIGURATION),
  complianceProjection,
  treasuryProjection(OVERDUE),
  walletProjection(OVERDUE),
  webhookProjection({ schedule: CONFIGURATION.webhookScheduleMs, endpointsChange: () => undefined }),
] as unknown as readonly Projection<unknown>[];
