import type { Deposits } from '../../accounts';
import { LocalSolana, TREASURY_MONEY, newOwner } from '../../testing/solana-chain';
import { tokenBatch } from '../../testing/solana-strangers';
import type { SolanaChain } from '../solana-chain';

const FINALITY_SLOTS = 40;

let local: LocalSolana;
let chain: SolanaChain;
let cursor: string;

beforeEach(async () => {
  local = new LocalSolana(2);
  chain = await local.open();
  cursor = (await chain.balances({ addresses: [local.treasury.address] })).cursor;
});

function deposits(after = cursor, limit = 100): Promise<Deposits> {
  return chain.deposits({ addresses: [local.treasury.address], after, limit });
}

describe('a deposit in a transaction of a stranger', () => {
  it.each(['legacy', 0, 1] as const)('of version %s is read', async (version) => {
    await local.strangerSends(version, [local.strangersTransfer(7n)]);
    local.ledger.advance(FINALITY_SLOTS);
    const { deposits: found } = await deposits();
    expect(found).toMatchObject([{ amount: '7', from: local.strangersAddress }]);
  });

  it('that names our account and the mint in a lookup table only is read', async () => {
    const { USDC } = local.ledger.mints;
    const [ours, theirs] = [local.treasury.address, local.strangersAddress].map((each) => local.accountOf(each, USDC));
    const table = local.lookupTable([newOwner(), USDC, ours!, theirs!]);
    const signature = await local.strangerSends(0, [local.strangersTransfer(7n), local.strangersTransfer(8n)], [table]);
    local.ledger.advance(FINALITY_SLOTS);
    expect(local.ledger.find(signature)).toMatchObject({ error: null, loaded: { readonly: [USDC] } });
    const { deposits: found } = await deposits();
    expect(found.map(({ amount, from }) => [amount, from])).toEqual([
      ['7', local.strangersAddress],
      ['8', local.strangersAddress],
    ]);
    const { balances } = await chain.balances({ addresses: [local.treasury.address] });
    expect(balances[0]?.amount).toBe(String(TREASURY_MONEY + 15n));
  });

  it('of a version that nobody knows yet stops no other', async () => {
    await local.strangerSends('legacy', [local.strangersTransfer(1n)]);
    const signature = await local.strangerSends('legacy', [local.strangersTransfer(2n)]);
    local.ledger.disguise(signature, 2);
    await local.strangerSends(1, [local.strangersTransfer(3n)]);
    local.ledger.advance(FINALITY_SLOTS);
    const { deposits: found, setAside } = await deposits();
    expect(found.map(({ amount }) => amount)).toEqual(['1', '3']);
    const { slot: block } = local.ledger.find(signature) ?? {};
    expect(setAside).toEqual([{ hash: signature, block, reason: 'its version is above 1' }]);

    const request = { addresses: [local.treasury.address], transactions: setAside ?? [] };
    expect(await chain.setAside({ chain: 'solana', ...request })).toEqual({ deposits: [], setAside });
    local.ledger.disguise(signature, 1);
    expect(await chain.setAside({ chain: 'solana', ...request })).toMatchObject({
      deposits: [{ hash: signature, amount: '2' }],
      setAside: [],
    });
  });

  it.each([1, 2, 100])('that cannot be read is set aside once, with %i deposits in an answer', async (limit) => {
    const unreadable: string[] = [];
    for (let made = 1n; made <= 4n; made++) {
      await local.strangerSends(1, [local.strangersTransfer(made), local.strangersTransfer(made * 10n)]);
      const signature = await local.strangerSends('legacy', [local.strangersTransfer(100n + made)]);
      local.ledger.disguise(signature, 2);
      unreadable.push(signature);
    }
    local.ledger.advance(FINALITY_SLOTS);
    const found: string[] = [];
    const aside: string[] = [];
    for (let [after, more] = [cursor, true]; more;) {
      const page = await deposits(after, limit);
      found.push(...page.deposits.map(({ amount }) => amount));
      aside.push(...(page.setAside ?? []).map(({ hash }) => hash));
      ({ cursor: after, more } = page);
    }
    expect(found).toEqual(['1', '10', '2', '20', '3', '30', '4', '40']);
    expect(aside).toEqual(unreadable);
  });

  it('that cannot be read does not keep balances from being read', async () => {
    await local.strangerSends('legacy', [local.strangersTransfer(1n)]);
    local.ledger.advance(FINALITY_SLOTS);
    // It becomes final between the questions for the slot and for the balance.
    const signature = await local.strangerSends('legacy', [local.strangersTransfer(2n)]);
    local.ledger.disguise(signature, 2);
    local.ledger.advance(31);
    let isNext = true;
    for (const front of local.fronts) {
      front.onAnswer = () => {
        if (isNext) local.ledger.advance(1);
        isNext = false;
      };
    }
    const { balances } = await chain.balances({ addresses: [local.treasury.address] });
    expect(balances[0]?.amount).toBe(String(TREASURY_MONEY + 3n));
  });

  it('is as many deposits as a batch of the token program makes, each from its sender', async () => {
    await local.strangerSends('legacy', [tokenBatch([local.strangersTransfer(1n), local.strangersTransfer(2n)])]);
    local.ledger.advance(FINALITY_SLOTS);
    const { deposits: found } = await deposits();
    expect(found.map(({ amount, from }) => [amount, from])).toEqual([
      ['1', local.strangersAddress],
      ['2', local.strangersAddress],
    ]);
  });
});
