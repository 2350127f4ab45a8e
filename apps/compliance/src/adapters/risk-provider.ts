import type { CheckName, ChainName } from '@stablecoin/contracts';
import type { Finding, ScreeningProvider, ScreeningSubject } from '../application/screening-provider';

/** How bad a vendor says that something is; 0: it has nothing against it. */
export type RiskLevel = 0 | 1 | 2 | 3 | 4;

/** The names of the levels, as vendors and our configuration use them. */
export const RISK_LEVELS = { low: 1, medium: 2, high: 3, severe: 4 } as const satisfies Record<string, RiskLevel>;
export type RiskName = keyof typeof RISK_LEVELS;
const RISK_NAMES = ['low', 'medium', 'high', 'severe'] as const satisfies readonly RiskName[];

/** From which level on a vendor's answer blocks, and from which a person has to look. */
export interface RiskPolicy {
  readonly block: RiskName;
  readonly review: RiskName;
}

/** What a vendor says about one address. */
export interface Risk {
  readonly level: RiskLevel;
  /** The address belongs to somebody who is sanctioned, whatever the level. Null: the vendor names nobody. */
  readonly sanctioned: string | null;
  /** The worst of its dealings with those who are sanctioned. */
  readonly sanctionsExposure: RiskLevel;
  /** Who the vendor says that it is. */
  readonly entity: string | null;
  /** What the vendor said, as far as it bears on this. */
  readonly data: unknown;
}

/** Asks a vendor about an address: in the signal's time, or it rejects. */
export type AskRisk = (address: string, chains: readonly ChainName[], signal: AbortSignal) => Promise<Risk>;

export interface RiskProviderOptions {
  /** As the configuration names it. */
  readonly name: string;
  /** As people name it. */
  readonly vendor: string;
  /** What is asked: a URL without secrets. */
  readonly source: string;
  readonly ask: AskRisk;
  readonly policy: RiskPolicy;
  readonly now: () => number;
}

const DATA_MAX = 4_000;

/**
 * A vendor that rates addresses. Sanctions: an address of somebody who is sanctioned fails, and dealings with them count
 * by their level. Money laundering: the level counts.
 */
export function riskProvider(check: CheckName, options: RiskProviderOptions): ScreeningProvider {
  const { name, vendor, source, ask, policy, now } = options;
  return {
    name,
    check,
    async screen({ address, chains }: ScreeningSubject, signal: AbortSignal): Promise<Finding> {
      signal.throwIfAborted();
      if (address === null) return { outcome: 'not_covered', evidence: `${vendor} knows addresses, not owners.` };
      const risk = await ask(address, chains, signal);
      const { sanctioned, entity } = risk;
      const isSanctions = check === 'sanctions';
      const level = isSanctions ? risk.sanctionsExposure : risk.level;
      const matched = sanctioned ?? (level > 0 ? entity : null);
      const details = { source, version: null, matched, at: now(), data: JSON.stringify(risk.data).slice(0, DATA_MAX) };
      if (isSanctions && sanctioned !== null) {
        return { outcome: 'fail', evidence: `${vendor} names the address as sanctioned.`, details };
      }
      const rated = RISK_NAMES.find((each) => RISK_LEVELS[each] === level) ?? 'none';
      const what = isSanctions ? 'exposure of the address to sanctions' : 'risk of the address';
      return { outcome: outcomeOf(level, policy), evidence: `${vendor} rates the ${what}: ${rated}.`, details };
    },
  };
}

/** Asks once for the checks that ask about the same address at the same time. */
export function askedOnce(ask: AskRisk): AskRisk {
  const underWay = new Map<string, Promise<Risk>>();
  return (address, chains, signal) => {
    const known = underWay.get(address);
    if (known !== undefined) return known;
    const asked = ask(address, chains, signal).finally(() => underWay.delete(address));
    underWay.set(address, asked);
    return asked;
  };
}

function outcomeOf(level: RiskLevel, { block, review }: RiskPolicy): 'pass' | 'review' | 'fail' {
  if (level >= RISK_LEVELS[block]) return 'fail';
  return level >= RISK_LEVELS[review] ? 'review' : 'pass';
}
