import { readConfiguration } from '@stablecoin/host';
import { checkDeposits } from './deposits';

const check = (env: Readonly<Record<string, string>>) => checkDeposits({ configuration: readConfiguration(env) });

it('says that live deposits are screened, warns where they are not, and says nothing of the sandbox', () => {
  const real = { CHAINS: 'local', SCREENING_SANCTIONS: 'ofac' };
  expect(check(real)).toMatchObject([{ check: 'deposits', status: 'ok' }]);
  expect(check({ ...real, SCREEN_DEPOSITS: 'off' })).toMatchObject([{ status: 'warn' }]);
  expect(check({ CHAINS: 'local' })).toEqual([]);
  expect(check({})).toEqual([]);
});
