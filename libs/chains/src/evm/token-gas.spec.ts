/** @slow 15 */
import type { Authorization, Submission } from '../transfers';
import { LocalEvm } from '../local/local-evm';
import type { TokenKind } from '../local/token';
import { describeWithAnvil } from '../testing/describe-with-anvil';
import { newAuthorization, newRecipient, openOn } from '../testing/evm-chain';
import { VmChain } from '../testing/vm-chain';
import type { EvmChain } from './evm-chain';
import { KeySigner } from './signer/key-signer';

const MEMO = 'é'.repeat(64);
const MANY = 40;
const DEADLINE_MS = 60_000;
/** Of the figures in docs/chains.md, in hundredths: they are rounded, and a zero among random bytes costs less. */
const ROUNDED = 5;

interface Figures {
  readonly known: readonly [alone: number, inCompany: number];
  readonly fresh: readonly [alone: number, inCompany: number];
  /** Of 128 bytes. */
  readonly memo: number;
}

/** @param send - sends these, and says how much gas that has used */
async function figuresOf(send: (to: readonly string[], memo: string | null) => Promise<number>): Promise<Figures> {
  const recipients = (count: number): string[] => Array.from({ length: count }, () => newRecipient());
  const each = async (to: readonly string[], memo: string | null = null) => (await send(to, memo)) / to.length;
  const known = recipients(MANY);
  const inCompany = await each(known);
  const alone = await each(recipients(1));
  return {
    known: [await each(known.slice(0, 1)), await each(known)],
    fresh: [alone, inCompany],
    memo: (await each(recipients(1), MEMO)) - alone,
  };
}

/** @param gasUsed - by a submission that was sent */
function sending(
  chain: EvmChain,
  authorization: (given: Partial<Authorization>) => Authorization,
  gasUsed: (submission: Submission) => Promise<number>,
): Parameters<typeof figuresOf>[0] {
  return async (to, memo) => {
    const some = to.map((each) => authorization({ to: each, memo }));
    const submission = await chain.assemble(some, () => Promise.resolve([]));
    await chain.broadcast(submission);
    return gasUsed(submission);
  };
}

async function onAnvil(tokens: TokenKind): Promise<Figures> {
  const local = await LocalEvm.start('ethereum', { tokens });
  try {
    const chain = await openOn(local);
    const { address: sender } = local.relayers[0];
    const gasUsed = async ({ hash }: Submission): Promise<number> => {
      await local.pass(1_000);
      const receipt = (await local.anvil.rpc('eth_getTransactionReceipt', hash)) as { readonly gasUsed: string };
      return Number(receipt.gasUsed);
    };
    return await figuresOf(sending(chain, (given) => newAuthorization(local, chain, { sender, ...given }), gasUsed));
  } finally {
    await local.stop();
  }
}

async function underAmsterdam(tokens: TokenKind): Promise<Figures> {
  const local = await VmChain.start('base', 'amsterdam', tokens);
  const chain = await openOn(local, undefined, { deadlineMs: DEADLINE_MS, validityMs: 3_600_000 });
  const { address: sender } = new KeySigner(Buffer.alloc(32, 0x52));
  const gasUsed = (): Promise<number> => Promise.resolve(Number(local.included.at(-1)?.gasUsed));
  return figuresOf(sending(chain, (given) => newAuthorization(local, chain, { sender, ...given }), gasUsed));
}

function expectAbout(found: Figures, { known, fresh, memo }: Figures): void {
  const pairs = [...found.known, ...found.fresh, found.memo].map((each, index) => {
    return [each, [...known, ...fresh, memo][index] ?? 0] as const;
  });
  for (const [is, of] of pairs) expect(Math.round((100 * Math.abs(is - of)) / of)).toBeLessThanOrEqual(ROUNDED);
}

/** What a transfer costs with the contracts that Circle publishes, its proxy included: the table in docs/chains.md. */
describeWithAnvil('gas of a transfer', () => {
  const today: Figures = { known: [92_000, 48_000], fresh: [109_000, 65_000], memo: 2_100 };
  const amsterdam: Figures = { known: [190_000, 143_000], fresh: [288_000, 241_000], memo: 2_100 };

  it.each<TokenKind>(['published', 'stand-in'])('is that of the documents, with the %s token', async (tokens) => {
    expectAbout(await onAnvil(tokens), today);
  });

  it.each<TokenKind>(['published', 'stand-in'])(
    'is that of the documents under Amsterdam, with the %s token',
    async (tokens) => {
      expectAbout(await underAmsterdam(tokens), amsterdam);
    },
  );
});
