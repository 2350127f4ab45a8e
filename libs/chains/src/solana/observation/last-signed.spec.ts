import { LocalSolana } from '../../testing/solana-chain';
import { spamOf, spammed } from '../../testing/spammed';

describe('the last transaction of a fee payer', () => {
  it.each([
    ['4,000 that failed', 4_000, 'failed'],
    ['150 that succeeded', 150, null],
  ] as const)('is found behind transactions of strangers: %s', async (_, count, err) => {
    const local = new LocalSolana(2);
    const account = local.feePayer.address;
    const chain = await local.open({
      transports: spammed(local.fronts, { account, transactions: spamOf(count, err) }),
    });
    const submission = await chain.assemble([local.authorization(chain), local.authorization(chain)]);
    await chain.broadcast(submission);
    local.ledger.advance(100);
    const [last] = await chain.history.lastSent();
    expect(last).toMatchObject({ sender: account, endpoints: 2 });
    expect(last?.said.map((each) => each?.isIn(submission))).toEqual([true, true]);
  });

  it('is none where there is none, and after a bounded search', async () => {
    const local = new LocalSolana(1);
    expect(await (await local.open()).history.lastSent()).toMatchObject([{ said: [null], endpoints: 1 }]);
    const shown: string[] = [];
    const spam = { account: local.feePayer.address, transactions: spamOf(3_000, null) };
    const chain = await local.open({
      transports: spammed(local.fronts, spam, (signature) => void shown.push(signature)),
    });
    expect(await chain.history.lastSent()).toMatchObject([{ said: [null] }]);
    expect(shown).toHaveLength(200);
  });
});
