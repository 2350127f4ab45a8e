import { LocalEvm } from '../../local/local-evm';
import { httpTransport } from '../../rpc/rpc-endpoint';
import { describeWithAnvil } from '../../testing/describe-with-anvil';
import { newRecipient, openOn } from '../../testing/evm-chain';
import { FaultyTransport } from '../../testing/faulty-transport';
import type { EvmChain } from '../evm-chain';
import { LOCAL_ORACLE, evmNetwork } from '../network';

const EPOCH = 1;

describeWithAnvil('what contracts on an EVM chain say about an address', () => {
  let local: LocalEvm;
  let honest: readonly FaultyTransport[];
  let liar: FaultyTransport;
  let chain: EvmChain;

  beforeAll(async () => {
    local = await LocalEvm.start('base', { epoch: EPOCH });
    await local.pass(1_000);
  });
  afterAll(() => local.stop());

  beforeEach(async () => {
    const http = httpTransport(local.anvil.url);
    honest = [new FaultyTransport(http), new FaultyTransport(http)];
    liar = new FaultyTransport(http);
    const transports = [...honest, liar].map(({ transport }) => transport);
    chain = await openOn(local, transports);
  });

  const untilFinal = async (): Promise<void> => {
    for (let block = 0; block < 3 * EPOCH + 2; block++) await local.pass(1_000);
  };
  const names = async (address: string): Promise<boolean | undefined> =>
    (await chain.addresses.flags(address)).oracle?.isSanctioned;

  it('is of the oracle and of both tokens, at a final block', async () => {
    const address = newRecipient();
    const flags = await chain.addresses.flags(address);
    expect(flags).toEqual({
      state: expect.stringMatching(/^block \d+$/) as string,
      oracle: { contract: LOCAL_ORACLE, isSanctioned: false },
      issuers: (['USDC', 'EURC'] as const).map((currency) => ({
        currency,
        token: local.network.tokens[currency],
        isBlocked: false,
      })),
    });
  });

  it('says what the oracle and an issuer name once that is final', async () => {
    const address = newRecipient();
    await local.setSanctioned(address, true);
    await local.administer('EURC', 'blacklist', address);
    await untilFinal();
    const { oracle, issuers } = await chain.addresses.flags(address);
    expect(oracle).toMatchObject({ isSanctioned: true });
    expect(issuers.map(({ isBlocked }) => isBlocked)).toEqual([false, true]);
    await local.setSanctioned(address, false);
    await untilFinal();
    expect(await names(address)).toBe(false);
  });

  it('is what a majority says, whatever one endpoint claims, and with one that is dead or hangs', async () => {
    const address = newRecipient();
    await local.setSanctioned(address, true);
    await untilFinal();
    const clean = await clear(newRecipient());
    liar.lie = (method, result) => (method === 'eth_call' ? clean : result);
    expect(await names(address)).toBe(true);
    liar.fault = 'lost_before';
    expect(await names(address)).toBe(true);
    liar.fault = 'slow';
    expect(await names(address)).toBe(true);
  });

  it('is an error, and never "not named", while no majority agrees or answers', async () => {
    const address = newRecipient();
    await local.setSanctioned(address, true);
    await untilFinal();
    const clean = await clear(newRecipient());
    liar.lie = (method, result) => (method === 'eth_call' ? clean : result);
    honest[0]!.fault = 'lost_before';
    await expect(chain.addresses.flags(address)).rejects.toThrow('endpoints answer differently');
    honest[1]!.fault = 'lost_before';
    await expect(chain.addresses.flags(address)).rejects.toThrow();
  });

  it('is an error where there is no contract', async () => {
    const nowhere = await LocalEvm.start('base', { epoch: EPOCH });
    try {
      await nowhere.anvil.rpc('anvil_setCode', LOCAL_ORACLE, '0x');
      // The code is asked for at finality.
      for (let block = 0; block < 3 * EPOCH + 2; block++) await nowhere.pass(1_000);
      const opened = await openOn(nowhere, [httpTransport(nowhere.anvil.url)]);
      await expect(opened.addresses.flags(newRecipient())).rejects.toThrow();
    } finally {
      await nowhere.stop();
    }
  });

  /** The answer of an honest endpoint about an address that nobody names. */
  async function clear(address: string): Promise<unknown> {
    let answer: unknown;
    const [first] = honest;
    const before = first!.lie;
    first!.lie = (method, result) => {
      if (method === 'eth_call') answer = result;
      return result;
    };
    await chain.addresses.flags(address);
    first!.lie = before;
    return answer;
  }
});

describe('the sanctions oracle of a network', () => {
  it('is that of the publisher on the public mainnets, and another where it is named', () => {
    expect(evmNetwork('ethereum', 'mainnet').sanctionsOracle).toBe('0x40C57923924B5c5c5455c48D93317139ADDaC8fb');
    expect(evmNetwork('base', 'mainnet').sanctionsOracle).toBe('0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B');
    expect(evmNetwork('base', 'testnet').sanctionsOracle).toBeNull();
    expect(evmNetwork('base', 'testnet', {}, LOCAL_ORACLE).sanctionsOracle).toBe(LOCAL_ORACLE);
  });
});
