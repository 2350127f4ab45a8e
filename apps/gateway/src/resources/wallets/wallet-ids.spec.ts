import { isId, type CreateWalletMessage } from '@stablecoin/contracts';
import { generateKey } from '@stablecoin/security';
import { ENTERPRISE_KEY, OTHER_KEY, startGateway, type TestGateway } from '../../testing/gateway';

const BODY = { owner: 'agent:shop-7', chain: 'base' };
const SECRETS_KEY = generateKey();

describe('protocol rule 39: ids of wallets', () => {
  const gateways: TestGateway[] = [];
  afterAll(() => Promise.all(gateways.map((gateway) => gateway.stop())));

  /** A gateway whose store knows nothing, with the same secrets unless others are given. */
  async function freshGateway(environment: Readonly<Record<string, string>> = {}): Promise<TestGateway> {
    const gateway = await startGateway({ SECRETS_KEY, ...environment });
    gateways.push(gateway);
    return gateway;
  }
  const idsOf = ({ fakes }: TestGateway) =>
    (fakes.commands as readonly CreateWalletMessage[]).map(({ data: { walletId } }) => walletId);

  /** Ids of one wallet, and of two of one request, under these keys. */
  async function made(gateway: TestGateway, key?: string): Promise<readonly string[]> {
    const from = gateway.fakes.commands.length;
    const sender = key === undefined ? {} : { key };
    await gateway.send('POST', '/v1/wallets', { ...sender, body: { ...BODY, idempotency_key: 'one' } });
    const many = { wallets: [BODY, BODY], idempotency_key: 'many' };
    await gateway.send('POST', '/v1/wallets/bulk', { ...sender, body: many });
    return idsOf(gateway).slice(from);
  }

  it('are the same for a key, account, mode and place in a store that has lost the wallets', async () => {
    const [first, second] = [await freshGateway(), await freshGateway()];
    const ids = await made(first);
    expect(new Set(ids).size).toBe(3);
    expect(ids.filter((id) => isId('wal', id))).toEqual(ids);
    expect(await made(second)).toEqual(ids);
    expect(await made(second, OTHER_KEY)).not.toEqual(expect.arrayContaining([ids[0]]));
    // Another key of the account repeats its requests, and makes none.
    expect(await made(second, ENTERPRISE_KEY)).toEqual([]);
  });

  it('are others under another ONCHAIN_ID_KEY, and without a key random', async () => {
    const [first, second] = [await freshGateway(), await freshGateway({ ONCHAIN_ID_KEY: generateKey() })];
    expect(await made(second)).not.toEqual(expect.arrayContaining([(await made(first))[0]]));
    for (const gateway of [first, second]) await gateway.send('POST', '/v1/wallets', { body: BODY });
    expect(idsOf(first).at(-1)).not.toBe(idsOf(second).at(-1));
  });
});
