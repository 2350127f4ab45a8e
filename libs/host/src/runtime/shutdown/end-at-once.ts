import { describeError } from '@stablecoin/contracts';
import type { Log } from '@stablecoin/event-sourcing';

/**
 * Exits with code 1 after a required component was lost that cannot be restarted. Acknowledged writes are in the event
 * store, and the supervisor restarts the process.
 *
 * @param exit - for tests. Default: `process.exit`
 */
export function endAtOnce(
  error: Error,
  log: Log,
  exit: (code: number) => unknown = (code) => process.exit(code),
): void {
  log.error({ error: describeError(error) }, 'a required component failed: exiting. Restart the process');
  exit(1);
}
