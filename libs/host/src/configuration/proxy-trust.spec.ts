import { readConfiguration } from './configuration';
import { trustsWhoeverConnects } from './proxy-trust';

it.each([
  [{ TRUST_PROXY: '1', HOST: '0.0.0.0' }, true],
  [{ TRUST_PROXY: '1', HOST: '::' }, true],
  // Only programs of this machine connect.
  [{ TRUST_PROXY: '1' }, false],
  [{ TRUST_PROXY: '10.0.0.0/8', HOST: '0.0.0.0' }, false],
  [{ HOST: '0.0.0.0' }, false],
])('%j trusts whoever connects: %s', (env, expected) => {
  expect(trustsWhoeverConnects(readConfiguration(env))).toBe(expected);
});
