import { complianceService } from '@stablecoin/compliance';
import { paymentService } from '@stablecoin/payment';
import type { Service } from '@stablecoin/host';
import { treasuryService } from '@stablecoin/treasury';
import { walletService } from '@stablecoin/wallet';
import { webhookService } from '@stablecoin/webhook';

/** The services behind the gateway, in the order in which they start. */
export const ALL_SERVICES: readonly Service[] = [
  complianceService,
  treasuryService,
  walletService,
  paymentService,
  webhookService,
];

/** What the bus waits for before it delivers anything. */
export const CONSUMERS: readonly string[] = ['gateway', ...ALL_SERVICES.map(({ name }) => name)];
