import { describeChain } from '../testing/chain.contract';
import { LocalSolana } from '../testing/solana-chain';

describeChain(
  'LiteSVM',
  async () => {
    const local = new LocalSolana();
    for (const front of local.fronts) front.refusesConfirmed = true;
    const chain = await local.open();
    return {
      chain,
      account: local.treasury.address,
      now: () => local.ledger.now(),
      pass: (ms) => {
        local.ledger.pass(ms);
        return Promise.resolve();
      },
      authorization: (outcome) => {
        // A transfer expires here when what carries it never reaches a leader.
        for (const front of local.fronts) front.isDropping = outcome === 'expires';
        // More than there is.
        return local.authorization(chain, outcome === 'reverts' ? { amount: '9000000000000' } : {});
      },
      // Nobody else pays these recipients.
      transfers: ({ to, amount }) => Promise.resolve(Number(local.held(to) / BigInt(amount))),
      deposit: (currency, amount) => local.deposit(currency, amount),
      dispose: () => Promise.resolve(),
    };
  },
  { chains: ['solana'], deposits: true },
);
