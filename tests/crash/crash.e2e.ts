/**
 * @needs own-service
 * @slow 42
 */
import { ACCOUNT_CHECKS, lateRepetitions, SERVICE_CHECKS } from '../rig/audit/checks';
import { ACCOUNTS } from '../rig/load/account-under-load';
import { crashAgainAndAgain } from './crash-run';
import type { ServiceAtRest } from '../rig/audit/service-at-rest';
import { ensureBuilt } from '../e2e/support/ensure-built';

/**
 * The built service is killed under load, again and again, and must have lost, doubled and invented nothing. It is
 * always a service of its own, also with `BASE_URL`. Crashes at chosen points are in `crash-points.e2e.ts`.
 *
 * `CRASH_SEED=<n> npm run e2e -- crash.e2e` sends the same orders and kills at the same signs; what the service is in
 * the middle of just then is not ours to say.
 */
const SEED = Number(process.env['CRASH_SEED'] ?? 1);

let service: ServiceAtRest;

beforeAll(async () => {
  ensureBuilt();
  service = await crashAgainAndAgain(SEED);
  for (const late of service.accounts.flatMap(lateRepetitions)) console.log(`A late repetition: ${late}`);
});

describe.each(ACCOUNTS)('After kill -9 under load, account %s', (name) => {
  it.each(Object.entries(ACCOUNT_CHECKS))('%s', (_, check) => {
    const account = service.accounts.find((one) => one.name === name);
    if (account === undefined) throw new Error(`there is no account ${name}`);
    check(account, service);
  });

  it('the load included payments without an idempotency key', () => {
    expect(service.accounts.map(({ witness }) => witness.unkeyed.size > 0)).toEqual([true, true]);
  });
});

describe('After kill -9 under load', () => {
  it.each(Object.entries(SERVICE_CHECKS))('%s', (_, check) => check(service));
});
