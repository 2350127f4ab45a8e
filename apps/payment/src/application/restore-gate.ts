import { newId } from '@stablecoin/contracts';
import { ServiceError } from '@stablecoin/errors';
import type { Clock, CommandHandlerOptions } from '@stablecoin/event-sourcing';
import { restoreDecider, restoreStream } from '../domain/restore';
import { RestoreHandler } from './handlers';

/** The service was restored, and nobody has compared its books with the chains yet. */
export class RestoreNotAcceptedError extends ServiceError {
  readonly code = 'restore_not_accepted';
  readonly retry = 'never';
  override readonly docs = 'docs/backup.md#before-it-may-pay-again';
}

/** Keeps a restored service from starting until an operator says that it may pay again (protocol rule 31). */
export class RestoreGate {
  readonly #restoredFrom: number;
  readonly #handler: RestoreHandler;

  /** @param restoredFrom - time of the backup, in milliseconds since the epoch */
  constructor(restoredFrom: number, handler: RestoreHandler) {
    this.#restoredFrom = restoredFrom;
    this.#handler = handler;
  }

  /** @throws {@link RestoreNotAcceptedError} */
  async requireAccepted(): Promise<void> {
    const stream = restoreStream(this.#restoredFrom);
    if ((await this.#handler.query(stream, ({ isAccepted }) => isAccepted)) === true) return;
    const from = new Date(this.#restoredFrom).toISOString();
    throw new RestoreNotAcceptedError(
      `The service was restored from a backup of ${from} and may not pay yet: what it paid after that is unknown to it. Run npm run restore -- review, then npm run restore -- accept.`,
    );
  }

  async accept(clock: Clock): Promise<void> {
    const at = clock.now();
    const id = newId('req', at);
    const data = { restoredFrom: this.#restoredFrom };
    const origin = { at, correlationId: id, account: '', livemode: true };
    await this.#handler.handle(restoreStream(this.#restoredFrom), { id, type: 'AcceptRestore', data, ...origin });
  }
}

/** Accepts a restore in the store of a service that is stopped. */
export function acceptRestore(
  restoredFrom: number,
  { store, clock, log, meter }: Pick<CommandHandlerOptions<never, never, never>, 'store' | 'clock' | 'log' | 'meter'>,
): Promise<void> {
  const handler = new RestoreHandler({ store, clock, log, meter, decider: restoreDecider });
  return new RestoreGate(restoredFrom, handler).accept(clock);
}
