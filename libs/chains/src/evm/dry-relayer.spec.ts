import type { Authorization, Submission } from '../transfers';
import { LocalEvm } from '../local/local-evm';
import { describeWithAnvil } from '../testing/describe-with-anvil';
import { VALIDITY_MS, newAuthorization, openOn, transportOf } from '../testing/evm-chain';
import type { Logged } from '../testing/evm-chain';
import type { EvmChain } from './evm-chain';

const EPOCH = 4;
/** After so many a submission counts as stuck. */
const STUCK_BLOCKS = 6;
const MUCH = 10n ** 20n;

describeWithAnvil('a relayer that ran dry after it signed', () => {
  let local: LocalEvm;
  let chain: EvmChain;
  let authorization: Authorization;
  let submission: Submission;
  const logged: Logged[] = [];

  beforeAll(async () => {
    local = await LocalEvm.start('base', { epoch: EPOCH });
    chain = await openOn(local, [transportOf(local)], { logged });
  });
  afterAll(() => local.stop());

  beforeEach(async () => {
    logged.length = 0;
    authorization = newAuthorization(local, chain);
    submission = await chain.assemble([authorization], () => Promise.resolve([]));
    await local.setGas(authorization.sender, 1n);
  });

  /** Sends and looks, block by block. @returns what was put in its place */
  async function sendFor(blocks: number): Promise<readonly Submission[]> {
    const replacements: Submission[] = [];
    for (let block = 0; block < blocks; block++) {
      await chain.broadcast(submission).catch(() => undefined);
      await local.pass(1_000);
      const replacement = await chain.replacement(submission, [authorization], local.now());
      if (replacement !== null) replacements.push(replacement);
    }
    return replacements;
  }

  const state = async () => (await chain.observe(submission, [authorization], local.now()))[0]?.state;
  const received = () => local.balanceOf(authorization.currency, authorization.to);

  it('is filled up: the same bytes go through, and nothing was signed meanwhile', async () => {
    await expect(sendFor(STUCK_BLOCKS)).resolves.toEqual([]);
    expect(await state()).toBe('unknown');
    expect(logged).toContainEqual({
      level: 'error',
      fields: { chain: 'base', sender: authorization.sender, payments: 1 },
      message: 'payments wait until their relayer is topped up',
    });
    await local.setGas(authorization.sender, MUCH);
    await expect(sendFor(2 * EPOCH + 1)).resolves.toEqual([]);
    expect([await state(), await received()]).toEqual(['final', BigInt(authorization.amount)]);
  });

  it('is not filled up before the validity is over: the payment has provably ended, and its nonce is free', async () => {
    await sendFor(STUCK_BLOCKS);
    await local.pass(VALIDITY_MS);
    for (let block = 0; block < 2 * EPOCH + 1; block++) await local.pass(1_000);
    expect([await state(), await received()]).toEqual(['expired', 0n]);
    await local.setGas(authorization.sender, MUCH);
    const { sender } = authorization;
    const next = await chain.assemble([newAuthorization(local, chain, { sender })], () => Promise.resolve([]));
    expect(next.nonce).toBe(submission.nonce);
  });
});
