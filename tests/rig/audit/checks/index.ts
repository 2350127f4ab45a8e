import type { ServiceAtRest } from '../service-at-rest';
import { ANSWERS, PROMPTNESS } from './answers';
import type { AccountCheck, Checks } from './check';
import { MONEY } from './money';
import { PAYMENTS, SERVICE } from './payments';
import { WEBHOOKS } from './webhooks';

export { lateRepetitions } from './webhooks';

/** What must hold of each account whatever has failed, by what it says. */
export const LASTING_CHECKS: Checks<AccountCheck> = { ...ANSWERS, ...PAYMENTS, ...MONEY, ...WEBHOOKS };

/** What must hold where nothing fails but the service itself. */
export const ACCOUNT_CHECKS: Checks<AccountCheck> = { ...LASTING_CHECKS, ...PROMPTNESS };

/** What must hold of the service as a whole. */
export const SERVICE_CHECKS = SERVICE;

/**
 * All of them, one after the other.
 *
 * @throws Error that names the check that failed, and says why
 */
export function checkEverything(service: ServiceAtRest, checks: Checks<AccountCheck> = ACCOUNT_CHECKS): void {
  for (const account of service.accounts) {
    for (const [name, check] of Object.entries(checks))
      named(`${account.name}: ${name}`, () => check(account, service));
  }
  for (const [name, check] of Object.entries(SERVICE_CHECKS)) named(name, () => check(service));
}

function named(name: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`check failed: ${name}\n${reason}`, { cause: error });
  }
}
