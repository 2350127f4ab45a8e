import type { CheckName, Listed, Tenant, Currency } from '@stablecoin/contracts';
import { parseAmount } from '@stablecoin/contracts';
import type { ScreeningProvider } from './screening-provider';
import type { CurrentFacts } from '../domain/reuse';
import type { ScreeningRequest, Subject } from '../domain/screening';
import { noNames } from './other-names';
import type { NamesOf } from './other-names';

/** Who is asked in one mode, and what results rest on there. */
export interface ScreeningSources {
  /** Empty when none are configured: then no one is cleared. */
  readonly providers: readonly ScreeningProvider[];
  /** Payments below it are not screened for the travel rule, in minor units; null: every payment is. */
  readonly travelRuleThreshold: bigint | null;
  /** The reason why screening is unavailable, as a sentence for the client; null when it works. */
  unavailable(): string | null;
  /** Whether a list names an address now. A list that is too old still names whom it names. */
  listed(address: string): Listed;
  /** @throws Error while a chain cannot tell: never taken for "none" */
  readonly namesOf: NamesOf;
  /** What the sources know about a subject now; undefined: they never change, so that others may remember results. */
  facts(tenant: Tenant, subject: Subject): Promise<CurrentFacts | undefined>;
}

/** Injects {@link SourcesFor}. */
export const SOURCES = Symbol('screening sources');

/** The sources of both modes. */
export type SourcesFor = (livemode: boolean) => ScreeningSources;

/** Sources that never change and are always there. */
export function fixedSources(providers: readonly ScreeningProvider[], namesOf: NamesOf = noNames): ScreeningSources {
  return {
    providers,
    namesOf,
    travelRuleThreshold: null,
    unavailable: () => (providers.length === 0 ? 'Screening is not configured for live mode.' : null),
    listed: () => (providers.length === 0 ? 'unknown' : 'not_listed'),
    facts: () => Promise.resolve(undefined),
  };
}

/**
 * The screening request for the recipient of a payment. It includes the amount only if the sources depend on it.
 * Payments with equal requests share a result.
 *
 * @param paid - amount as a decimal text
 */
export function askedFor(
  request: ScreeningRequest,
  paid: { readonly value: string; readonly currency: Currency },
  { providers, travelRuleThreshold }: Pick<ScreeningSources, 'providers' | 'travelRuleThreshold'>,
): ScreeningRequest {
  const units = parseAmount(paid.value);
  const isBelow = travelRuleThreshold !== null && units !== undefined && units < travelRuleThreshold;
  const asks = (check: CheckName): boolean => request.checks.includes(check) && !(isBelow && check === 'travel_rule');
  const byAmount = providers.some(({ check, decidesByAmount }) => decidesByAmount === true && asks(check));
  return {
    ...request,
    ...(byAmount ? { amount: paid } : {}),
    ...(isBelow && request.checks.includes('travel_rule') ? { belowThreshold: true } : {}),
  };
}
