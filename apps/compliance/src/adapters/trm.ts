import type { ChainName } from '@stablecoin/contracts';
import { askedOnce } from './risk-provider';
import type { AskRisk, Risk, RiskLevel } from './risk-provider';
import { entriesOf, isAbout } from './vendor-answers';
import type { VendorCalls } from './vendor-calls';

export interface TrmOptions {
  /** `https://api.trmlabs.com/public` */
  readonly url: string;
  readonly apiKey: string;
  readonly calls: Pick<VendorCalls, 'call'>;
}

/** TRM's scores. */
const LEVELS: ReadonlyMap<unknown, RiskLevel> = new Map([
  [0, 0],
  [1, 1],
  [5, 2],
  [10, 3],
  [15, 4],
]);

/**
 * TRM Labs' wallet screening, v2: an address is rated on every chain that it may be paid on, and the worst counts.
 *
 * @see https://documentation.trmlabs.com
 */
export function trmRisk({ url, apiKey, calls }: TrmOptions): AskRisk {
  const headers = {
    authorization: `Basic ${Buffer.from(`${apiKey}:${apiKey}`).toString('base64')}`,
    accept: 'application/json',
    'content-type': 'application/json',
  };
  const path = `${url.replace(/\/$/, '')}/v2/screening/addresses`;
  return askedOnce(async (address, chains, signal) => {
    const body = JSON.stringify(chains.map((chain) => ({ address, chain })));
    const { status, json } = await calls.call({ method: 'POST', url: path, headers, body }, signal);
    if (status !== 200 && status !== 201) {
      throw new Error(`TRM_URL answered ${status}${status === 401 || status === 403 ? ': check TRM_API_KEY' : ''}`);
    }
    return readRisk(address, chains, entriesOf(json));
  });
}

function readRisk(
  address: string,
  chains: readonly ChainName[],
  answers: readonly Readonly<Record<string, unknown>>[],
): Risk {
  const isAsked = ({ addressSubmitted, address: read }: Readonly<Record<string, unknown>>): boolean =>
    isAbout(address, addressSubmitted ?? read);
  const ours = chains.map((chain) => answers.find((each) => each['chain'] === chain && isAsked(each)));
  if (ours.length === 0 || ours.includes(undefined)) throw new Error('TRM_URL did not answer for every chain asked');
  const indicators = ours.flatMap((each) => entriesOf(each?.['addressRiskIndicators']));
  const entities = ours.flatMap((each) => entriesOf(each?.['entities']));
  const rated = [
    ...indicators.map((each) => ({ ...each, level: levelOf(each['categoryRiskScoreLevel']) })),
    ...entities.map((each) => ({ ...each, level: levelOf(each['riskScoreLevel']) })),
  ] as readonly (Readonly<Record<string, unknown>> & { readonly level: RiskLevel })[];
  const sanctions = rated.filter(({ category }) => typeof category === 'string' && /sanction/i.test(category));
  // What an entity is, the address is too.
  const own = sanctions.find(({ riskType }) => riskType === 'OWNERSHIP' || riskType === undefined);
  const [entity] = entities;
  return {
    level: worst(rated),
    sanctioned: own === undefined ? null : String(own['entity'] ?? own['category']),
    sanctionsExposure: worst(sanctions),
    entity: entity === undefined ? null : String(entity['entity']),
    data: { addressRiskIndicators: indicators, entities },
  };
}

function worst(rated: readonly { readonly level: RiskLevel }[]): RiskLevel {
  return Math.max(0, ...rated.map(({ level }) => level)) as RiskLevel;
}

function levelOf(score: unknown): RiskLevel {
  const level = LEVELS.get(score);
  if (level === undefined) throw new Error('TRM_URL answered a risk score other than 0, 1, 5, 10 or 15');
  return level;
}
