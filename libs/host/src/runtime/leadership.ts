import { PostgresLease } from '@stablecoin/stores';
import type { HeldPostgresLease } from '@stablecoin/stores';
import type { Log, Meter } from '@stablecoin/event-sourcing';
import type { Configuration } from '../configuration';
import { ServiceError } from '@stablecoin/contracts';
import { endAtOnce } from './shutdown';
import type { Shutdown } from './shutdown';

/** A standby asks this often, and a leader renews. */
const RENEW_MS = 250;

/** Another process leads on the event store. */
export class EventStoreInUseError extends ServiceError {
  readonly code = 'event_store_in_use';
  readonly retry = 'bounded';
  override readonly docs = 'docs/deployment.md#a-pair-on-postgresql';

  constructor() {
    super('another process uses the event store on PostgreSQL: it takes one at a time');
  }
}

/** What the one process holds that writes to an event store on PostgreSQL. */
export function leadershipLease(
  url: string,
  { leaderSilenceMs }: Pick<Configuration, 'leaderSilenceMs'>,
): PostgresLease {
  return new PostgresLease({ url, name: 'event store', renewMs: RENEW_MS, silenceMs: leaderSilenceMs });
}

/**
 * Ends the process when the lease of its event store is lost, and releases the lease at the shutdown, when everything else is
 * closed.
 *
 * @param given - the lease, if this process holds it already
 * @returns undefined when the event store needs none
 * @throws {@link EventStoreInUseError}
 */
export async function openLeadership(
  configuration: Configuration,
  given: HeldPostgresLease | undefined,
  { log, meter, shutdown }: { readonly log: Log; readonly meter: Meter; readonly shutdown: Shutdown },
): Promise<HeldPostgresLease | undefined> {
  const { eventStore } = configuration;
  if (typeof eventStore !== 'object') return undefined;
  const lease = given ?? (await takeLease(eventStore.url, configuration));
  meter.gauge('leads', { service: 'standalone' }, () => 1);
  let isReleased = false;
  shutdown.register('lease', () => {
    isReleased = true;
    return lease.release();
  });
  void lease.ended.then(() => {
    if (!isReleased) endAtOnce(new Error('the lease of the event store is lost: another instance may lead'), log);
  });
  return lease;
}

async function takeLease(url: string, configuration: Configuration): Promise<HeldPostgresLease> {
  const taken = new AbortController();
  try {
    return await leadershipLease(url, configuration).acquire(taken.signal, () => taken.abort());
  } catch (error) {
    throw taken.signal.aborted ? new EventStoreInUseError() : error;
  }
}
