import { commandOf } from '@stablecoin/event-sourcing';
import type { Clock, EventStore, Job, RunResult } from '@stablecoin/event-sourcing';
import type { RecordFees } from '../domain/submission-commands';
import { replacedBy, submissionOrigin } from '../domain/submission';
import type { UnpricedSubmission } from '../domain/submission';
import { readSubmission } from '../read-model/payment-job-queue';
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
    const { assembledAt, included } = job.data as UnpricedSubmission;
    const { data: assembled } = await readSubmission(this.#store, job, assembledAt);
    const { hash, chain, authorizations } = assembled;
    const [first] = authorizations;
    if (first === undefined) throw new Error(`submission ${hash} carries nothing`);
    const ids = authorizations.map(({ authorization }) => authorization.id);
    const ended = { ...assembled, authorizations: ids, replaced: replacedBy(assembled), included };
    const { costs } = this.#quotes.router(job.livemode).on(chain);
    const fees = costs === null ? [] : await costs.fees(ended);
    if (fees === null) return { againInMs: OPEN_MS };
    // Live payments belong to one account, so all payments of a submission have the same one.
    const data: RecordFees['data'] = { hash, chain, account: first.payment.account, fees };
    const origin = submissionOrigin(hash);
    const command = commandOf(job, 'RecordFees', data, { at: this.#clock.now(), verb: 'fees', origin });
    const { position } = await this.#submissions.handle(job.stream, command);
    return { position };
  }
}
