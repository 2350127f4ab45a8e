import { readConfiguration } from '@stablecoin/host';
import { checkProxies } from './settings';

it('warns of a TRUST_PROXY that trusts whoever connects', () => {
  const of = (env: Readonly<Record<string, string>>) => checkProxies({ configuration: readConfiguration(env) });
  expect(of({ TRUST_PROXY: '2', HOST: '0.0.0.0' })).toMatchObject([{ check: 'proxies', status: 'warn' }]);
  expect(of({ TRUST_PROXY: '10.0.0.1', HOST: '0.0.0.0' })).toEqual([]);
});
