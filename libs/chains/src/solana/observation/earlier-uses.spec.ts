import type { EarlierUseRequest } from '../../chain';
import { LocalSolana } from '../../testing/solana-chain';

const ONCHAIN_ID = `0x${'5a'.repeat(32)}`;

describe('what an on-chain id was used for before, on Solana', () => {
  const request = (to: string): EarlierUseRequest => ({
    ...{ chain: 'solana', onchainId: ONCHAIN_ID, to, amount: '1', wallet: null, areRecordsMissing: true },
  });

  it('is nothing at first, then a transfer that is not final, then that transfer', async () => {
    const local = new LocalSolana();
    const chain = await local.open();
    const payment = local.authorization(chain, { onchainId: ONCHAIN_ID });
    const others = [local.authorization(chain), local.authorization(chain, { onchainId: `0x${'6b'.repeat(32)}` })];
    expect(await chain.earlierUse(request(payment.to))).toBeNull();

    const all = [...others, payment];
    const submission = await chain.assemble(all);
    await chain.broadcast(submission);
    local.ledger.advance(5);
    expect(await chain.earlierUse(request(payment.to))).toMatchObject({ state: 'recent', isGuarded: false });

    local.ledger.pass(60_000);
    const transfer = { from: local.treasury.address, to: payment.to, currency: 'USDC', amount: payment.amount };
    expect(await chain.earlierUse(request(payment.to))).toMatchObject({
      ...{ state: 'final', chain: 'solana', hash: submission.hash, transfer },
    });
    // The same recipient, by its token account.
    const account = local.accountOf(payment.to, local.ledger.mints.USDC);
    expect(await chain.earlierUse(request(account))).toMatchObject({ transfer: { ...transfer, to: account } });
    expect(await chain.earlierUse({ ...request(payment.to), chain: 'base' })).toBeNull();
  });

  it('waits, when records are missing, for every endpoint to say that it is nothing', async () => {
    const local = new LocalSolana(3);
    const chain = await local.open();
    const [front] = local.fronts;
    if (front === undefined) throw new Error('there is no front');
    const { to } = local.authorization(chain);
    front.isDead = true;
    await expect(chain.earlierUse(request(to))).rejects.toThrow('too few endpoints of solana');
    expect(await chain.earlierUse({ ...request(to), areRecordsMissing: false })).toBeNull();
  });
});
