import {
  pageFrom,
  derivedId,
  type DeadLetterView,
  type Page,
  type PageRequest,
  type Redriven,
  type Tenant,
  describeError,
  found,
} from '@stablecoin/contracts';
import type { Logger } from '@stablecoin/host';
import { redrive, type DeadLetter, type DeadLetters as StoredLetters, type Redelivery } from '@stablecoin/messaging';
import type { Redrives, RequestContext, Requests } from '@stablecoin/access';
import type { Written } from '../../application/writes';

/** Letters of all accounts that are looked through, the oldest first. */
const LETTERS_MAX = 10_000;

/** The messages of an account that could not be handled. What no account owns is for the command line only. */
export class DeadLetters {
  constructor(
    private readonly stored: StoredLetters,
    private readonly bus: Redelivery,
    private readonly redrives: Redrives,
    private readonly requests: Requests,
    private readonly log: Pick<Logger, 'warn'>,
  ) {}

  /** Newest first. */
  async list({
    limit,
    startingAfter,
    consumer,
    ...tenant
  }: PageRequest & { readonly consumer: string | null }): Promise<Page<DeadLetterView>> {
    const own = await this.#of(tenant);
    const all = own
      .map(viewOf)
      .filter((view) => consumer === null || view.consumer === consumer)
      .filter(({ id }) => startingAfter === null || id < startingAfter)
      .sort((one, other) => (one.id < other.id ? 1 : -1));
    return pageFrom(all, limit, (view) => view);
  }

  /**
   * Hands a message to its consumer again. It is removed once it is handled, and stays when it fails again.
   *
   * @throws ApiError `not_found` when there is none, or it was handled meanwhile; `idempotency_conflict`
   */
  async redrive(context: RequestContext, id: string): Promise<Written<Redriven>> {
    const accepted = await this.requests.accept(context, { id }, () => ({ resources: [], messages: [] }));
    const letter = (await this.#of(context)).find((each) => idOf(each) === id);
    if (accepted.replayed) return { object: replayOf(id, accepted.resources[1], letter), replayed: true };
    if (letter === undefined) await this.requests.release(context, accepted);
    const object = await this.#redrive(context, id, found(letter, 'dead letter'));
    await this.requests.complete(context, accepted, [id, object.outcome]);
    return { object, replayed: false };
  }

  async #redrive(context: RequestContext, id: string, letter: DeadLetter): Promise<Redriven> {
    const { consumer, message } = letter;
    // Before it is done, so that the audit log has it whatever happens then.
    await this.redrives.record(context, id, { consumer, messageType: message.type, messageId: message.id });
    try {
      return { id, outcome: await redrive(this.stored, this.bus, letter.id), cause: null };
    } catch (error) {
      this.log.warn(
        { dead_letter: id, error: describeError(error) },
        'a dead letter that was handed over again has failed',
      );
      return {
        id,
        outcome: 'failed',
        cause: error instanceof Error ? error.name : kindOf(''),
      };
    }
  }

  async #of({ account, livemode }: Tenant): Promise<readonly DeadLetter[]> {
    const letters = await this.stored.list({ limit: LETTERS_MAX });
    return letters.filter(({ message }) => message.account === account && message.livemode === livemode);
  }
}

/** The same for the same letter, and in the order of the messages. */
function idOf({ id, message }: DeadLetter): string {
  return derivedId('dlt', message.time, id);
}

function viewOf(letter: DeadLetter): DeadLetterView {
  const { consumer, message, cause, attempts, failedAt } = letter;
  return {
    id: idOf(letter),
    consumer,
    type: message.type,
    object: message.key,
    message_id: message.id,
    cause: kindOf(cause),
    attempts,
    failed_at: new Date(failedAt).toISOString(),
    created_at: new Date(message.time).toISOString(),
  };
}

/** @param outcome - undefined where the first request was interrupted */
function replayOf(id: string, outcome: string | undefined, letter: DeadLetter | undefined): Redriven {
  if (outcome === 'sent' || outcome === 'handled') return { id, outcome, cause: null };
  return letter === undefined
    ? { id, outcome: 'handled', cause: null }
    : { id, outcome: 'failed', cause: kindOf(letter.cause) };
}

/** The kind of an error. What it says of the inside of the service is for the operator: in the log, and by the command line. */
function kindOf(cause: string): string {
  return /^[A-Za-z]\w*(?=:)/.exec(cause)?.[0] ?? 'Error';
}
