import { CHECK_NAMES } from '@stablecoin/contracts';
import { parseAmount } from '@stablecoin/money';
import { answers } from './decide-screening';
import type { CurrentFacts } from './decide-screening';
import type { ScreeningRequest, ScreeningResult } from './screening';

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
