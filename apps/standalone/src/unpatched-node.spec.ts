import { startStandalone } from './standalone';

it('does not start live mode on a public network with a Node that an endpoint can take over', async () => {
  const environment = {
    ...{ EVENT_STORE_URL: 'memory:', PORT: '0', CHAIN_NETWORK: 'testnet', BASE_RPC_URLS: 'http://127.0.0.1:1' },
    ...{ EVM_TREASURY_SIGNER: 'env:A', EVM_RELAYER_SIGNERS: 'env:B', LIVE_ACCOUNT: 'acme' },
    ...{ SCREENING_KYC: 'none', SCREENING_TRAVEL_RULE: 'none' },
  };
  await expect(startStandalone(environment, { nodeVersion: '24.11.1' })).rejects.toThrow(
    'ALLOW_UNPATCHED_NODE: got "off"',
  );
});
