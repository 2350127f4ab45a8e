import { inspect } from 'node:util';
import { describeWithAnvil } from '../testing/describe-with-anvil';
import { newRecipient, openOn } from '../testing/evm-chain';
import type { Logged } from '../testing/evm-chain';
import { FaultyTransport } from '../testing/faulty-transport';
import { LocalEvm } from '../local/local-evm';
import { MULTICALL3, evmNetwork } from './network';
import { httpTransport } from '../rpc/rpc-endpoint';
import artifacts from './contracts/artifacts.json';
import { WALLET_CONTRACTS } from './wallets/contracts';

const MODULE_CODE = artifacts.SpendLimitModule.deployedBytecode;

describeWithAnvil('the start of an EVM chain', () => {
  let local: LocalEvm;
  let one: FaultyTransport;
  let other: FaultyTransport;

  beforeAll(async () => {
    local = await LocalEvm.start('base');
  });
  afterAll(() => local.stop());
  beforeEach(() => {
    const http = httpTransport(local.anvil.url);
    [one, other] = [new FaultyTransport(http), new FaultyTransport(http)];
  });

  const open = (given: Parameters<typeof openOn>[2] = {}) => openOn(local, [one.transport, other.transport], given);
  const network = () => local.network;

  it('is quiet when everything is as it should be', async () => {
    const logged: Logged[] = [];
    await open({ logged });
    expect(logged).toEqual([]);
  });

  it('ends on another network', async () => {
    other.lie = (method, result) => (method === 'eth_chainId' ? '0x1' : result);
    await expect(open()).rejects.toThrow(
      'base, endpoint endpoint 2: its chain id is 1, not 8453: it is another network',
    );
  });

  it('ends where a contract is missing', async () => {
    const tokens = { ...network().tokens, EURC: newRecipient() };
    await expect(open({ network: { ...network(), tokens } })).rejects.toThrow(`there is no EURC at ${tokens.EURC}`);
    const multicall = newRecipient();
    await expect(open({ network: { ...network(), multicall } })).rejects.toThrow(
      `there is no Multicall3 at ${multicall}`,
    );
    const sanctionsOracle = newRecipient();
    await expect(open({ network: { ...network(), sanctionsOracle } })).rejects.toThrow(
      `there is no sanctions oracle at ${sanctionsOracle}`,
    );
  });

  it('offers no wallets where one of their contracts is missing or has other code, and says what to do', async () => {
    const logged: Logged[] = [];
    const [module] = WALLET_CONTRACTS.filter(({ name }) => name === 'SpendLimitModule');
    one.lie = other.lie = (method, result) =>
      method === 'eth_getCode' && result === MODULE_CODE ? '0x600160015500' : result;
    const chain = await open({ logged });
    expect(chain.wallets).toBeNull();
    expect(logged).toEqual([
      {
        level: 'error',
        fields: { chain: 'base', contracts: [`SpendLimitModule at ${module?.address ?? ''}`] },
        message:
          'wallets are not offered: these contracts are missing, or have other code. Run npm run wallets -- deploy --chain base',
      },
    ]);
    expect((await open({ walletSigners: undefined, logged: [] })).wallets).toBeNull();
    other.lie = (_, result) => result;
    const third = new FaultyTransport(httpTransport(local.anvil.url));
    const transports = [one, other, third].map(({ transport }) => transport);
    expect((await openOn(local, transports)).wallets).not.toBeNull();
  });

  it('ends on a contract that is no token of this kind', async () => {
    const tokens = { ...network().tokens, USDC: MULTICALL3 };
    await expect(open({ network: { ...network(), tokens } })).rejects.toThrow(
      `base, endpoint endpoint 1: USDC at ${MULTICALL3} is no token of this kind`,
    );
  });

  it('ends on a token whose EIP-712 domain is not that of its name, version, chain and address', async () => {
    // Of the same code and another chain id: authorizations for it would be signatures for somewhere else.
    const [id, mine] = [network().chainId + 1, network()];
    one.lie = other.lie = (method, result) => (method === 'eth_chainId' ? `0x${id.toString(16)}` : result);
    await expect(open({ network: { ...mine, chainId: id } })).rejects.toThrow(
      `USDC at ${mine.tokens.USDC} has another EIP-712 domain than its name and version make`,
    );
  });

  it.each([
    [61_000, 'its latest block is 61 s behind'],
    [-61_000, 'its latest block is 61 s ahead of'],
  ])('ends when the clocks are %i ms apart', async (ms, line) => {
    await expect(open({ now: () => local.now() + ms })).rejects.toThrow(line);
  });

  it('goes on without an endpoint that gives no answer, says so, and ends without any', async () => {
    const logged: Logged[] = [];
    one.fault = 'lost_before';
    await open({ logged });
    expect(logged).not.toEqual([]);
    for (const each of logged) expect(each).toMatchObject({ fields: { chain: 'base', endpoint: 'endpoint 1' } });
    other.fault = 'lost_before';
    await expect(open()).rejects.toThrow('base: endpoint 1 gave no answer: connection refused; endpoint 2 gave no');
  });

  it('goes on without one of three that is wrong, and says so', async () => {
    const logged: Logged[] = [];
    const third = new FaultyTransport(httpTransport(local.anvil.url));
    const transports = [one, third, other].map(({ transport }) => transport);
    other.lie = (method, result) => (method === 'eth_chainId' ? '0x1' : result);
    await openOn(local, transports, { logged });
    const error = 'base, endpoint endpoint 3: its chain id is 1, not 8453: it is another network';
    expect(logged).toContainEqual({
      level: 'error',
      fields: { chain: 'base', error },
      message: 'an endpoint is wrong. Replace it',
    });
    third.lie = other.lie;
    await expect(openOn(local, transports)).rejects.toThrow('endpoint 2: its chain id is 1');
  });

  it('never shows the URL of an endpoint, which may carry a key', async () => {
    const url = `http://127.0.0.1:1/v2/a-secret-key`;
    const failed = await openOn(local, [httpTransport(url)]).then(
      () => new Error('it opened'),
      (error: unknown) => error,
    );
    expect(inspect(failed, { depth: 9, showHidden: true })).not.toContain('secret');
  });
});

describe('evmNetwork', () => {
  it('has the tokens of the public networks, unless told others', () => {
    expect(evmNetwork('base', 'mainnet')).toMatchObject({
      chainId: 8_453,
      tokens: { USDC: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
      confirmedAt: 'latest',
    });
    // Only a chain that pays Ethereum for its data takes anything for it.
    expect(evmNetwork('base', 'testnet').dataFeeOracle).toBe('0x420000000000000000000000000000000000000F');
    expect(evmNetwork('ethereum', 'mainnet').dataFeeOracle).toBeNull();
    const EURC = '0x00000000000000000000000000000000000000EC';
    const testnet = evmNetwork('ethereum', 'testnet', { EURC });
    expect(testnet).toMatchObject({ chainId: 11_155_111, confirmedAt: 'safe', tokens: { EURC } });
    expect(testnet.tokens.USDC).toMatch(/^0x1c7D/);
  });

  it('takes the tokens of a local network from whoever has deployed them', () => {
    expect(() => evmNetwork('base', 'local')).toThrow('a local base needs the addresses of its tokens');
  });
});
