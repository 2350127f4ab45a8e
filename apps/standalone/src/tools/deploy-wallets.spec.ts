import { LIMITED_SAFES, LocalEvm, MODULE, SAFE, describeWithAnvil } from '@stablecoin/chains/testing';
import { runDeployment } from './deploy-wallets';
import { EXIT } from './output';

async function run(environment: Readonly<Record<string, string>>, ...args: readonly string[]) {
  let text = '';
  const output = { write: (part: string) => (text += part) };
  const code = await runDeployment({ args, environment, output, signal: new AbortController().signal });
  return { code, text };
}

describe('npm run wallets', () => {
  it.each([
    [],
    ['deploy'],
    ['deploy', '--chain', 'solana'],
    ['--chain', 'base'],
    ['deploy', '--chain=base', '--signer=x'],
  ])('shows how it is used: %j', async (...args) => {
    const { code, text } = await run({}, ...(args as string[]));
    expect(code).toBe(EXIT.wrongUse);
    expect(text).toContain('npm run wallets -- deploy --chain base');
    expect(text).toContain('not audited');
  });

  it('says when there are no endpoints of the chain', async () => {
    await expect(run({}, 'deploy', '--chain', 'base')).rejects.toThrow('BASE_RPC_URLS: got nothing');
  });
});

describeWithAnvil('npm run wallets -- deploy', () => {
  let local: LocalEvm;
  beforeAll(async () => {
    local = await LocalEvm.start('base', { isRealTime: true });
  });
  afterAll(() => local.stop());

  const environment = () => ({
    CHAIN_NETWORK: 'local',
    BASE_RPC_URLS: local.anvil.url,
    BASE_TOKENS: `USDC:${local.network.tokens.USDC},EURC:${local.network.tokens.EURC}`,
    EVM_TREASURY_SIGNER: 'env:TREASURY',
    EVM_RELAYER_SIGNERS: 'env:RELAYER',
    LIVE_ACCOUNT: 'acme',
    SCREENING_KYC: 'none',
    SCREENING_TRAVEL_RULE: 'none',
    RELAYER: '52'.repeat(32),
    POOR: '99'.repeat(32),
  });
  const codeAt = (address: string) => local.anvil.rpc('eth_getCode', address, 'latest');

  it('deploys what is missing at its address, and says what is there already', async () => {
    const expected = [await codeAt(MODULE), await codeAt(LIMITED_SAFES)];
    const before = await run(environment(), 'deploy', '--chain', 'base');
    expect(before.text.match(/there already/g)).toHaveLength(5);
    for (const address of [MODULE, LIMITED_SAFES]) await local.anvil.rpc('anvil_setCode', address, '0x');
    await expect(run(environment(), 'deploy', '--chain', 'base', '--signer', 'env:POOR')).rejects.toThrow(
      'has too little for the gas',
    );
    const { code, text } = await run(environment(), 'deploy', '--chain', 'base');
    expect(code).toBe(EXIT.done);
    expect(text).toMatch(new RegExp(`${MODULE}  SpendLimitModule  deployed by 0x`));
    expect(text).toMatch(new RegExp(`${LIMITED_SAFES}  LimitedSafes  deployed by 0x`));
    expect([await codeAt(MODULE), await codeAt(LIMITED_SAFES)]).toEqual(expected);
  });

  it('fails where Safe is missing, or something else stands in its place', async () => {
    await local.anvil.rpc('anvil_setCode', SAFE, '0x6001');
    const { code, text } = await run(environment(), 'deploy', '--chain', 'base');
    expect(code).toBe(EXIT.failed);
    expect(text).toContain('other code than expected');
  });
});
