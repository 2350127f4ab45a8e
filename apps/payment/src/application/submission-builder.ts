import type { Authorization, PrecheckFailure } from '@stablecoin/chains';
import { commandOf } from '@stablecoin/event-sourcing';
import type { Clock, Handled, Job, RunResult, Tracer } from '@stablecoin/event-sourcing';
import type { AssembleSubmission, CloseAuthorization, SubmissionCommand } from '../domain/submission-commands';
import { liveNonces, submissionOrigin } from '../domain/submission';
import type { CarriedAuthorization, PaymentRef } from '../domain/submission';
import type { Plain } from '../domain/payment-events';
import type { PaymentJobQueue } from '../read-model/payment-job-queue';
import type { SubmissionHandler } from './handlers';
import type { ChainQuotes } from './chain-quotes';
import { ChainSpans } from './chain-spans';
import type { SealedSignatures } from './sealed-signatures';
import { submissionStreams } from '../domain/streams';

/** Authorizations that one submission carries at most. */
export const SUBMISSION_SIZE = 100;

/** What may be over by the next look. */
const TRANSIENT: ReadonlySet<PrecheckFailure> = new Set([
  'insufficient_gas',
  'chain_unavailable',
  'spend_limit_onchain',
]);
const RECHECK_MS = 1_000;

/** An authorization that waits, with its job. */
interface Waiting {
  readonly job: Job;
  /** With the signatures of a wallet's owners open. */
  readonly authorization: Authorization;
}

/**
 * Takes the authorizations that wait for one sender, closes those that cannot go out, and assembles the rest into a
 * submission. Everything is decided on the sender's stream (protocol rules 14 and 15); nothing is sent from here.
 */
export class SubmissionBuilder {
  readonly #quotes: ChainQuotes;
  readonly #submissions: SubmissionHandler;
  readonly #queue: Pick<PaymentJobQueue, 'stillListed'>;
  readonly #signatures: SealedSignatures;
  readonly #clock: Clock;
  readonly #tracer: Tracer;

  constructor(parts: {
    readonly quotes: ChainQuotes;
    readonly submissions: SubmissionHandler;
    readonly queue: Pick<PaymentJobQueue, 'stillListed'>;
    readonly signatures: SealedSignatures;
    readonly clock: Clock;
    readonly tracer: Tracer;
  }) {
    this.#quotes = parts.quotes;
    this.#submissions = parts.submissions;
    this.#queue = parts.queue;
    this.#signatures = parts.signatures;
    this.#clock = parts.clock;
    this.#tracer = parts.tracer;
  }

  /** @param jobs - the first of one sender, as the runner read them */
  async run(jobs: readonly Job[]): Promise<RunResult> {
    const [first] = jobs;
    if (first === undefined) throw new Error('a run has at least one job');
    const { waiting, listedAt } = await this.#lookAgain(first.orderingKey, jobs);
    if (waiting.length === 0) return { position: first.sequence };

    const checked = await this.#precheck(first.livemode, waiting);
    const commands: SubmissionCommand[] = [];
    const sound: Waiting[] = [];
    let isHeldUp = false;
    for (const { failure, ...each } of checked) {
      if (failure === null) sound.push(each);
      // One that was settled and undone (protocol rule 19) is owed: only what lasts may end it.
      else if (each.job.attempt > 0 && TRANSIENT.has(failure)) isHeldUp = true;
      else commands.push(this.#close(each, failure, listedAt));
    }

    const stream = submissionStreams.stream(first.orderingKey);
    const handled = await Promise.all(commands.map((command) => this.#submissions.handle(stream, command)));
    const router = this.#quotes.router(first.livemode);
    let rest: readonly Waiting[] = sound;
    for (let next = rest[0]; next !== undefined; next = rest[0]) {
      const chain = router.on(next.authorization.chain);
      const size = chain.capacity(rest.map(({ authorization }) => authorization));
      // One after the other: each takes a nonce that the ones before it have not.
      handled.push(await this.#submissions.handle(stream, await this.#assemble(rest.slice(0, size), listedAt)));
      rest = rest.slice(size);
    }
    return isHeldUp ? { againInMs: RECHECK_MS } : { position: latestPosition(handled) };
  }

  /**
   * Checks the jobs against the stream, since the read model may lag. The decider is told the revision that the list is
   * based on.
   */
  async #lookAgain(sender: string, jobs: readonly Job[]): Promise<{ waiting: Waiting[]; listedAt: number }> {
    const { listed, listedAt } = await this.#queue.stillListed(sender, jobs);
    const waiting = jobs
      // An authorization that was renewed since is listed by another event.
      .filter(({ key, eventId }) => listed.get(key) === eventId)
      .map((job) => ({ job, authorization: this.#signatures.open(sealedIn(job)) }));
    return { waiting, listedAt };
  }

  #precheck(
    livemode: boolean,
    waiting: readonly Waiting[],
  ): Promise<(Waiting & { readonly failure: PrecheckFailure | null })[]> {
    const router = this.#quotes.router(livemode);
    const now = this.#clock.now();
    return Promise.all(
      waiting.map(async ({ job, authorization }) => {
        const failure = await router.on(authorization.chain).precheck(authorization, now);
        return { failure, job, authorization };
      }),
    );
  }

  #close({ job }: Waiting, code: PrecheckFailure, listedAt: number): CloseAuthorization {
    const data = { payment: refOf(job), code, listedAt };
    return commandOf(job, 'CloseAuthorization', data, { at: this.#clock.now(), verb: 'close' });
  }

  async #assemble(waiting: readonly Waiting[], listedAt: number): Promise<AssembleSubmission> {
    const [{ job, authorization: first }] = waiting as readonly [Waiting, ...Waiting[]];
    const { chain, sender } = first;
    const stream = submissionStreams.stream(job.orderingKey);
    const authorizations = waiting.map(toCarried);
    const assembling = new ChainSpans(this.#tracer, 'assemble', authorizations);
    const { hash, bytes, nonce } = await this.#quotes
      .router(job.livemode)
      .on(chain)
      .assemble(
        waiting.map(({ authorization }) => authorization),
        async () => (await this.#submissions.query(stream, liveNonces)) ?? [],
      );
    assembling.end(hash);
    const data = { chain, sender, hash, bytes, authorizations, listedAt };
    const options = { at: this.#clock.now(), verb: 'assemble', origin: submissionOrigin(hash) };
    return commandOf(job, 'AssembleSubmission', nonce === undefined ? data : { nonce, ...data }, options);
  }
}

/** The authorization as stored in the event, with its signature encrypted. */
function sealedIn({ data }: Job): Plain<Authorization> {
  return data as Plain<Authorization>;
}

function toCarried({ job }: Waiting): CarriedAuthorization {
  return { authorization: sealedIn(job), payment: refOf(job) };
}

function refOf(job: Job): PaymentRef {
  const { account, correlationId, traceparent } = job;
  const ref = { paymentId: sealedIn(job).id, account, correlationId };
  return traceparent === undefined ? ref : { ...ref, traceparent };
}

function latestPosition(handled: readonly Handled[]): number {
  return Math.max(...handled.map(({ position }) => position));
}
