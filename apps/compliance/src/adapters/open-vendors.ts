import type { CheckName } from '@stablecoin/contracts';
import type { ServicePorts } from '@stablecoin/host';
import { CHAINALYSIS_PER_SECOND, chainalysisRisk } from './chainalysis';
import { HttpProvider } from './http-provider';
import { riskProvider } from './risk-provider';
import type { AskRisk } from './risk-provider';
import type { ScreeningProvider } from '../application/screening-provider';
import { trmRisk } from './trm';
import { sourceOf } from './vendor-answers';
import { VendorCalls } from './vendor-calls';

type Screening = ServicePorts['configuration']['screening'];
type Vendor = 'chainalysis' | 'trm' | 'http';

/**
 * Opens the vendors that have an account. Each is called at one pace, whichever check asks.
 *
 * @param now - epoch milliseconds
 * @returns a provider of a check; throws for a vendor without an account, which the configuration has refused before
 */
export function openVendors(
  settings: Screening,
  now: () => number,
): (name: Vendor, check: CheckName) => ScreeningProvider {
  const { http, chainalysis, trm } = settings;
  const calls = (name: string, perSecond?: number) =>
    new VendorCalls({ name, now, ...(perSecond === undefined ? {} : { perSecond }) });
  const rates = (
    name: Vendor,
    vendor: string,
    { url, block, review }: NonNullable<Screening['trm']>,
    ask: AskRisk,
  ): ((check: CheckName) => ScreeningProvider) => {
    const options = { name, vendor, source: sourceOf(url), ask, policy: { block, review }, now };
    return (check) => riskProvider(check, options);
  };
  const opened: Partial<Record<Vendor, (check: CheckName) => ScreeningProvider>> = {};
  if (chainalysis !== null) {
    const ask = chainalysisRisk({ ...chainalysis, calls: calls('CHAINALYSIS_URL', CHAINALYSIS_PER_SECOND) });
    opened.chainalysis = rates('chainalysis', 'Chainalysis', chainalysis, ask);
  }
  if (trm !== null) opened.trm = rates('trm', 'TRM', trm, trmRisk({ ...trm, calls: calls('TRM_URL') }));
  if (http !== null) {
    const options = { ...http, calls: calls('SCREENING_URL'), now };
    opened.http = (check) => new HttpProvider(check, options);
  }
  return (name, check) => {
    const open = opened[name];
    if (open === undefined) throw new Error(`there is no account at ${name}`);
    return open(check);
  };
}
