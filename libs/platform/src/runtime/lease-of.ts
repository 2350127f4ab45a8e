import { PostgresLease } from '@stablecoin/event-sourcing';
import type { Lease } from '@stablecoin/event-sourcing';
import type { Configuration } from '../configuration';

/** What one instance of a service has at a time. The folder of the embedded stores is one process's anyway. */
export function leaseOf({ database }: Pick<Configuration, 'database'>, service: string): Lease | null {
  return typeof database === 'string' ? null : new PostgresLease({ url: database.url, name: service });
}
