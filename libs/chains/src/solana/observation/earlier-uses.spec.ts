import type { EarlierUseRequest } from '../../past-transfers';
import type { SolanaFront } from '../../local/solana-front';
import { LocalSolana } from '../../testing/solana-chain';
import { spamOf, spammed } from '../../testing/spammed';
import { referenceTo } from '../reference';

const ONCHAIN_ID = `0x${'5a'.repeat(32)}`;

describe('what an on-chain id was used for before, on Solana', () => {
  const request = (to: string): EarlierUseRequest => ({
    ...{ chain: 'solana', onchainId: ONCHAIN_ID, to, amount: '1', currency: 'USDC' },
    ...{ wallet: null, areRecordsMissing: true },
  });

  it('is nothing at first, then a transfer that is not final, then that transfer', async () => {
    const local = new LocalSolana(3, { finality: 'tower' });
    const chain = await local.open();
    const [first, second, third] = local.fronts as [SolanaFront, SolanaFront, SolanaFront];
    const payment = local.authorization(chain, { onchainId: ONCHAIN_ID });
    const others = [local.authorization(chain), local.authorization(chain, { onchainId: `0x${'6b'.repeat(32)}` })];
    expect(await chain.earlierUse(request(payment.to))).toBeNull();

    const all = [...others, payment];
    const submission = await chain.assemble(all);
    await chain.broadcast(submission);
    local.ledger.advance(35);
    // One has finalized it when it is asked for its final slot, and all when they are asked for the transfer.
    for (const front of [first, second]) front.behind = 5;
    const recent = { ...request(payment.to), areRecordsMissing: false };
    third.onAnswer = () => void (first.behind = second.behind = 0);
    expect(await chain.earlierUse(recent)).toMatchObject({ state: 'recent', isGuarded: false });

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

  it.each([
    ['names it alone', 'legacy', 0n],
    ['names it in a transaction of version 1', 1, 0n],
    ['names it in a transaction of a version that nobody knows yet', 2, 0n],
    ['names it in a transfer of his own', 'legacy', 5n],
  ] as const)(
    'is nothing that a stranger has made who %s, before our payment or after it',
    async (_, version, amount) => {
      const local = new LocalSolana(2);
      const chain = await local.open();
      const payment = local.authorization(chain, { onchainId: ONCHAIN_ID });
      const pubkey = referenceTo(ONCHAIN_ID);
      const transfer = local.strangersTransfer(amount, payment.to);
      transfer.keys.push({ pubkey, isSigner: false, isWritable: false });
      const mint = local.ledger.mints.USDC;
      local.ledger.setTokens(local.accountOf(payment.to, mint), { mint, owner: payment.to, amount: 0n });
      const strangers = async (): Promise<void> => {
        const signature = await local.strangerSends(version === 2 ? 'legacy' : version, [transfer]);
        expect(local.ledger.find(signature)?.error).toBeNull();
        if (version === 2) local.ledger.disguise(signature, version);
      };

      await strangers();
      local.ledger.pass(60_000);
      expect(await chain.earlierUse(request(payment.to))).toBeNull();
      const submission = await chain.assemble([payment]);
      await chain.broadcast(submission);
      local.ledger.advance(1);
      await strangers();
      local.ledger.pass(60_000);
      const made = { from: local.treasury.address, to: payment.to, currency: 'USDC', amount: payment.amount };
      expect(await chain.earlierUse(request(payment.to))).toMatchObject({ hash: submission.hash, transfer: made });
    },
  );

  it.each([
    ['260,000 that failed, after our payment', 260_000, 'failed', false],
    ['12,000 that nobody can read, before our payment', 12_000, null, true],
    ['2,000 that nobody can read, after our payment', 2_000, null, false],
  ] as const)('is found among transactions of strangers that name it: %s', async (_, count, err, isOlder) => {
    const local = new LocalSolana(2);
    const payment = local.authorization(await local.open(), { onchainId: ONCHAIN_ID });
    const transactions = spamOf(count, err);
    const account = referenceTo(ONCHAIN_ID).toBase58();
    let shown = 0;
    const transports = spammed(local.fronts, { account, transactions, isOlder }, () => (shown += 1));
    const chain = await local.open({ transports });
    // So that there are slots before the payment.
    local.ledger.advance(100);
    const paidAt = local.ledger.slot;
    const submission = await chain.assemble([payment]);
    await chain.broadcast(submission);
    local.ledger.advance(200);
    for (const [made, each] of transactions.entries()) {
      each.slot = isOlder ? paidAt - 1 - Math.floor(made / 200) : local.ledger.slot - 40 - Math.floor(made / 2_000);
    }
    for (let looks = 1; ; looks++) {
      const before = shown;
      const use = await chain.earlierUse(request(payment.to)).catch((error: unknown) => String(error));
      // Of two endpoints.
      expect(shown - before).toBeLessThanOrEqual(2 * 1_500);
      if (typeof use === 'string' && looks < 20) {
        expect(use).toContain('The search continues');
        continue;
      }
      expect(use).toMatchObject({ state: 'final', hash: submission.hash });
      break;
    }
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
