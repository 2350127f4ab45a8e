import { describeError } from '@stablecoin/errors';
import type { Log } from '@stablecoin/event-sourcing';

/**
 * Ends the process with 1 because a part is gone that it cannot work without and cannot start anew. What was acknowledged
 * is in the event store; what watches the process starts it again.
 *
 * @param exit - for tests. Default: `process.exit`
 */
export function endAtOnce(
  error: Error,
  log: Log,
  exit: (code: number) => unknown = (code) => process.exit(code),
): void {
  log.error(
    { error: describeError(error) },
    'a part that the process cannot do without is gone: ending at once, start it again',
  );
  exit(1);
}
