import type { Outcome } from '@stablecoin/contracts';
import type { Json } from '@stablecoin/event-sourcing';
import { ApiError, refused } from '@stablecoin/contracts';
import type { RequestContext, Accepted, RequestPlan, Requests } from '@stablecoin/access';
import type { Wakeups } from '../waiting/wakeups';

/** Something that a client wants done, other than a payment. */
export interface Write<T> {
  /** Normalised parameters, including those of the path. Another use of the key is compared with them. */
  readonly params: Json;
  readonly plan: () => RequestPlan | Promise<RequestPlan>;
  /** What became of it: a query of the service that owns the object. */
  readonly outcome: (accepted: Accepted) => Promise<Outcome>;
  /** Reads the object; null when it does not exist yet, or does not show the change yet. */
  readonly read: (accepted: Accepted) => Promise<T | null>;
}

/** What a request is answered with. */
export interface Written<T> {
  readonly object: T;
  /** An earlier request with the same key has brought it about. */
  readonly replayed: boolean;
}

/** Requests with one key that are refused and run again, side by side, each meet a refusal of another. */
const ATTEMPTS_MAX = 3;

/** Carries out writes: publishes the command, waits until its owner has decided, and answers with the object. */
export class Writes {
  constructor(
    private readonly requests: Requests,
    private readonly wakeups: Wakeups,
    private readonly waitMs: number,
  ) {}

  /**
   * @throws ApiError the owner's refusal; `idempotency_conflict`; `not_found` when the object has been deleted since;
   * `internal_error` when the outcome is not known within the wait window, which a key makes safe to send again;
   * `rate_limited` when too many requests wait already
   */
  perform<T>(context: RequestContext, write: Write<T>): Promise<Written<T>> {
    return this.wakeups.whileWaiting(() => this.#perform(context, write));
  }

  /** Whether a request repeats an earlier one, which is answered even where a new one would be refused. */
  async isRepeated(context: RequestContext, params: Json): Promise<boolean> {
    return (await this.requests.find(context, params)) !== null;
  }

  async #perform<T>(context: RequestContext, write: Write<T>): Promise<Written<T>> {
    for (let attempt = 1; ; attempt++) {
      const accepted = await this.requests.accept(context, write.params, write.plan);
      const { applied, refusal } = await this.#outcome(accepted, write);
      if (refusal === null) return this.#answer(accepted, applied, write);
      await this.requests.release(context, accepted);
      // A refusal that leaves no object behind is run again (API decisions, Idempotency).
      if (accepted.replayed && attempt < ATTEMPTS_MAX) continue;
      throw refused(refusal);
    }
  }

  #outcome<T>(accepted: Accepted, write: Write<T>): Promise<Outcome> {
    // A request that is carried out by an earlier one waits as long as that one does, and not longer.
    const deadline = accepted.acceptedAt + this.waitMs;
    const key = accepted.resources[0] ?? accepted.requestId;
    return this.wakeups.poll(
      key,
      deadline,
      () => write.outcome(accepted),
      ({ applied }) => applied,
    );
  }

  async #answer<T>(accepted: Accepted, applied: boolean, write: Write<T>): Promise<Written<T>> {
    // Owners forget the outcome of a command after some minutes, and never the object that it made.
    const object = applied || accepted.replayed ? await write.read(accepted) : null;
    if (object !== null) return { object, replayed: accepted.replayed };
    if (applied) throw new ApiError('not_found', 'What this request was about has been deleted since.');
    throw new ApiError('internal_error', 'The request takes longer than usual: please send it again.');
  }
}
