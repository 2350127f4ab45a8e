import { askedOnce, RISK_LEVELS } from './risk-provider';
import type { AskRisk, Risk, RiskLevel } from './risk-provider';
import { entriesOf, fieldsIn, isAbout } from './vendor-answers';
import type { VendorCalls } from './vendor-calls';

export interface ChainalysisOptions {
  /** `https://api.chainalysis.com/api/risk` */
  readonly url: string;
  readonly apiKey: string;
  readonly calls: Pick<VendorCalls, 'call'>;
}

/** Calls a second that Chainalysis takes. */
export const CHAINALYSIS_PER_SECOND = 40;

/**
 * Chainalysis Address Screening, v2: an address is registered, and then rated. One that is not rated yet is no finding.
 *
 * @see https://docs.chainalysis.com/api/address-screening
 */
export function chainalysisRisk({ url, apiKey, calls }: ChainalysisOptions): AskRisk {
  const headers = { token: apiKey, accept: 'application/json', 'content-type': 'application/json' };
  return askedOnce(async (address, _chains, signal) => {
    const entities = `${url.replace(/\/$/, '')}/v2/entities`;
    const body = JSON.stringify({ address });
    const registered = await calls.call({ method: 'POST', url: entities, headers, body }, signal);
    if (registered.status !== 201 && registered.status !== 200) throw refused(registered.status);
    const rated = await calls.call({ method: 'GET', url: `${entities}/${address}`, headers }, signal);
    if (rated.status !== 200) throw refused(rated.status);
    return readRisk(address, fieldsIn(rated.json));
  });
}

function refused(status: number): Error {
  const why = status === 401 || status === 403 ? ': check CHAINALYSIS_API_KEY' : '';
  return new Error(`CHAINALYSIS_URL answered ${status}${why}`);
}

function readRisk(address: string, answer: Readonly<Record<string, unknown>>): Risk {
  const { risk, riskReason, status } = answer;
  if (status !== undefined && status !== 'COMPLETE') throw new Error('CHAINALYSIS_URL has not rated the address yet');
  if (!isAbout(address, answer['address'])) throw new Error('CHAINALYSIS_URL answered for another address');
  const cluster = fieldsIn(answer['cluster']);
  const identified = entriesOf(answer['addressIdentifications']).find(isSanctions);
  const triggers = entriesOf(answer['triggers']);
  const exposures = triggers.filter(isSanctions).map(({ ruleTriggered }) => levelOf(fieldsIn(ruleTriggered)['risk']));
  return {
    level: levelOf(risk),
    sanctioned: identified !== undefined ? nameOf(identified) : isSanctions(cluster) ? nameOf(cluster) : null,
    sanctionsExposure: Math.max(0, ...exposures) as RiskLevel,
    entity: typeof cluster['name'] === 'string' ? cluster['name'] : null,
    data: { risk, riskReason, cluster: answer['cluster'] ?? null, triggers },
  };
}

/** `sanctions`, `sanctioned entity`, `sanctioned jurisdiction` */
function isSanctions({ category }: Readonly<Record<string, unknown>>): boolean {
  return typeof category === 'string' && /^sanction/i.test(category);
}

function nameOf({ name, category }: Readonly<Record<string, unknown>>): string {
  return String(name ?? category);
}

function levelOf(risk: unknown): RiskLevel {
  const name = String(risk).toLowerCase();
  const known = Object.entries(RISK_LEVELS).find(([each]) => each === name);
  if (known === undefined) throw new Error('CHAINALYSIS_URL answered a risk that is not Low, Medium, High or Severe');
  return known[1];
}
