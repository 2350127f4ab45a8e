import { Random } from '@stablecoin/event-sourcing/testing';
import { LocalEvm } from '../../local/local-evm';
import { describeWithAnvil } from '../../testing/describe-with-anvil';
import { newAuthorization, openOn } from '../../testing/evm-chain';
import { EvmStrangers } from '../../testing/evm-strangers';

describeWithAnvil('what was paid since a time, on an EVM chain', () => {
  let local: LocalEvm;
  beforeAll(async () => {
    local = await LocalEvm.start('base');
  });
  afterAll(() => local.stop());

  it('has no transfers of nothing: anybody may make them out of any account', async () => {
    const chain = await openOn(local);
    const since = local.now();
    const payment = newAuthorization(local, chain, { sender: local.relayers[0].address });
    const submission = await chain.assemble([payment], () => Promise.resolve([]));
    await chain.broadcast(submission);
    await local.pass(1_000);
    const strangers = new EvmStrangers(local, new Random(1));
    await strangers.act('a transfer of nothing out of the treasury', []);
    for (let block = 0; block < 5; block++) await local.pass(1_000);
    const { payouts } = await chain.payouts({ chain: 'base', payers: [local.treasury.address], since });
    expect(payouts.map(({ hash, amount }) => [hash, amount])).toEqual([[submission.hash, payment.amount]]);
  });
});
