import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import type { Currency } from '@stablecoin/contracts';
import { LocalSolana, newOwner } from '../../testing/solana-chain';
import { MEMO_PROGRAM, TOKEN_PROGRAM, transferChecked } from '../instructions';
import type { SolanaChain } from '../solana-chain';

const TOKEN_2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');

let local: LocalSolana;
let chain: SolanaChain;
beforeAll(async () => {
  local = new LocalSolana();
  chain = await local.open();
});

function tokenAccount(given: { owner?: string; currency?: Currency; isFrozen?: boolean; program?: PublicKey }): string {
  const { owner = newOwner(), currency = 'USDC', ...rest } = given;
  const address = newOwner();
  local.ledger.setTokens(address, { mint: local.ledger.mints[currency], owner, amount: 0n, ...rest });
  return address;
}

function offCurve(): string {
  const [address] = PublicKey.findProgramAddressSync([Keypair.generate().publicKey.toBytes()], MEMO_PROGRAM);
  return address.toBase58();
}

function withTokens(owner: string, heldBy = owner): string {
  const mint = local.ledger.mints.USDC;
  local.ledger.setTokens(local.accountOf(owner, mint), { mint, owner: heldBy, amount: 0n });
  return owner;
}

function withAccount(address: string, given: Parameters<LocalSolana['ledger']['setAccount']>[1]): string {
  local.ledger.setAccount(address, given);
  return address;
}

function multisig(threshold: number, signers: number, owner = TOKEN_PROGRAM): { owner: PublicKey; data: Buffer } {
  const data = Buffer.alloc(355);
  data.set([threshold, signers, 1]);
  for (let each = 0; each < signers; each++) data.set(new PublicKey(local.strangersAddress).toBytes(), 3 + 32 * each);
  return { owner, data };
}

/** What the chain says of an address, at the commitment at which it is asked. */
async function refusal(to: string): Promise<string | null> {
  local.ledger.advance(3);
  return chain.refusalOf({ to, currency: 'USDC' });
}

describe('money goes to', () => {
  it.each<[string, () => string]>([
    ['an owner who has never been seen on chain', newOwner],
    ['an owner who has SOL', () => withAccount(newOwner(), { lamports: 1_000_000n })],
    ['an owner who has a token account', () => withTokens(newOwner())],
    ['a token account itself', () => tokenAccount({})],
    ['a multisig of the token program', () => withAccount(newOwner(), multisig(2, 3))],
    [
      'a multisig of Token-2022, which the token program knows too',
      () => withAccount(newOwner(), multisig(1, 2, TOKEN_2022)),
    ],
    ['a multisig off the curve', () => withAccount(offCurve(), multisig(1, 11))],
    ['an address off the curve that has had this token before: a vault', () => withTokens(offCurve())],
    [
      'a wallet of a program that has had this token before',
      () => withTokens(withAccount(offCurve(), { owner: MEMO_PROGRAM, data: Buffer.alloc(10) })),
    ],
  ])('%s', async (_, make) => {
    const to = make();
    expect(await refusal(to)).toBeNull();
    const authorization = local.authorization(chain, { to });
    expect(await chain.precheck(authorization, local.ledger.now())).toBeNull();
    await chain.broadcast(await chain.assemble([authorization]));
    local.ledger.advance(1);
    const held = Math.max(Number(local.ledger.tokensOf(to)), Number(local.held(to)));
    expect(held).toBe(12_500_000);
  });
});

it.each([
  ['the token program', TOKEN_PROGRAM],
  ['Token-2022', TOKEN_2022],
])('a multisig of %s pays out what it was paid', async (_, program) => {
  const owner = withAccount(newOwner(), multisig(1, 2, program));
  const mint = local.ledger.mints.USDC;
  local.ledger.setTokens(local.accountOf(owner, mint), { mint, owner, amount: 5_000_000n });
  const transfer = transferChecked({
    source: new PublicKey(local.accountOf(owner, mint)),
    mint: new PublicKey(mint),
    destination: new PublicKey(local.accountOf(local.strangersAddress, mint)),
    owner: new PublicKey(owner),
    amount: 5_000_000n,
  });
  const keys = transfer.keys.map((key) => (key.pubkey.toBase58() === owner ? { ...key, isSigner: false } : key));
  const signer = { pubkey: new PublicKey(local.strangersAddress), isSigner: true, isWritable: false };
  await local.strangerSends('legacy', [
    new TransactionInstruction({ programId: transfer.programId, data: transfer.data, keys: [...keys, signer] }),
  ]);
  expect(local.held(owner)).toBe(0n);
});

