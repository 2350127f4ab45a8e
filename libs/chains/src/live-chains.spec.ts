import { Keypair } from '@solana/web3.js';
import { mayPass, openLiveChains } from './live-chains';
import type { LiveSettings } from './live-chains';
import { LocalSolana } from './testing/solana-chain';

const keypair = (byte: number): string =>
  JSON.stringify(Array.from(Keypair.fromSeed(Buffer.alloc(32, byte)).secretKey));
const env = { A_TREASURY: keypair(0x61), A_FEE_PAYER: keypair(0x62) };

describe('openLiveChains', () => {
  const local = new LocalSolana();
  const [front] = local.fronts;
  let url: string;
  beforeAll(async () => {
    url = await front!.listen();
  });
  afterAll(() => front!.close());

  function open(given: Partial<LiveSettings['solana']> = {}) {
    const solana = {
      network: 'local' as const,
      rpcUrls: [url],
      tokens: local.ledger.mints,
      treasurySigner: { kind: 'env' as const, variable: 'A_TREASURY' },
      feePayerSigner: { kind: 'env' as const, variable: 'A_FEE_PAYER' },
      validityMs: 180_000,
      solPrice: 150_000_000n,
      priorityPriceMost: 1_000_000n,
      rpcDeadlineMs: 5_000,
      ...given,
    };
    const log = { warn: () => undefined, error: () => undefined };
    return openLiveChains({ evm: null, solana }, { env, log, now: () => local.ledger.now() });
  }

  it('opens the chains that are configured, and knows what they pay from', async () => {
    const live = await open();
    expect(live?.treasuries).toEqual(new Map([['solana', local.treasury.address]]));
    const quotes = await live?.router.quote({
      to: local.strangersAddress,
      amount: '1',
      currency: 'USDC',
      candidates: ['base', 'solana'],
    });
    expect(quotes?.map(({ chain, health }) => [chain, health.status])).toEqual([
      ['base', 'down'],
      ['solana', 'up'],
    ]);
  });

  it('opens nothing where nothing is configured', async () => {
    const parts = { env, log: { warn: () => undefined, error: () => undefined }, now: () => 0 };
    await expect(openLiveChains({ evm: null, solana: null }, parts)).resolves.toBeUndefined();
  });

  it('tells what has to be mended from what may pass', async () => {
    expect(mayPass(await open({ network: 'testnet' }).catch((error: unknown) => error))).toBe(false);
    expect(mayPass(await open({ rpcUrls: ['http://127.0.0.1:1'] }).catch((error: unknown) => error))).toBe(true);
  });
});
