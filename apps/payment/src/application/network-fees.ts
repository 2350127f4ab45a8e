import { jobCommandId } from '@stablecoin/event-sourcing';
import type { Clock, EventStore, Job, RunResult } from '@stablecoin/event-sourcing';
import type { RecordFees } from '../domain/decide-submission';
import { replacedBy } from '../domain/submission';
import type { SubmissionAssembled, SubmissionReplaced, UnpricedSubmission } from '../domain/submission';
import type { SubmissionHandler } from './handlers';
import type { ChainQuotes } from './chain-quotes';

/** Before a submission that may still cost something is looked at again. */
const OPEN_MS = 60_000;

/**
 * Finds out what a submission has cost, once nothing about it can change any more. Apart from following it, so that no
 * payment waits for that: what cannot be read now is read later.
 */
export class NetworkFees {
  readonly #quotes: ChainQuotes;
  readonly #submissions: SubmissionHandler;
  readonly #store: Pick<EventStore, 'read'>;
  readonly #clock: Clock;

  constructor(parts: {
    readonly quotes: ChainQuotes;
    readonly submissions: SubmissionHandler;
    readonly store: Pick<EventStore, 'read'>;
    readonly clock: Clock;
  }) {
    this.#quotes = parts.quotes;
    this.#submissions = parts.submissions;
    this.#store = parts.store;
    this.#clock = parts.clock;
  }

  /** @param jobs - the job of one submission */
  async run([job]: readonly Job[]): Promise<RunResult> {
    if (job === undefined) throw new Error('a run has at least one job');
    const { assembledAt, included } = job.data as unknown as UnpricedSubmission;
    const [event] = await this.#store.read(job.stream, { from: assembledAt, limit: 1 });
    if (event === undefined) throw new Error(`there is no submission ${job.key} at ${job.stream}@${assembledAt}`);
    const assembled = (event as unknown as SubmissionAssembled | SubmissionReplaced).data;
    const { hash, bytes, chain, authorizations } = assembled;
    const [first] = authorizations;
    if (first === undefined) throw new Error(`submission ${hash} carries nothing`);
    const submission = { hash, bytes, authorizations: authorizations.map(({ authorization }) => authorization.id) };
    const ended = { ...submission, replaced: replacedBy(assembled), included };
    const { costs } = this.#quotes.router(job.livemode).on(chain);
    const fees = costs === null ? [] : await costs.fees(ended);
    if (fees === null) return { againInMs: OPEN_MS };
    const command: RecordFees = {
      id: jobCommandId(job, 'fees'),
      type: 'RecordFees',
      // Live payments belong to one account, so all payments of a submission have the same one.
      data: { hash, chain, account: first.payment.account, fees },
      at: this.#clock.now(),
      correlationId: hash,
      account: '',
      livemode: job.livemode,
    };
    const { position } = await this.#submissions.handle(job.stream, command);
    return { position };
  }
}
