import type { Authorization, PrecheckFailure } from '@stablecoin/chains';
import { workCommandId } from '@stablecoin/event-sourcing';
import type { Clock, Handled, RunResult, WorkRow } from '@stablecoin/event-sourcing';
import type { AssembleSubmission, CloseAuthorization, SubmissionCommand } from '../domain/decide-submission';
import { liveNonces } from '../domain/submission';
import type { CarriedAuthorization } from '../domain/submission';
import type { PaymentJobs } from '../read-model/payment-jobs';
import type { Plain } from '../domain/payment-events';
import type { SubmissionHandler } from './handlers';
import type { ChainQuotes } from './chain-quotes';
import type { SealedSignatures } from './sealed-signatures';
import { submissionStream } from '../domain/streams';

/** Authorizations that one submission carries at most. */
export const SUBMISSION_SIZE = 100;

/** What may be over by the next look. */
const PASSING: ReadonlySet<PrecheckFailure> = new Set(['insufficient_gas', 'chain_unavailable', 'spend_limit_onchain']);
const LOOK_AGAIN_MS = 1_000;

/** An authorization that waits, with its row. */
interface Waiting {
  readonly row: WorkRow;
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
  readonly #jobs: Pick<PaymentJobs, 'stillListed'>;
  readonly #signatures: SealedSignatures;
  readonly #clock: Clock;

  constructor(parts: {
    readonly quotes: ChainQuotes;
    readonly submissions: SubmissionHandler;
    readonly jobs: Pick<PaymentJobs, 'stillListed'>;
    readonly signatures: SealedSignatures;
    readonly clock: Clock;
  }) {
    this.#quotes = parts.quotes;
    this.#submissions = parts.submissions;
    this.#jobs = parts.jobs;
    this.#signatures = parts.signatures;
    this.#clock = parts.clock;
  }

  /** @param rows - the first ones of one sender, as the worker found them */
  async run(rows: readonly WorkRow[]): Promise<RunResult> {
    const [first] = rows;
    if (first === undefined) throw new Error('a run has at least one row');
    const { waiting, listedAt } = await this.#lookAgain(first.claim, rows);
    if (waiting.length === 0) return { position: first.sequence };

    const checked = await this.#precheck(first.livemode, waiting);
    const commands: SubmissionCommand[] = [];
    const sound: Waiting[] = [];
    let isHeldUp = false;
    for (const { failure, ...each } of checked) {
      if (failure === null) sound.push(each);
      // One that was settled and undone (protocol rule 19) is owed: only what lasts may end it.
      else if (each.row.attempt > 0 && PASSING.has(failure)) isHeldUp = true;
      else commands.push(this.#close(each, failure, listedAt));
    }

    const stream = submissionStream(first.claim);
    const handled = await Promise.all(commands.map((command) => this.#submissions.handle(stream, command)));
    const chain = this.#quotes.chain(first.livemode);
    for (let rest = sound; rest.length > 0;) {
      const size = chain.capacity?.(rest.map(({ authorization }) => authorization)) ?? rest.length;
      // One after the other: each takes a nonce that the ones before it have not.
      handled.push(await this.#submissions.handle(stream, await this.#assemble(rest.slice(0, size), listedAt)));
      rest = rest.slice(size);
    }
    return isHeldUp ? { againInMs: LOOK_AGAIN_MS } : { position: latestPosition(handled) };
  }

  /** The worker's rows may be older than what the list says by now; the decider is told how far the list has come. */
  async #lookAgain(claim: string, rows: readonly WorkRow[]): Promise<{ waiting: Waiting[]; listedAt: number }> {
    const { listed, listedAt } = await this.#jobs.stillListed(claim, rows);
    const waiting = rows
      // One that was authorized anew since is listed by another event, and valid for another time.
      .filter(({ key, eventId }) => listed.get(key) === eventId)
      .map((row) => ({ row, authorization: this.#signatures.open(sealedIn(row)) }));
    return { waiting, listedAt };
  }

  #precheck(
    livemode: boolean,
    waiting: readonly Waiting[],
  ): Promise<(Waiting & { readonly failure: PrecheckFailure | null })[]> {
    const chain = this.#quotes.chain(livemode);
    const now = this.#clock.now();
    return Promise.all(
      waiting.map(async (each) => ({ failure: await chain.precheck(each.authorization, now), ...each })),
    );
  }

  #close({ row, authorization }: Waiting, code: PrecheckFailure, listedAt: number): CloseAuthorization {
    const { account, livemode, correlationId } = row;
    return {
      id: workCommandId(row, 'close'),
      type: 'CloseAuthorization',
      data: { payment: { paymentId: authorization.id, account, correlationId }, code, listedAt },
      at: this.#clock.now(),
      correlationId,
      account,
      livemode,
    };
  }

  async #assemble(waiting: readonly Waiting[], listedAt: number): Promise<AssembleSubmission> {
    const [{ row, authorization: first }] = waiting as readonly [Waiting, ...Waiting[]];
    const { chain, sender } = first;
    const stream = submissionStream(row.claim);
    const { hash, bytes, nonce } = await this.#quotes.chain(row.livemode).assemble(
      waiting.map(({ authorization }) => authorization),
      async () => (await this.#submissions.query(stream, liveNonces)) ?? [],
    );
    const data = { chain, sender, hash, bytes, authorizations: waiting.map(toCarried), listedAt };
    return {
      id: workCommandId(row, 'assemble'),
      type: 'AssembleSubmission',
      data: nonce === undefined ? data : { nonce, ...data },
      at: this.#clock.now(),
      correlationId: hash,
      // A sender serves every account, so a submission belongs to none.
      account: '',
      livemode: row.livemode,
    };
  }
}

/** As it stands in the event that it comes from. */
function sealedIn({ data }: WorkRow): Plain<Authorization> {
  return data as unknown as Plain<Authorization>;
}

function toCarried({ row }: Waiting): CarriedAuthorization {
  const { account, correlationId } = row;
  const authorization = sealedIn(row);
  return { authorization, payment: { paymentId: authorization.id, account, correlationId } };
}

function latestPosition(handled: readonly Handled[]): number {
  return Math.max(...handled.map(({ position }) => position));
}
