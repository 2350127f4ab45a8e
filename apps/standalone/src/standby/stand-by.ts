import { setTimeout as pause } from 'node:timers/promises';
import type { Configuration } from '@stablecoin/host';
import { describeError } from '@stablecoin/contracts';
import type { HeldPostgresLease, PostgresLease } from '@stablecoin/stores';
import type { Log } from '@stablecoin/event-sourcing';
import { leadershipLease } from '@stablecoin/host';
import { StandbyServer } from './standby-server';

/** Pause before the database is asked again that did not answer, in milliseconds. */
const RETRY_MS = 250;
const LOG_INTERVAL_MS = 10_000;

/** An instance that leads from now on. */
export interface Leader {
  readonly lease: HeldPostgresLease;
  /** Ends the answers of the standby, so that the gateway can listen on its port. */
  readonly stopStandingBy: () => Promise<void>;
}

/** Waits without a limit until this instance leads, and answers health checks on the port of the API meanwhile. */
export async function standBy(
  url: string,
  configuration: Pick<Configuration, 'host' | 'port' | 'leaderSilenceMs'>,
  log: Log,
): Promise<Leader> {
  const server = await StandbyServer.listen(configuration.host, configuration.port);
  // A standby has nothing to finish.
  const exit = (): void => process.exit(0);
  process.once('SIGTERM', exit).once('SIGINT', exit);
  try {
    const lease = await acquire(leadershipLease(url, configuration), log);
    log.info({}, 'this instance is the leader');
    return { lease, stopStandingBy: () => server.close() };
  } finally {
    process.off('SIGTERM', exit).off('SIGINT', exit);
  }
}

async function acquire(lease: PostgresLease, log: Log): Promise<HeldPostgresLease> {
  let isTold = false;
  let toldAt = -Infinity;
  for (;;) {
    try {
      return await lease.acquire(new AbortController().signal, () => {
        if (!isTold) log.info({}, 'another instance leads, standing by');
        isTold = true;
      });
    } catch (error) {
      if (performance.now() > toldAt + LOG_INTERVAL_MS) {
        toldAt = performance.now();
        log.warn({ error: describeError(error) }, 'cannot ask who leads, retrying');
      }
      await pause(RETRY_MS);
    }
  }
}
