import { LocalSolana } from '../../testing/solana-chain';
import { spamOf, spammed } from '../../testing/spammed';

it.each([
  ['210,000 that failed', 210_000, 'failed'],
  ['3,000 that nobody can read', 3_000, null],
] as const)('what was paid since a time is found among transactions of strangers: %s', async (_, count, err) => {
  const local = new LocalSolana(2);
  const transactions = spamOf(count, err);
  const account = local.accountOf(local.treasury.address, local.ledger.mints.USDC);
  const chain = await local.open({ transports: spammed(local.fronts, { account, transactions }) });
  local.ledger.advance(100);
  // Blocks have their time in whole seconds.
  const since = local.ledger.now() - 1_000;
  const authorization = local.authorization(chain);
  const submission = await chain.assemble([authorization]);
  await chain.broadcast(submission);
  local.ledger.advance(300);
  for (const [made, each] of transactions.entries()) each.slot = local.ledger.slot - 40 - Math.floor(made / 2_000);
  const { payouts } = await chain.history.payouts({ chain: 'solana', payers: [local.treasury.address], since });
  const { amount, to } = authorization;
  expect(payouts).toMatchObject([{ hash: submission.hash, from: local.treasury.address, to, amount }]);
});

it('has the on-chain id of each transfer, and none where it names the reference of the transaction alone', async () => {
  const local = new LocalSolana(2);
  const chain = await local.open();
  const since = local.ledger.now() - 1_000;
  const id = (digit: string): string => `0x${digit.repeat(64)}`;
  const paid = [[id('1'), id('2')], [id('3')], [undefined, id('4')], [undefined]];
  for (const ids of paid) {
    const given = ids.map((onchainId) => local.authorization(chain, onchainId === undefined ? {} : { onchainId }));
    await chain.broadcast(await chain.assemble(given));
    local.ledger.advance(100);
  }
  local.ledger.advance(300);
  const { payouts } = await chain.history.payouts({ chain: 'solana', payers: [local.treasury.address], since });
  expect(payouts.map(({ onchainId }) => onchainId)).toEqual([id('1'), id('2'), id('3'), null, id('4'), null]);
  expect(new Set(payouts.map(({ hash, place }) => `${hash}.${place}`)).size).toBe(6);
});
