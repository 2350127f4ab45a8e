import type { Authorization, Chain, Submission } from '@stablecoin/chains';
import { traceFields, describeError } from '@stablecoin/contracts';
import { commandOf } from '@stablecoin/event-sourcing';
import type { Clock, Job, Log, Meter, RunResult, Tracer } from '@stablecoin/event-sourcing';
import type { ReportTransfer } from '../domain/payment-commands';
import type { ReplaceSubmission } from '../domain/submission-commands';
import { paymentStreams } from '../domain/streams';
import type { Assembled } from '../domain/submission';
import { replacedBy, submissionOrigin } from '../domain/submission';
import type { PaymentJobQueue } from '../read-model/payment-job-queue';
import { finish, hashOf, inclusionOf, isFinal, otherHashesOf, paymentsOf, replacedBefore } from './observed-transfers';
import type { Seen } from './observed-transfers';
import type { PaymentHandler, SubmissionHandler } from './handlers';
import type { ChainQuotes } from './chain-quotes';
import { ChainSpans } from './chain-spans';
import type { SealedSignatures } from './sealed-signatures';

/** State of a submission between two checks. Losing it is safe. */
interface Tracked {
  /** Whether the last check found every transfer, so there is nothing to send again. */
  allFound: boolean;
  /** What was last reported, by payment. Only changes are reported. */
  readonly reported: Map<string, string>;
  /** Since when endpoints have disagreed on a transfer, by payment. {@link REPORTED} once the payment was told. */
  readonly disputed: Map<string, number>;
}

const TRACKED_MAX = 10_000;
/** By then, lagging endpoints have caught up and forks have ended. */
const DISPUTED_MAX_MS = 60_000;
const REPORTED = Infinity;

/**
 * Sends a submission as often as needed, and reports its transfers to the payments until they are final (protocol rules
 * 16, 18 and 20). Each payment is told at once, so a slow transfer does not delay the others. The submission is
 * finished last, after all of its settled payments know: it is not checked again after that.
 */
export class SubmissionTracker {
  readonly #quotes: ChainQuotes;
  readonly #payments: PaymentHandler;
  readonly #submissions: SubmissionHandler;
  readonly #queue: Pick<PaymentJobQueue, 'submissionOf'>;
  readonly #signatures: SealedSignatures;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #meter: Meter;
  readonly #tracer: Tracer;
  /** By submission; those that are not final only. */
  readonly #tracked = new Map<string, Tracked>();

  constructor(parts: {
    readonly quotes: ChainQuotes;
    readonly payments: PaymentHandler;
    readonly submissions: SubmissionHandler;
    readonly queue: Pick<PaymentJobQueue, 'submissionOf'>;
    readonly signatures: SealedSignatures;
    readonly clock: Clock;
    readonly log: Log;
    readonly meter: Meter;
    readonly tracer: Tracer;
  }) {
    this.#quotes = parts.quotes;
    this.#payments = parts.payments;
    this.#submissions = parts.submissions;
    this.#queue = parts.queue;
    this.#signatures = parts.signatures;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#meter = parts.meter;
    this.#tracer = parts.tracer;
    this.#meter.gauge('cache_entries', { cache: 'submissions' }, () => this.#tracked.size);
  }

