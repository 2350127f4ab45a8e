import type { CheckName } from '@stablecoin/contracts';
import type { SourceName } from './screening-variables';
import type { Values } from './variables';

/** An account at a vendor that rates addresses. */
export interface VendorSettings {
  readonly url: string;
  readonly apiKey: string;
  readonly block: Values['trmBlock'];
  readonly review: Values['trmReview'];
}

/** How live payments and wallets are screened. */
export interface ScreeningSettings {
  /** Sources by check; null when live mode has no screening, so no one is cleared. */
  readonly sources: Readonly<Record<CheckName, readonly (SourceName | 'sandbox')[]>> | null;
  /** Whether live deposits are held until their sender is cleared. */
  readonly deposits: boolean;
  /** In minor units. */
  readonly travelRuleThreshold: bigint;
  readonly list: {
    readonly urls: readonly string[];
    readonly refreshMs: number;
    readonly maxAgeMs: number;
    /** Hashes of versions, in hex, or their first digits. */
    readonly accepted: readonly string[];
  };
  /** Null without an API key. */
  readonly chainalysis: VendorSettings | null;
  readonly trm: VendorSettings | null;
  readonly http: { readonly url: string; readonly secret: string } | null;
}

const MS_PER_HOUR = 3_600_000;

/** The settings of screening; {@link missingForScreening} finds what is missing. */
export function screeningSettings(values: Values): ScreeningSettings {
  const { screeningUrl, screeningSecret, screenDeposits } = values;
  const sources = sourcesOf(values);
  const isReal = sources?.sanctions.some((name) => name !== 'sandbox') ?? false;
  return {
    sources,
    deposits: screenDeposits ?? isReal,
    travelRuleThreshold: values.travelRuleThreshold,
    list: {
      urls: values.ofacList,
      refreshMs: values.ofacListRefreshMs,
      maxAgeMs: values.ofacListMaxAgeHours * MS_PER_HOUR,
      accepted: values.ofacListAccept ?? [],
    },
    chainalysis: vendorSettings(
      values.chainalysisUrl.url,
      values.chainalysisApiKey,
      values.chainalysisBlock,
      values.chainalysisReview,
    ),
    trm: vendorSettings(values.trmUrl.url, values.trmApiKey, values.trmBlock, values.trmReview),
    http: screeningUrl === null || screeningSecret === null ? null : { url: screeningUrl.url, secret: screeningSecret },
  };
}

function vendorSettings(
  url: string,
  apiKey: string | null,
  block: VendorSettings['block'],
  review: VendorSettings['review'],
): VendorSettings | null {
  return apiKey === null ? null : { url, apiKey, block, review };
}

/** No money is real there. */
function isLocal({ chains, chainNetwork }: Values): boolean {
  return chains === 'local' || chainNetwork === 'local';
}

function givenIn({ screeningSanctions, screeningAml, screeningKyc, screeningTravelRule }: Values) {
  return { sanctions: screeningSanctions, aml: screeningAml, kyc: screeningKyc, travel_rule: screeningTravelRule };
}

function sourcesOf(values: Values): ScreeningSettings['sources'] {
  const { kyc, aml, sanctions, travel_rule: travelRule } = givenIn(values);
  if (isLocal(values)) {
    const sandbox = ['sandbox'] as const;
    return {
      kyc: kyc ?? sandbox,
      aml: aml ?? sandbox,
      sanctions: sanctions ?? sandbox,
      travel_rule: travelRule ?? sandbox,
    };
  }
  if (kyc === null || travelRule === null) return null;
  return {
    kyc,
    aml: aml ?? ['oracle', 'issuer'],
    sanctions: sanctions ?? ['ofac', 'oracle', 'issuer'],
    travel_rule: travelRule,
  };
}

/** What the screening of public networks, and each source that is named, cannot do without; a line for each variable. */
export function missingForScreening(values: Values): string[] {
  const given = givenIn(values);
  const { baseRpcUrls, ethereumRpcUrls, solanaRpcUrls } = values;
  const paysPublicly = [baseRpcUrls, ethereumRpcUrls, solanaRpcUrls].some((urls) => urls !== null);
  const isNamed = (source: SourceName): boolean =>
    Object.values(given).some((names: readonly SourceName[] | null) => names?.includes(source) ?? false);
  const sources = sourcesOf(values);
  const asksChains =
    values.chains !== 'local' &&
    !paysPublicly &&
    sources !== null &&
    Object.values(sources).some((names) => names.some((name) => name === 'oracle' || name === 'issuer'));
  const isAny = values.screenDeposits === true || Object.values(given).some((names) => names !== null);
  const decides = !isLocal(values) && (paysPublicly || isAny);
  const choice = (what: string) => `who checks ${what} in live mode: attested, http or none (docs/compliance.md)`;
  const beside = (source: SourceName) => `beside the source ${source}`;
  const needed: readonly (readonly [isNeeded: boolean, name: string, value: unknown, takes: string])[] = [
    [decides, 'SCREENING_KYC', given.kyc, choice('identities')],
    [decides, 'SCREENING_TRAVEL_RULE', given.travel_rule, choice('travel-rule data')],
    [asksChains, 'BASE_RPC_URLS', null, 'the endpoints of a chain, beside the sources oracle and issuer'],
    [isNamed('chainalysis'), 'CHAINALYSIS_API_KEY', values.chainalysisApiKey, `a key, ${beside('chainalysis')}`],
    [isNamed('trm'), 'TRM_API_KEY', values.trmApiKey, `a key, ${beside('trm')}`],
    [isNamed('http'), 'SCREENING_URL', values.screeningUrl, `where to ask, ${beside('http')}`],
    [isNamed('http'), 'SCREENING_SECRET', values.screeningSecret, `what requests are signed with, ${beside('http')}`],
  ];
  return needed
    .filter(([isNeeded, , value]) => isNeeded && value === null)
    .map(([, name, , takes]) => `${name}: got nothing, takes ${takes}`);
}
