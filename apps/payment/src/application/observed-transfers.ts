import type { Chain, Observation } from '@stablecoin/chains';
import { commandOf } from '@stablecoin/event-sourcing';
import type { Job } from '@stablecoin/event-sourcing';
import type { FinishSubmission } from '../domain/submission-commands';
import type { Inclusion, ReportTransfer } from '../domain/payment-commands';
import type {
  Assembled,
  CarriedAuthorization,
  SubmissionFinal,
  SubmissionReplaced,
  TransferFailure,
} from '../domain/submission';
import { replacedBy, submissionOrigin } from '../domain/submission';
import { revisionOf } from '../read-model/payment-job-queue';

/** What became of one authorization of a submission. */
export interface Seen {
  readonly carried: CarriedAuthorization;
  readonly observation: Observation;
}

export function paymentsOf({ authorizations }: Assembled): readonly string[] {
  return authorizations.map(({ payment }) => payment.paymentId);
}

export function replacedBefore(assembled: Assembled): Pick<SubmissionReplaced['data'], 'replacedBefore'> {
  const replacedBefore = replacedBy(assembled);
  return replacedBefore.length === 0 ? {} : { replacedBefore };
}

export function otherHashesOf(hashes: readonly string[], hash: string): Pick<ReportTransfer['data'], 'otherHashes'> {
  // One that was packed anew has a hash that no submission has.
  const otherHashes = hashes.length === 1 ? [] : hashes.filter((each) => each !== hash);
  return otherHashes.length === 0 ? {} : { otherHashes };
}

/** The hash of the transaction that carries a transfer out; null where it is the submission's own. */
export function hashOf(observation: Observation): string | null {
  if ('hash' in observation) return observation.hash;
  return observation.state === 'unknown' ? (observation.sentAs ?? null) : null;
}

/**
 * The block of a transfer, as reported to the payment; null while it is in no block.
 *
 * The time of a block may be ahead of this process. It is capped at the present, so that no answer shows a time in the
 * future; `blockAt` keeps the time of the chain.
 */
export function inclusionOf(observation: Observation, now: number): Inclusion | null {
  switch (observation.state) {
    case 'included':
    case 'confirmed':
    case 'final': {
      const { block, at, state } = observation;
      const ahead = at > now ? { blockAt: at } : {};
      return { block, at: Math.min(at, now), ...ahead, confirmed: state !== 'included' };
    }
    case 'unknown':
    case 'reverted':
    case 'expired':
      return null;
  }
}

export function isFinal(observation: Observation): boolean {
  switch (observation.state) {
    case 'final':
    case 'expired':
      return true;
    case 'reverted':
      return observation.final;
    case 'unknown':
    case 'included':
    case 'confirmed':
      return false;
  }
}

export function finish(job: Job, hash: string, seen: readonly Seen[], chain: Chain, at: number): FinishSubmission {
  const settled: string[] = [];
  const failed: SubmissionFinal['data']['failed'][number][] = [];
  for (const { carried, observation } of seen) {
    if (observation.state === 'final') settled.push(carried.payment.paymentId);
    else failed.push({ ...carried.payment, code: failureOf(observation) });
  }
  const data = { hash, settled, failed, ...(chain.costs === null ? {} : { assembledAt: revisionOf(job) }) };
  return commandOf(job, 'FinishSubmission', data, { at, verb: 'finish', origin: submissionOrigin(hash) });
}

function failureOf(observation: Observation): TransferFailure {
  return observation.state === 'reverted' ? (observation.refusal ?? 'transaction_reverted') : 'transaction_expired';
}
