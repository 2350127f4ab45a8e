import type { Authorization, Submission } from '../transfers';
import { LocalSolana } from '../testing/solana-chain';
import type { SolanaChain } from './solana-chain';

const MUCH = 10n ** 12n;
/** Until a transaction is dead, and until a block is final. */
const DEATH_SLOTS = 150 + 32 + 5;
const FINALITY_SLOTS = 32;
const TOO_LITTLE = 'payments wait until their fee payer is filled up';

let local: LocalSolana;
let chain: SolanaChain;
let authorizations: readonly Authorization[];
let submission: Submission;

beforeEach(async () => {
  local = new LocalSolana(2);
  chain = await local.open();
  authorizations = [local.authorization(chain), local.authorization(chain)];
  submission = await chain.assemble(authorizations);
});

const fill = (lamports: bigint): void => local.ledger.setLamports(local.feePayer.address, lamports);
const states = async (): Promise<readonly string[]> =>
  (await chain.observe(submission, authorizations, local.ledger.now())).map(({ state }) => state);
const replacement = (): Promise<Submission | null> => chain.replacement(submission, authorizations, local.ledger.now());
const said = (): readonly string[] => local.logged.map(({ message }) => message);

/** Sends, and lets so many blocks pass. */
async function send(slots: number): Promise<void> {
  await chain.broadcast(submission);
  local.ledger.advance(slots);
}

function expectPaid(amounts: readonly bigint[]): void {
  expect(authorizations.map(({ to }) => local.held(to))).toEqual(amounts);
}

describe('a fee payer that ran dry after it signed', () => {
  it('is filled up while the bytes live: they go through', async () => {
    fill(0n);
    await send(20);
    expect(await states()).toEqual(['unknown', 'unknown']);
    expect(await replacement()).toBeNull();
    fill(MUCH);
    await send(FINALITY_SLOTS + 1);
    expect(await states()).toEqual(['final', 'final']);
    expectPaid([12_500_000n, 12_500_000n]);
  });

  it('is filled up after they died: nothing is signed before, and then once', async () => {
    fill(0n);
    await send(DEATH_SLOTS);
    expect(await replacement()).toBeNull();
    expect(said()).toEqual([TOO_LITTLE]);
    fill(MUCH);
    local.ledger.pass(2_000);
    const anew = await replacement();
    expect(anew).not.toBeNull();
    submission = anew ?? submission;
    await send(FINALITY_SLOTS + 1);
    expect(await states()).toEqual(['final', 'final']);
    expect(await replacement()).toBeNull();
    expectPaid([12_500_000n, 12_500_000n]);
  });

  it('could pay the fee, and not the accounts of recipients: no payment is to blame, and each is made when it can', async () => {
    fill(500_000n);
    await send(FINALITY_SLOTS + 1);
    expect(await states()).toEqual(['unknown', 'unknown']);
    expect(await replacement()).toBeNull();
    fill(MUCH);
    local.ledger.pass(2_000);
    submission = (await replacement()) ?? submission;
    fill(500_000n);
    await send(FINALITY_SLOTS + 1);
    // Each alone by now, and again it is not the one that is to blame.
    expect(await states()).toEqual(['unknown', 'unknown']);
    fill(MUCH);
    local.ledger.pass(2_000);
    submission = (await replacement()) ?? submission;
    await send(FINALITY_SLOTS + 1);
    expect(await states()).toEqual(['final', 'final']);
    expectPaid([12_500_000n, 12_500_000n]);
  });

  it('could pay for everything, and would have had too little left to be an account: no payment is to blame', async () => {
    const [alone] = authorizations as readonly [Authorization, Authorization];
    submission = await chain.assemble([alone]);
    authorizations = [alone];
    fill(2_039_280n + 10_000n + 100_000n);
    await send(FINALITY_SLOTS + 1);
    expect(local.ledger.find(submission.hash)?.error).toEqual({ InsufficientFundsForRent: { account_index: 0 } });
    expect(await states()).toEqual(['unknown']);
    fill(MUCH);
    local.ledger.pass(2_000);
    submission = (await replacement()) ?? submission;
    await send(FINALITY_SLOTS + 1);
    expect(await states()).toEqual(['final']);
    expectPaid([12_500_000n]);
  });

  it.each(['InsufficientFundsForFee', 'AccountNotFound'])(
    'stands in a block as failed and free of charge (%s): no payment is to blame, each is made when it can, and once',
    async (error) => {
      local.ledger.takesUnpaid = true;
      fill(error === 'AccountNotFound' ? 0n : 9_999n);
      await send(FINALITY_SLOTS + 1);
      expect(local.ledger.find(submission.hash)?.error).toBe(error);
      expect(await states()).toEqual(['unknown', 'unknown']);
      expect(await replacement()).toBeNull();
      expect(said()).toEqual([TOO_LITTLE]);
      const included = authorizations.map(({ id }) => id);
      const ended = { ...submission, sender: local.feePayer.address, replaced: [], included };
      expect(await chain.costs.fees(ended)).toEqual([]);

      fill(MUCH);
      local.ledger.pass(2_000);
      submission = (await replacement()) ?? submission;
      await send(FINALITY_SLOTS + 1);
      expect(await states()).toEqual(['final', 'final']);
      expect(await replacement()).toBeNull();
      expectPaid([12_500_000n, 12_500_000n]);
    },
  );

  it('is not filled up before the validity is over: the payments have provably ended', async () => {
    fill(0n);
    await send(DEATH_SLOTS * 4);
    expect(await replacement()).toBeNull();
    expect(await states()).toEqual(['expired', 'expired']);
    fill(MUCH);
    await send(FINALITY_SLOTS + 1);
    expectPaid([0n, 0n]);
  });
});
