import type { Currency } from '@stablecoin/contracts';
import { LocalEvm } from '../local/local-evm';
import { describeWithAnvil } from '../testing/describe-with-anvil';
import { newAuthorization, openOn } from '../testing/evm-chain';
import type { Logged } from '../testing/evm-chain';
import { forkEvm } from '../testing/forked-evm';
import { LOCAL_ORACLE } from './network';

/** An endpoint of Base or Ethereum, mainnet or testnet. It is only read. */
const URL = process.env['FORK_RPC_URL'];
/** Where the network's own tokens are not meant: `{"USDC": "0x…", "EURC": "0x…"}`. */
const TOKENS = JSON.parse(process.env['FORK_TOKENS'] ?? '{}') as Partial<Record<Currency, string>>;
const EPOCH = 1;

if (URL === undefined) process.stderr.write('a fork of a public network: skipped, FORK_RPC_URL names no endpoint\n');

async function expectOnePayment(fork: LocalEvm): Promise<void> {
  const logged: Logged[] = [];
  const chain = await openOn(fork, undefined, { logged });
  expect(logged).toEqual([]);
  const each = newAuthorization(fork, chain, { memo: 'a fork' });
  expect(await chain.precheck(each, fork.now())).toBeNull();
  const before = await fork.balanceOf('USDC', each.to);
  const submission = await chain.assemble([each], () => Promise.resolve([]));
  await chain.broadcast(submission);
  await fork.pass(1_000);
  // Nobody can send it a second time.
  const [, other] = fork.relayers;
  const replayed = { ...each, sender: other.address };
  await chain.broadcast(await chain.assemble([replayed], () => Promise.resolve([])));
  for (let block = 0; block <= 3 * EPOCH; block++) await fork.pass(1_000);
  expect(await chain.observe(submission, [each], fork.now())).toMatchObject([
    { state: 'final', hash: submission.hash },
  ]);
  expect((await fork.balanceOf('USDC', each.to)) - before).toBe(BigInt(each.amount));
}

describeWithAnvil('a fork', () => {
  (URL === undefined ? it.skip : it)(
    'of a public network: the start-up checks hold, and a payment is made once',
    async () => {
      const fork = await forkEvm(URL ?? '', TOKENS);
      try {
        await expectOnePayment(fork);
      } finally {
        await fork.stop();
      }
    },
    300_000,
  );

  it('a fork of a local chain behaves like one of a public chain', async () => {
    const local = await LocalEvm.start('base');
    try {
      const fork = await forkEvm(local.anvil.url, local.network.tokens, LOCAL_ORACLE);
      try {
        await expectOnePayment(fork);
      } finally {
        await fork.stop();
      }
    } finally {
      await local.stop();
    }
  });
});
