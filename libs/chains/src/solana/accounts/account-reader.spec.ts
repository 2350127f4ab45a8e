import type { Deposit, Deposits } from '../../accounts';
import { LocalSolana, newOwner } from '../../testing/solana-chain';
import { spamOf, spammed } from '../../testing/spammed';
import type { SolanaFront } from '../../local/solana-front';
import type { SolanaChain } from '../solana-chain';

let local: LocalSolana;
let chain: SolanaChain;
let other: SolanaFront;
let cursor: string;

beforeEach(async () => {
  local = new LocalSolana(2, { finality: 'tower' });
  chain = await local.open();
  [, other] = local.fronts as [SolanaFront, SolanaFront];
  cursor = (await chain.balances({ addresses: [local.treasury.address] })).cursor;
});

function deposits(after = cursor, limit = 100): Promise<Deposits> {
  return chain.deposits({ addresses: [local.treasury.address], after, limit });
}

async function readAll(
  limit: number,
  from = cursor,
): Promise<{ readonly found: readonly Deposit[]; readonly cursor: string }> {
  const found: Deposit[] = [];
  let after = from;
  for (;;) {
    const answer = await deposits(after, limit);
    expect(answer.deposits.length).toBeLessThanOrEqual(limit);
    found.push(...answer.deposits);
    after = answer.cursor;
    if (!answer.more) return { found, cursor: after };
  }
}

it.each([1, 2, 3, 100])(
  'several in one transaction and in one block are each found once, %i at a time',
  async (limit) => {
    await local.deposit('USDC', '1', '20');
    await local.deposit('EURC', '300');
    await local.deposit('USDC', '4000', '4000', '4000');
    local.ledger.advance(40);
    const { found, cursor: end } = await readAll(limit);
    expect(found.map(({ amount }) => amount)).toEqual(['1', '20', '300', '4000', '4000', '4000']);
    expect(new Set(found.map(({ id }) => id)).size).toBe(6);
    const { address: to } = local.treasury;
    expect(found[2]).toMatchObject({ currency: 'EURC', to, from: local.strangersAddress });
    expect(await deposits(end)).toMatchObject({ deposits: [], more: false });
  },
);

it('210,000 failed transactions of a stranger delay deposits, and do not stop them', async () => {
  const transactions = spamOf(210_000, 'failed');
  const account = local.accountOf(local.treasury.address, local.ledger.mints.USDC);
  chain = await local.open({ transports: spammed(local.fronts, { account, transactions }) });
  await local.deposit('USDC', '5');
  local.ledger.advance(200);
  for (const [made, each] of transactions.entries()) each.slot = local.ledger.slot - 40 - Math.floor(made / 2_000);
  const { found, cursor: end } = await readAll(100);
  expect(found.map(({ amount }) => amount)).toEqual(['5']);
  expect(await deposits(end)).toMatchObject({ deposits: [], more: false });
});

it.each([
  ['210,000 that failed', 210_000, 'failed'],
  ['3,000 that succeeded', 3_000, null],
] as const)(
  'transactions of a stranger after the slot of a balance do not keep it from being read: %s',
  async (_, count, err) => {
    const transactions = spamOf(count, err);
    const account = local.accountOf(local.treasury.address, local.ledger.mints.USDC);
    let shown = 0;
    const transports = spammed(local.fronts, { account, transactions }, () => (shown += 1));
    chain = await local.open({ transports });
    const next = local.ledger.slot - local.ledger.lag.finalized + 1;
    for (const each of transactions) each.slot = next;
    // They become final between the questions for the slot and for the balance.
    let isNext = true;
    for (const front of local.fronts) {
      front.onAnswer = () => {
        if (isNext) local.ledger.advance(1);
        isNext = false;
      };
    }
    const { balances } = await chain.balances({ addresses: [local.treasury.address] });
    expect(balances[0]?.amount).toBe(String(10n ** 12n));
    expect(isNext).toBe(false);
    expect(shown).toBeLessThan(count);
  },
);

it('a deposit is told of when it is final, and not before', async () => {
  await local.deposit('USDC', '7');
  local.ledger.advance(31);
  expect((await deposits()).deposits).toEqual([]);
  const { cursor: between } = await deposits();
  local.ledger.advance(1);
  expect((await deposits(between)).deposits).toHaveLength(1);
});

it('what is in a balance is not told of as a deposit after it, and the other way round', async () => {
  for (let round = 0; round < 12; round++) {
    await local.deposit('USDC', '5');
    local.ledger.advance(4);
    const { balances, cursor: at } = await chain.balances({ addresses: [local.treasury.address] });
    const { found } = await readAll(10, at);
    expect(found).toEqual([]);
    const before = await readAll(10);
    const [usdc] = balances;
    expect(BigInt(usdc?.amount ?? '0')).toBe(
      10n ** 12n + before.found.reduce((sum, each) => sum + BigInt(each.amount), 0n),
    );
  }
});

it('payments of the treasury are no deposits, not even one to an owner that is watched too, but for that owner', async () => {
  const to = newOwner();
  const authorization = local.authorization(chain, { to });
  await chain.broadcast(await chain.assemble([authorization]));
  local.ledger.advance(40);
  expect((await deposits()).deposits).toEqual([]);
  const both = [local.treasury.address, to];
  const answer = await chain.deposits({ addresses: both, after: cursor, limit: 10 });
  expect(answer.deposits).toMatchObject([{ to, from: local.treasury.address, amount: '12500000' }]);
});

it('payments that were followed to their end need not be read again', async () => {
  const authorization = local.authorization(chain);
  const submission = await chain.assemble([authorization]);
  await chain.broadcast(submission);
  await local.deposit('USDC', '7');
  local.ledger.advance(40);
  await chain.observe(submission, [authorization], local.ledger.now());
  expect((await deposits()).deposits).toMatchObject([{ amount: '7' }]);
  expect(other.calls.get('getTransaction')).toBe(1);
  // Another process knows nothing of it, and finds the same.
  const fresh = await local.open();
  const request = { addresses: [local.treasury.address], after: cursor, limit: 10 };
  expect((await fresh.deposits(request)).deposits).toMatchObject([{ amount: '7' }]);
  expect(other.calls.get('getTransaction')).toBe(3);
});

it('reports no deposits while endpoints disagree', async () => {
  await local.deposit('USDC', '7');
  local.ledger.advance(40);
  other.firstSlot = local.ledger.slot;
  await expect(deposits()).rejects.toThrow('endpoints tell differently');
  other.firstSlot = 0;
  expect((await deposits()).deposits).toHaveLength(1);
});

it('an endpoint that is behind holds deposits back, and none is lost', async () => {
  other.behind = 30;
  await local.deposit('USDC', '7');
  local.ledger.advance(40);
  const { deposits: none, cursor: between } = await deposits();
  expect(none).toEqual([]);
  other.behind = 0;
  expect((await deposits(between)).deposits).toHaveLength(1);
});

it('a cursor of something else is refused', async () => {
  await expect(deposits('0x1')).rejects.toThrow('no cursor of solana');
});
