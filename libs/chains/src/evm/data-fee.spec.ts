import { LocalEvm } from '../local/local-evm';
import { describeWithAnvil } from '../testing/describe-with-anvil';
import { newAuthorization, newRecipient, openOn } from '../testing/evm-chain';
import { FaultyTransport } from '../testing/faulty-transport';
import { httpTransport } from '../rpc/rpc-endpoint';
import { SINGLE_TRANSFER_BYTES } from './transaction';

const ORACLE = '0x420000000000000000000000000000000000000F';
/** Of `getL1FeeUpperBound(uint256)`. */
const SELECTOR = 'f1c7a58b';
const WEI_PER_BYTE = 10n ** 13n;
/** Returns 10^13 times its argument. */
const CODE = '0x6004356509184e72a000025f5260205ff3';
const REVERTS = '0x5f5ffd';
/** One ether is 4,000 units of a million. */
const ETHER_PRICE = 4_000_000_000n;

describeWithAnvil('what Base takes for data', () => {
  let local: LocalEvm;
  let endpoint: FaultyTransport;

  beforeAll(async () => {
    local = await LocalEvm.start('base');
    endpoint = new FaultyTransport(httpTransport(local.anvil.url));
  });
  afterAll(() => local.stop());

  const open = () => openOn(local, [endpoint.transport], { etherPrice: ETHER_PRICE });
  const setOracle = (code: string) => local.anvil.rpc('anvil_setCode', ORACLE, code);

  async function quoted(): Promise<bigint> {
    const order = { to: newRecipient(), amount: '1', currency: 'USDC', candidates: ['base'] } as const;
    const [quote] = await (await open()).quote(order);
    expect(quote?.health).toEqual({ status: 'up' });
    return BigInt(quote?.fee ?? -1);
  }

  it('is in the quote where its oracle is, and nothing is where there is none', async () => {
    await setOracle('0x');
    const gasOnly = await quoted();
    await setOracle(CODE);
    const dataFee = SINGLE_TRANSFER_BYTES * WEI_PER_BYTE;
    expect((await quoted()) - gasOnly).toBe((dataFee * ETHER_PRICE) / 10n ** 18n);
    expect(endpoint.requests.some((body) => body.includes(SELECTOR))).toBe(true);
  });

  it('does not keep a quote from being made where the oracle has no answer', async () => {
    await setOracle('0x');
    const gasOnly = await quoted();
    await setOracle(REVERTS);
    expect(await quoted()).toBe(gasOnly);
  });

  it('is what a relayer has to have for, too', async () => {
    const [relayer] = local.relayers;
    const transfers = async () => {
      const gas = await (await open()).costs.gas();
      return gas.find(({ sender }) => sender === relayer.address)?.transfers ?? 0;
    };
    await local.setGas(relayer.address, 10n ** 18n);
    await setOracle('0x');
    const before = await transfers();
    await setOracle(CODE);
    // A transfer's data alone is worth 0.006 ether here.
    expect(await transfers()).toBeLessThan(Math.min(before, 166));
    await local.setGas(relayer.address, 10n ** 17n);
    const chain = await open();
    const each = newAuthorization(local, chain, { sender: relayer.address });
    expect(await chain.precheck(each, local.now())).toBe('insufficient_gas');
  });

  it('is counted for as many bytes as a transfer by itself has', async () => {
    const chain = await open();
    const { bytes } = await chain.assemble([newAuthorization(local, chain)], () => Promise.resolve([]));
    const signature = 1 + 33 + 33;
    const unsigned = BigInt(bytes.length / 2 - 1 - signature);
    expect(SINGLE_TRANSFER_BYTES).toBeGreaterThanOrEqual(unsigned);
    expect(SINGLE_TRANSFER_BYTES).toBeLessThan(unsigned + 30n);
  });
});
