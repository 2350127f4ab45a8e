import { Keypair } from '@solana/web3.js';
import { LocalSolana } from '../testing/solana-chain';
import { openSolana } from './open-solana';
import type { SolanaSettings } from './open-solana';

const keypair = (byte: number): string =>
  JSON.stringify(Array.from(Keypair.fromSeed(Buffer.alloc(32, byte)).secretKey));
const env = { A_TREASURY: keypair(0x61), A_FEE_PAYER: keypair(0x62) };

describe('openSolana', () => {
  const local = new LocalSolana();
  let url: string;
  beforeAll(async () => {
    url = await local.fronts[0]!.listen();
  });
  afterAll(() => local.fronts[0]!.close());

  function open(given: Partial<SolanaSettings> = {}) {
    const settings: SolanaSettings = {
      network: 'local',
      rpcUrls: [url],
      tokens: local.ledger.mints,
      treasurySigner: { kind: 'env', variable: 'A_TREASURY' },
      feePayerSigner: { kind: 'env', variable: 'A_FEE_PAYER' },
      validityMs: 180_000,
      solPrice: 150_000_000n,
      priorityPriceMost: 1_000_000n,
      rpcDeadlineMs: 5_000,
      ...given,
    };
    const log = { warn: () => undefined, error: () => undefined };
    return openSolana(settings, { env, log, now: () => local.ledger.now() });
  }

  it('pays over HTTP with keys from the environment', async () => {
    const chain = await open();
    const authorization = local.authorization(chain);
    expect(authorization.sender).toBe(local.feePayer.address);
    const submission = await chain.assemble([authorization]);
    await chain.broadcast(submission);
    local.ledger.advance(3);
    const [seen] = await chain.observe(submission, [authorization], local.ledger.now());
    expect(seen).toMatchObject({ state: 'final', hash: submission.hash });
    expect(local.held(authorization.to)).toBe(12_500_000n);
  });

  it('wants two endpoints where money is real, and shows no URL when one is wrong', async () => {
    await expect(open({ network: 'mainnet' })).rejects.toThrow('solana needs two endpoints or more on mainnet');
    const secret = `${url}/?api-key=s3cret`;
    const rejection = open({ network: 'mainnet', rpcUrls: [secret, secret] });
    await expect(rejection).rejects.toThrow(/it is another network$/);
    await expect(rejection).rejects.not.toThrow('s3cret');
  });
});