  /** @param jobs - the job of one submission */
  async run([job]: readonly Job[]): Promise<RunResult> {
    if (job === undefined) throw new Error('a run has at least one job');
    const assembled = await this.#queue.submissionOf(job);
    const chain = this.#quotes.router(job.livemode).on(assembled.chain);
    const tracked = this.#track(assembled.hash);
    const sent = tracked.allFound || (await this.#send(chain, assembled));
    // It may look a thousand times: only what is news to a payment is recorded.
    const looking = new ChainSpans(this.#tracer, 'observe', assembled.authorizations);
    const seen = await this.#look(chain, assembled);
    tracked.allFound = seen.every(({ observation }) => observation.state !== 'unknown');
    // Any observation of a transfer proves that the chain has the submission.
    const isOut = sent || seen.some(({ observation }) => 'hash' in observation);
    await Promise.all(
      seen.flatMap((each) => [
        this.#report(job, chain, each, tracked, { isOut, hashes: [...replacedBy(assembled), assembled.hash], looking }),
        this.#reportUnconfirmed(job, each, tracked),
      ]),
    );

    const open = seen.filter(({ observation }) => !isFinal(observation));
    if (open.length > 0) {
      const replaced = tracked.allFound ? null : await this.#replace(job, chain, assembled);
      if (replaced !== null) return replaced;
      const waiting = open.map(({ carried }) => carried.authorization);
      return { againInMs: chain.pollAfterMs(waiting, this.#clock.now()) };
    }
    const { position } = await this.#submissions.handle(
      job.stream,
      finish(job, assembled.hash, seen, chain, this.#clock.now()),
    );
    this.#tracked.delete(assembled.hash);
    return { position };
  }

  #track(hash: string): Tracked {
    const known = this.#tracked.get(hash);
    if (known !== undefined) return known;
    const tracked = { allFound: false, reported: new Map<string, string>(), disputed: new Map<string, number>() };
    this.#tracked.set(hash, tracked);
    // Submissions that another instance finished are never asked for again.
    const [oldest] = this.#tracked.keys();
    if (this.#tracked.size > TRACKED_MAX && oldest !== undefined) this.#tracked.delete(oldest);
    return tracked;
  }

  /** @returns whether the chain took it; when it did not say so, only a look can tell */
  async #send(chain: Chain, assembled: Assembled): Promise<boolean> {
    const { carried, submission } = this.#submission(assembled);
    const sending = new ChainSpans(this.#tracer, 'broadcast', assembled.authorizations);
    try {
      await chain.broadcast(submission, carried);
      sending.end(assembled.hash);
      return true;
    } catch (error) {
      sending.end(assembled.hash, error);
      this.#meter.count('broadcast_failures_total');
      this.#log.warn(
        { submission: assembled.hash, payments: paymentsOf(assembled), error: describeError(error) },
        'the outcome of a broadcast is unknown; looking it up on chain',
      );
      return false;
    }
  }

  /**
   * Persists replacement bytes for a stuck submission. The replacement gets its own job, which sends it.
   *
   * @returns null when no replacement is needed
   */
  async #replace(job: Job, chain: Chain, assembled: Assembled): Promise<RunResult | null> {
    const { carried, submission } = this.#submission(assembled);
    const replacement = await chain.replacement(submission, carried, this.#clock.now());
    if (replacement === null) return null;
    const { hash, bytes, nonce } = replacement;
    this.#log.warn(
      {
        submission: job.key,
        payments: paymentsOf(assembled),
        replacement: hash,
        ...(nonce === undefined ? {} : { nonce }),
      },
      'a submission is stuck; sending a replacement',
    );
    const data: ReplaceSubmission['data'] = {
      ...assembled,
      hash,
      bytes,
      ...(nonce === undefined ? {} : { nonce }),
      replaces: job.key,
      ...replacedBefore(assembled),
    };
    const options = { at: this.#clock.now(), verb: 'replace', origin: submissionOrigin(hash) };
    const command = commandOf(job, 'ReplaceSubmission', data, options);
    const { position } = await this.#submissions.handle(job.stream, command);
    this.#tracked.delete(job.key);
    return { position };
  }

  async #look(chain: Chain, assembled: Assembled): Promise<readonly Seen[]> {
    const { hash, authorizations } = assembled;
    const { carried, submission } = this.#submission(assembled);
    const observations = await chain.observe(submission, carried, this.#clock.now());
    return authorizations.map((each, index) => {
      const observation = observations[index];
      if (observation === undefined) throw new Error(`${observations.length} observations of submission ${hash}`);
      return { carried: each, observation };
    });
  }

  /** Tells a payment that its transfer was sent, or where it stands; a failure is only said at the end (rule 18). */
  async #report(
    job: Job,
    chain: Chain,
    { carried, observation }: Seen,
    tracked: Tracked,
    {
      isOut,
      hashes,
      looking,
    }: { readonly isOut: boolean; readonly hashes: readonly string[]; readonly looking: ChainSpans },
  ): Promise<void> {
    const { paymentId, ...origin } = carried.payment;
    if (!isOut) return;
    const at = this.#clock.now();
    const inclusion = inclusionOf(observation, at);
    const news = inclusion === null ? 'sent' : `${inclusion.confirmed ? 'confirmed' : 'included'}:${inclusion.block}`;
    const before = tracked.reported.get(paymentId);
    if (before === news || (before !== undefined && inclusion === null)) return;
    const hash = hashOf(observation) ?? job.key;
    if (inclusion !== null) looking.endOf(paymentId, hash);
    const explorerUrl = chain.explorerUrl(carried.authorization.chain, hash);
    const data: ReportTransfer['data'] = { hash, explorerUrl, inclusion, ...otherHashesOf(hashes, hash) };
    const command = commandOf(job, 'ReportTransfer', data, { at, verb: `${news}:${paymentId}`, origin });
    await this.#payments.handle(paymentStreams.stream(paymentId), command);
    tracked.reported.set(paymentId, news);
  }

  /** Tells a payment once, that what became of it cannot be established for a while. */
  async #reportUnconfirmed(job: Job, { carried, observation }: Seen, { disputed }: Tracked): Promise<void> {
    const { paymentId, ...origin } = carried.payment;
    const { chain } = carried.authorization;
    const since = disputed.get(paymentId);
    if (since === REPORTED) return;
    if (observation.state !== 'unknown' || observation.isDisputed !== true) {
      disputed.delete(paymentId);
      return;
    }
    const at = this.#clock.now();
    disputed.set(paymentId, since ?? at);
    if (since === undefined || at - since < DISPUTED_MAX_MS) return;
    const command = commandOf(job, 'ReportUnconfirmed', { chain }, { at, verb: `unconfirmed:${paymentId}`, origin });
    await this.#payments.handle(paymentStreams.stream(paymentId), command);
    disputed.set(paymentId, REPORTED);
    this.#meter.count('payments_unconfirmed_total', { chain });
    this.#log.warn(
      { payment: paymentId, chain, since: new Date(since).toISOString(), ...traceFields(origin.traceparent) },
      'a payment waits because the endpoints of its chain do not agree, or too few answer. Check them, and replace those that are wrong',
    );
  }

  #submission({ hash, bytes, nonce, authorizations }: Assembled): {
    readonly submission: Submission;
    readonly carried: readonly Authorization[];
  } {
    const carried = authorizations.map(({ authorization }) => this.#signatures.open(authorization));
    const submission = { hash, bytes, authorizations: carried.map(({ id }) => id) };
    return { submission: nonce === undefined ? submission : { ...submission, nonce }, carried };
  }
}
