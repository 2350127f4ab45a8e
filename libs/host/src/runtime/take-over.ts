import { retryOf, ServiceError } from '@stablecoin/contracts';
import type { EventStore, HeldLease, Lease, Log } from '@stablecoin/event-sourcing';
import type { Generation } from '@stablecoin/stores';
import { openGeneration } from './generation';
import { endAtOnce } from './shutdown';

/** The store was restored while this process stood by. */
class RestoredMeanwhileError extends ServiceError {
  readonly code = 'restored_meanwhile';
  readonly retry = 'never';
  override readonly docs = 'docs/backup.md#order-of-operations';

  constructor() {
    super('The event store was restored while this process ran, which knows nothing of that: start it again.');
  }
}

/**
 * Compares the generation of the store with the one that this process started in.
 *
 * @param now - in milliseconds since the epoch
 * @throws RestoredMeanwhileError; as {@link openGeneration}
 */
export async function requireSameGeneration(
  configuration: Parameters<typeof openGeneration>[0],
  store: EventStore,
  started: Pick<Generation, 'name'> | null,
  now: number,
): Promise<void> {
  const current = await openGeneration(configuration, store, now);
  if (current?.name !== started?.name) throw new RestoredMeanwhileError();
}

/**
 * A lease under which the store is looked at again when it is taken over from another instance, or comes back: the start of this
 * process has seen the store as it was then. Where it may not be continued with, the process ends, as its start would.
 *
 * @param parts - `look`: rejects where this instance may not lead; `end`: for tests
 */
export function lookingAtTakeOver(
  lease: Lease,
  {
    look,
    log,
    end = endAtOnce,
  }: {
    readonly look: () => Promise<void>;
    readonly log: Log;
    readonly end?: (error: Error, log: Log) => void;
  },
): Lease {
  let isLate = false;
  const lookFirst = async (held: HeldLease): Promise<HeldLease> => {
    try {
      await look();
      return held;
    } catch (error) {
      if (error instanceof Error && retryOf(error) === 'never') end(error, log);
      await held.release();
      throw error;
    }
  };
  return {
    acquire: async (signal, onTaken) => {
      let isTakeOver = isLate;
      isLate = true;
      const taken = (): void => {
        isTakeOver = true;
        onTaken?.();
      };
      const held = await lease.acquire(signal, taken);
      return isTakeOver ? lookFirst(held) : held;
    },
  };
}
