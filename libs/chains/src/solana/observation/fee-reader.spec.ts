import type { Authorization, Submission } from '../../transfers';
import { LocalSolana } from '../../testing/solana-chain';
import type { SolanaChain } from '../solana-chain';

const FINALITY_SLOTS = 33;
const DEATH_SLOTS = 190;

describe('what a submission has cost on Solana', () => {
  let local: LocalSolana;
  let chain: SolanaChain;
  beforeEach(async () => {
    local = new LocalSolana(2);
    chain = await local.open();
  });

  const lamports = (): bigint => local.ledger.account(local.feePayer.address)?.lamports() ?? 0n;
  const total = (fees: readonly { readonly amount: string }[]): bigint =>
    fees.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const ended = (submission: Submission, authorizations: readonly Authorization[]) => {
    const included = authorizations.map(({ id }) => id);
    const { address: sender } = local.feePayer;
    return chain.costs.fees({ ...submission, sender, replaced: [], included }).then((fees) => fees!);
  };

  async function send(submission: Submission): Promise<void> {
    await chain.broadcast(submission);
    local.ledger.advance(FINALITY_SLOTS);
  }

  it('is all that has left the fee payer: fees, and the rent of new accounts', async () => {
    const before = lamports();
    const authorizations = Array.from({ length: 20 }, () => local.authorization(chain));
    const submission = await chain.assemble(authorizations);
    await send(submission);
    const fees = await ended(submission, authorizations);
    expect(fees.length).toBeGreaterThan(1);
    expect(total(fees)).toBe(before - lamports());
    expect(total(fees)).toBeGreaterThan(20n * 2_000_000n);
  });

  it('counts what failed and was made anew, and not what died', async () => {
    const before = lamports();
    const [one, frozen] = [local.authorization(chain), local.authorization(chain)];
    const authorizations = [one, frozen];
    const dead = await chain.assemble(authorizations);
    local.ledger.advance(DEATH_SLOTS);
    const failing = await chain.replacement(dead, authorizations, local.ledger.now());
    const mint = local.ledger.mints.USDC;
    local.ledger.setTokens(local.accountOf(frozen.to, mint), { mint, owner: frozen.to, amount: 0n, isFrozen: true });
    await send(failing ?? dead);
    const apart = await chain.replacement(failing ?? dead, authorizations, local.ledger.now());
    await send(apart ?? dead);
    expect((await chain.observe(apart ?? dead, authorizations, local.ledger.now())).map(({ state }) => state)).toEqual([
      'final',
      'reverted',
    ]);
    const fees = await ended(apart ?? dead, authorizations);
    expect(fees).toHaveLength(3);
    expect(total(fees)).toBe(before - lamports());
  });

  it('is nothing for what never stood in a block, and not known while no majority shows what does', async () => {
    const authorization = local.authorization(chain);
    const submission = await chain.assemble([authorization]);
    await expect(ended(submission, [])).resolves.toEqual([]);
    await expect(ended(submission, [authorization])).rejects.toThrow('no majority of the endpoints shows');
  });
});