describe('money does not go to', () => {
  it.each<[string, RegExp, () => string]>([
    ['the mint of a token', /the mint of a token/, () => local.ledger.mints.EURC],
    ['a program', /a program/, () => MEMO_PROGRAM.toBase58()],
    ['another token program', /a program/, () => TOKEN_2022.toBase58()],
    ['a part of the cluster', /belongs to the cluster/, () => 'SysvarC1ock11111111111111111111111111111111'],
    ['an address off the curve', /off the curve/, offCurve],
    [
      'an address off the curve that has SOL only',
      /off the curve/,
      () => withAccount(offCurve(), { owner: SystemProgram.programId }),
    ],
    ['an account of a program', /belongs to a program/, () => withAccount(newOwner(), { owner: MEMO_PROGRAM })],
    ['a token account of another token', /another token than USDC/, () => tokenAccount({ currency: 'EURC' })],
    ['a token account of another token program', /belongs to a program/, () => tokenAccount({ program: TOKEN_2022 })],
    [
      'something else of the token program',
      /account of the token program/,
      () => withAccount(newOwner(), { owner: TOKEN_PROGRAM, data: Buffer.alloc(355) }),
    ],
    ['a multisig that nobody can meet', /account of the token program/, () => withAccount(newOwner(), multisig(3, 2))],
    ['a multisig of a program', /belongs to a program/, () => withAccount(newOwner(), multisig(1, 2, MEMO_PROGRAM))],
    ['an owner whose account somebody else was given', /handed over/, () => withTokens(newOwner(), newOwner())],
    ['the treasury', /the treasury that pays/, () => local.treasury.address],
    [
      'the treasury’s account',
      /the treasury that pays/,
      () => local.accountOf(local.treasury.address, local.ledger.mints.USDC),
    ],
  ])('%s', async (_, reason, make) => {
    const to = make();
    expect(await refusal(to)).toMatch(reason);
    expect(await chain.precheck(local.authorization(chain, { to }), local.ledger.now())).toBe('chain_unavailable');
    const request = { to, amount: '1', currency: 'USDC', candidates: ['solana'] } as const;
    const [quote] = await chain.quote(request);
    expect(quote?.health).toEqual({ status: 'down', reason: expect.stringMatching(reason) as string });
  });

  it('what the issuer has frozen, which is for the payment to find', async () => {
    const to = tokenAccount({ isFrozen: true });
    expect(await refusal(to)).toBeNull();
    const request = { to, amount: '1', currency: 'USDC', candidates: ['solana'] } as const;
    expect(await chain.quote(request)).toMatchObject([{ health: { status: 'up' } }]);
    const found = await chain.precheck(local.authorization(chain, { to }), local.ledger.now());
    expect(found).toBe('recipient_blocklisted');
  });
});

describe('before a payment goes out', () => {
  it('its validity has to be worth it, and the fee payer has to be able to pay', async () => {
    const authorization = local.authorization(chain);
    expect(await chain.precheck(authorization, authorization.validUntil - 1_000)).toBe('transaction_expired');
    local.ledger.setLamports(local.feePayer.address, 1_000_000n);
    local.ledger.pass(2_000);
    expect(await chain.precheck(authorization, local.ledger.now())).toBe('insufficient_gas');
    const request = { to: newOwner(), amount: '1', currency: 'USDC', candidates: ['solana'] } as const;
    expect(await chain.quote(request)).toMatchObject([{ health: { reason: 'its fee payer has too little SOL' } }]);
    local.ledger.setLamports(local.feePayer.address, 10n ** 12n);
    local.ledger.pass(2_000);
  });

  it('a new account costs its rent; an old one does not', async () => {
    const fee = async (to: string): Promise<bigint> => {
      const [quote] = await chain.quote({ to, amount: '1', currency: 'USDC', candidates: ['solana'] });
      return BigInt(quote?.fee ?? '0');
    };
    const known = withTokens(newOwner());
    local.ledger.advance(3);
    // 10,000 lamports and some for priority, and 2,039,280 more, at 150 for a SOL.
    expect(await fee(known)).toBeGreaterThanOrEqual(1_500n);
    expect(await fee(known)).toBeLessThan(3_000n);
    expect(await fee(newOwner())).toBeGreaterThan(305_892n);
  });

  it('the rent of an account is what the network asks for now', async () => {
    const request = { to: newOwner(), amount: '1', currency: 'USDC', candidates: ['solana'] } as const;
    const fee = async (): Promise<number> => {
      local.ledger.pass(2_000);
      return Number((await chain.quote(request))[0]?.fee ?? '0');
    };
    const before = await fee();
    local.ledger.lamportsPerByte = 5_080n;
    // 1,488,440 lamports are 550,840 fewer, at 150 for a SOL.
    expect(before - (await fee())).toBe(82_626);
    local.ledger.setLamports(local.feePayer.address, 20n * (1_488_440n + 110_000n));
    const [gas] = await chain.costs.gas();
    expect(gas?.transfers).toBeGreaterThanOrEqual(20);
    local.ledger.lamportsPerByte = 6_960n;
    local.ledger.setLamports(local.feePayer.address, 10n ** 12n);
    local.ledger.pass(2_000);
  });

  it('other chains are not its business', async () => {
    const quotes = await chain.quote({
      to: newOwner(),
      amount: '1',
      currency: 'USDC',
      candidates: ['base', 'solana'],
    });
    expect(quotes).toMatchObject([
      { chain: 'base', health: { status: 'down' } },
      { chain: 'solana', health: { status: 'up' } },
    ]);
  });
});
