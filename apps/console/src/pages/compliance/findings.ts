import type { Resource } from '../../api/client';
import { labelOf } from '../../ui/labels';

type Check = Resource<'CheckResult'>;

/** The worst first: what a reviewer has to look at. */
const ORDER: readonly string[] = ['fail', 'review', 'not_covered', 'pass'];

/** `kyc` is `KYC`, `travel_rule` is `Travel rule`. */
export function checkName(name: string): string {
  return name === 'kyc' || name === 'aml' ? name.toUpperCase() : labelOf(name);
}

/** The checks of a screening, those with findings first. */
export function bySeverity(checks: readonly Check[]): readonly Check[] {
  const rank = ({ outcome }: Check) => (ORDER.includes(outcome) ? ORDER.indexOf(outcome) : 0);
  return [...checks].sort((one, other) => rank(one) - rank(other));
}

/** The checks that did not pass, in a few words: `Sanctions, KYC`. */
export function findingsOf(checks: readonly Check[]): string {
  const names = bySeverity(checks)
    .filter(({ outcome }) => outcome !== 'pass')
    .map(({ name }) => checkName(name));
  return names.length === 0 ? 'None' : [...new Set(names)].join(', ');
}

/** Evidence that a source gave as JSON, for reading; as it is where it is something else. */
export function readable(data: string): string {
  try {
    return JSON.stringify(JSON.parse(data), null, 2);
  } catch {
    return data;
  }
}

/** Whether an address was screened, and not the owner of a wallet. */
export function isAddress(subject: string): boolean {
  return !/^(agent|user):/.test(subject);
}

/** What a person types is an address, or the owner of a wallet. */
export function subjectQuery(text: string): { address?: string; owner?: string } {
  if (text === '') return {};
  return isAddress(text) ? { address: text } : { owner: text };
}
