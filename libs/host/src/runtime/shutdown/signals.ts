import { constants } from 'node:os';
import type { Log } from '@stablecoin/event-sourcing';
import { isClaimed } from './rejections';

/** As much of `process` as a shutdown needs. */
export interface ProcessEvents {
  on(event: 'SIGTERM' | 'SIGINT', listener: (signal: 'SIGTERM' | 'SIGINT') => void): unknown;
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown;
  exit(code: number): unknown;
}

/**
 * Stops the process on SIGTERM and SIGINT, then exits with code 0. A second signal exits at once. An uncaught error, or
 * a rejection that no adapter claims, exits at once with code 1: the state of the process is unknown, and acknowledged
 * writes are in the event store.
 */
export function handleSignals(stopService: () => Promise<void>, log: Log, events: ProcessEvents = process): void {
  let stopping = false;
  const stop = (signal: 'SIGTERM' | 'SIGINT'): void => {
    if (stopping) {
      log.warn({ signal }, 'second signal: exiting now');
      events.exit(128 + constants.signals[signal]);
      return;
    }
    stopping = true;
    log.info({ signal }, 'stopping');
    stopService().then(
      () => {
        log.info({ signal }, 'stopped');
        events.exit(0);
      },
      (err: unknown) => {
        log.error({ err }, 'failed to stop');
        events.exit(1);
      },
    );
  };
  events.on('SIGTERM', stop);
  events.on('SIGINT', stop);

  const fail = (message: string) => (err: unknown) => {
    log.error({ err }, message);
    events.exit(1);
  };
  events.on('uncaughtException', fail('uncaught exception: ending at once'));
  const failRejection = fail('unhandled rejection: ending at once');
  events.on('unhandledRejection', (error) => {
    if (!isClaimed(error)) failRejection(error);
  });
}
