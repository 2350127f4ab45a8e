import { base58 } from '@scure/base';
import type { Claim } from './checks.js';
import type { Rpc } from './rpc.js';
import { verifySolana } from './solana.js';

const [SOURCE, DESTINATION, OTHER, MINT, OWNER, TREASURY] = ['src', 'dst', 'oth', 'mint', 'owner', 'treasury'] as const;
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const KEYS = [SOURCE, DESTINATION, OTHER, MINT, TOKEN_PROGRAM];
const CLAIM: Claim = {
  ...{
    paymentId: 'pay_1',
    onchainId: null,
    chain: 'solana',
    txHash: 'sig',
    to: OWNER,
    units: 12_500_000n,
    currency: 'USDC',
  },
  wallet: null,
};

function transfer(units: bigint, to = 1): object {
  const data = Buffer.alloc(10);
  data[0] = 12;
  data.writeBigUInt64LE(units, 1);
  data[9] = 6;
  return { programIdIndex: 4, accounts: [0, 3, to], data: base58.encode(data) };
}
const balance = (accountIndex: number, owner: string | undefined, amount: bigint, mint = MINT): object => ({
  ...{ accountIndex, owner, mint },
  uiTokenAmount: { amount: `${amount}` },
});

interface Said {
  readonly instructions?: readonly object[];
  readonly inner?: readonly object[];
  /** What the recipient holds afterwards; it held one before. */
  readonly after?: bigint;
  readonly owner?: string;
  readonly err?: object | null;
  readonly status?: string;
  readonly signature?: string;
  readonly missing?: boolean;
}

async function wrong(said: Said): Promise<string[]> {
  const { instructions = [transfer(12_500_000n)], inner = [], after = 12_500_001n, err = null } = said;
  const answer = {
    transaction: { signatures: [said.signature ?? 'sig'], message: { accountKeys: KEYS, instructions } },
    meta: {
      err,
      innerInstructions: [{ index: 0, instructions: inner }],
      preTokenBalances: [balance(0, TREASURY, 99_000_000n), balance(1, said.owner ?? OWNER, 1n)],
      postTokenBalances: [balance(0, TREASURY, 86_500_000n), balance(1, said.owner ?? OWNER, after)],
    },
  };
  const answers: Readonly<Record<string, unknown>> = {
    getTransaction: said.missing === true ? null : answer,
    getSignatureStatuses: { value: [{ confirmationStatus: said.status ?? 'finalized' }] },
  };
  const rpc = { call: async (method: string) => answers[method] } as unknown as Rpc;
  const checks = await verifySolana(rpc, CLAIM, { token: MINT, confirmationsMin: 1 });
  return checks.filter(({ ok }) => !ok).map(({ check }) => check);
}

describe('A payment on Solana', () => {
  it('is confirmed by its recipient, mint and amount', async () => {
    expect(await wrong({})).toEqual([]);
  });

  it('is found among others, and in instructions that another program called', async () => {
    const others = [transfer(3n), transfer(5n, 2)];
    expect(await wrong({ instructions: [...others, transfer(12_500_000n)], after: 12_500_004n })).toEqual([]);
    expect(await wrong({ instructions: others, inner: [transfer(12_500_000n)], after: 12_500_004n })).toEqual([]);
  });

  it.each<[string, Said, string[]]>([
    ['of another amount', { instructions: [transfer(12_499_999n)], after: 12_500_000n }, ['amount', 'balance change']],
    ['that the balances do not bear out', { after: 1n }, ['balance change']],
    ['to another recipient', { owner: 'stranger' }, ['recipient']],
    ['without a transfer', { instructions: [], after: 12_500_001n }, ['amount']],
    ['that has failed', { err: { InstructionError: [0, 'Custom'] } }, ['status']],
    ['that is not on the chain', { missing: true }, ['transaction']],
    ['of another transaction', { signature: 'other' }, ['transaction']],
    ['that is not confirmed yet', { status: 'processed' }, ['commitment']],
  ])('is not confirmed %s', async (_how, said, checks) => {
    expect(await wrong(said)).toEqual(checks);
  });
});
