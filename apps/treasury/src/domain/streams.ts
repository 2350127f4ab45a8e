import { treasuryKey, type Tenant } from '@stablecoin/contracts';
import { StreamCategory } from '@stablecoin/event-sourcing';
import type { TreasuryEvent } from './treasury';

/** Each account has one in each mode: see {@link treasuryStream}. */
export const treasuryStreams = new StreamCategory<TreasuryEvent>('treasury');

/** The stream of a tenant's treasury. */
export function treasuryStream(tenant: Tenant): string {
  return treasuryStreams.stream(treasuryKey(tenant));
}
