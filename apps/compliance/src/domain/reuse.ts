import { CHECK_NAMES, mayBeSame, parseAmount } from '@stablecoin/contracts';
import type { ScreeningRequest, ScreeningResult, Waiter } from './screening';

/** What the sources know about a subject now, as far as a kept result may contradict it. */
export interface CurrentFacts {
  /** A sanctions list names the address, or another name of it; also while it cannot be told which those are. */
  readonly isListed: boolean;
  /** The attestations that cover the subject. */
  readonly attestations: readonly string[];
  /** The owner of the token account that the address is; null, or missing: it is none. */
  readonly owner?: string | null;
}

/** The provider whose findings name the attestation that they rest on. */
export const ATTESTED = 'attested';

/** Whether who ordered a payment has cleared its recipient before, and somebody else has to decide. */
export function isOwnReview({ status, decision }: ScreeningResult, waiter: Waiter | null): boolean {
  if (status !== 'cleared' || decision === undefined || waiter === null) return false;
  const { createdBy, separateFrom } = waiter;
  if (createdBy !== undefined && decision.notFor?.includes(createdBy) === true) return true;
  return separateFrom !== undefined && mayBeSame(decision.line ?? [decision.by], separateFrom);
}

/** Whether a result may be reused: it has not expired, and its evidence is still valid. */
export function answers(result: ScreeningResult, at: number, facts?: CurrentFacts): boolean {
  const { status, findings, expiresAt, names } = result;
  if (at >= expiresAt) return false;
  if (facts === undefined || status !== 'cleared') return true;
  const attested = findings.flatMap(({ provider, details }) => (provider === ATTESTED ? (details?.matched ?? []) : []));
  // A token account may have been handed over to somebody whom nobody has screened.
  const isOwned = (names?.owner ?? null) === (facts.owner ?? null);
  return isOwned && !facts.isListed && attested.every((id) => facts.attestations.includes(id));
}

/**
 * Whether a result is about what a payment asks: the same address, every check, no other country. Where a source decides
 * by amount, it is of an amount in the same currency that is not lower. And it is in review, or may be used again.
 *
 * @param now - epoch milliseconds
 * @param facts - what the sources know now; undefined: what they know never changes
 */
export function counts(named: ScreeningResult, own: ScreeningRequest, now: number, facts?: CurrentFacts): boolean {
  return (
    (named.status === 'review' || answers(named, now, facts)) &&
    named.subject.kind === own.subject.kind &&
    named.subject.value === own.subject.value &&
    CHECK_NAMES.every((name) => named.findings.some((finding) => finding.name === name)) &&
    (own.country === null || own.country === named.country) &&
    covers(named, own.amount) &&
    // A check without an amount counts as one above the threshold of the travel rule.
    (named.belowThreshold === undefined || own.belowThreshold === true)
  );
}

/** A result without an amount was decided without what a source by amount would have found, and so clears no amount. */
function covers({ status, amount: decided }: ScreeningResult, asked: ScreeningRequest['amount']): boolean {
  if (decided === undefined) return asked === undefined || status === 'blocked';
  const [most, units] = [parseAmount(decided.value), asked && parseAmount(asked.value)];
  return decided.currency === asked?.currency && most !== undefined && units !== undefined && units <= most;
}
