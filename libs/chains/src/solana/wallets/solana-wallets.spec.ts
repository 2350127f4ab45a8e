import type { Currency } from '@stablecoin/contracts';
import type { WalletContract, WalletPolicy } from '../../chain-wallets';
import { LocalSolana, newOwner } from '../../testing/solana-chain';
import type { Authorization, Observation, Submission } from '../../transfers';
import { readCarriers } from '../submission/carriers';
import type { SolanaChain } from '../solana-chain';
import type { SolanaWallets } from './solana-wallets';

const LIMIT = 100_000_000n;
const MONEY = 1_000_000_000n;
let local: LocalSolana;
let chain: SolanaChain;
let wallets: SolanaWallets;
let made = 0;

async function begin(endpoints: number, tokenProgram: 'p-token' | 'spl-token' = 'p-token'): Promise<void> {
  local = new LocalSolana(endpoints, { tokenProgram });
  chain = await local.open();
  if (chain.wallets === null) throw new Error('there are no wallets');
  ({ wallets } = chain);
}
beforeEach(() => begin(3));

function contract(given: Partial<WalletPolicy> = {}): WalletContract {
  made += 1;
  const policy = { walletId: `wal_${made}`, owners: [wallets.operator], threshold: 1, spendLimit: `${LIMIT}` as const };
  return wallets.contractOf({ ...policy, ...given });
}

/** A wallet whose accounts are made, with money. */
async function wallet(given: Partial<WalletPolicy> = {}): Promise<WalletContract> {
  const its = contract(given);
  await wallets.send((await wallets.signSetup(its)).bytes);
  local.ledger.advance(3);
  await local.strangerSends('legacy', [local.strangersTransfer(MONEY, its.address)]);
  local.ledger.advance(3);
  return its;
}

const payment = (from: WalletContract, given: Partial<Authorization> = {}): Authorization =>
  local.authorization(chain, { payer: { wallet: from, approval: null }, ...given });

const held = (owner: string, currency: Currency = 'USDC'): bigint => local.held(owner, currency);

async function send(authorizations: readonly Authorization[]): Promise<Submission> {
  const submission = await chain.assemble(authorizations);
  await chain.broadcast(submission);
  local.ledger.advance(3);
  return submission;
}

const observe = (submission: Submission, authorizations: readonly Authorization[]): Promise<readonly Observation[]> =>
  chain.observe(submission, authorizations, local.ledger.now());

/** The wallet's allowance of USDC. */
async function left(of: WalletContract): Promise<string | null | undefined> {
  const [state] = await wallets.look([of]);
  return state?.tokens.find(({ currency }) => currency === 'USDC')?.left;
}

describe.each(['p-token', 'spl-token'] as const)('wallets of SolanaChain, with %s', (tokenProgram) => {
  beforeEach(() => begin(3, tokenProgram));

  it('payments within the limit leave the wallet, each once, in transactions of that wallet', async () => {
    const [one, other] = [await wallet(), await wallet()];
    const treasuryBefore = held(local.treasury.address);
    const authorizations = [
      payment(one, { memo: 'for Ada' }),
      payment(other),
      payment(one),
      local.authorization(chain),
      payment(one, { onchainId: `0x${'ab'.repeat(32)}` }),
    ];
    for (const each of authorizations) expect(await chain.precheck(each, local.ledger.now())).toBeNull();
    const submission = await send(authorizations);
    expect(readCarriers(submission.bytes).map(({ carries }) => carries.length)).toEqual([3, 1, 1]);
    await chain.broadcast(submission);
    local.ledger.advance(3);
    expect((await observe(submission, authorizations)).map(({ state }) => state)).toEqual(Array(5).fill('final'));
    for (const { to } of authorizations) expect(held(to)).toBe(12_500_000n);
    expect(held(one.address)).toBe(MONEY - 37_500_000n);
    expect(held(other.address)).toBe(MONEY - 12_500_000n);
    expect(held(local.treasury.address)).toBe(treasuryBefore - 12_500_000n);
    expect(await left(one)).toBe(`${LIMIT - 37_500_000n}`);
  });

  it('what exceeds the allowance fails alone, and says why', async () => {
    const its = await wallet();
    const authorizations = [payment(its, { amount: '60000000' }), payment(its, { amount: '50000000' })];
    const first = await send(authorizations);
    expect((await observe(first, authorizations)).map(({ state }) => state)).toEqual(['unknown', 'unknown']);
    const second = await chain.replacement(first, authorizations, local.ledger.now());
    if (second === null) throw new Error('nothing is signed again');
    await chain.broadcast(second);
    local.ledger.advance(3);
    const seen = await observe(second, authorizations);
    expect(seen.map(({ state }) => state).toSorted()).toEqual(['final', 'reverted']);
    expect(seen).toContainEqual(expect.objectContaining({ state: 'reverted', refusal: 'spend_limit_onchain' }));
    expect(MONEY - held(its.address)).toBeLessThanOrEqual(LIMIT);
  });

  it('a renewal fills the allowance up, once for a value of the nonce', async () => {
    const its = await wallet();
    await send([payment(its, { amount: '70000000' })]);
    const [before] = await wallets.look([its]);
    const renewal = await wallets.signRenewal(its, before?.nonce ?? '');
    expect(await wallets.outcome(renewal.hash)).toEqual({ state: 'unknown' });
    await wallets.send(renewal.bytes);
    local.ledger.advance(3);
    expect(await wallets.outcome(renewal.hash)).toMatchObject({ state: 'made', at: expect.any(Number) as number });
    const [after] = await wallets.look([its]);
    expect(after?.nonce).not.toBe(before?.nonce);
    expect(await left(its)).toBe(wallets.full(its));
    await send([payment(its, { amount: '70000000' })]);
    await wallets.send(renewal.bytes);
    local.ledger.advance(3);
    expect(await left(its)).toBe('30000000');
  });

  it('reads the state of a wallet, before and after it is set up', async () => {
    const its = contract();
    expect(await wallets.isDeployed(its)).toBe(false);
    expect(await wallets.state(its)).toMatchObject({ isDeployed: false, spender: null, spent: '0', limit: `${LIMIT}` });
    const ready = await wallet();
    await send([payment(ready)]);
    expect(await wallets.isDeployed(ready)).toBe(true);
    expect(await wallets.state(ready)).toMatchObject({
      isDeployed: true,
      spender: local.spender.address,
      limit: `${LIMIT}`,
      spent: '12500000',
      windowStart: null,
      balances: [
        { currency: 'USDC', amount: `${MONEY - 12_500_000n}` },
        { currency: 'EURC', amount: '0' },
      ],
    });
    const unlimited = await wallet({ spendLimit: null });
    expect(await wallets.state(unlimited)).toMatchObject({ limit: null, spent: '0' });
  });
});

it('deposits of a wallet are found, also before it is set up', async () => {
  const its = contract();
  const { cursor } = await chain.balances({ addresses: [its.address] });
  const mint = local.ledger.mints.USDC;
  local.ledger.setTokens(local.accountOf(its.address, mint), { mint, owner: its.address, amount: 0n });
  await local.strangerSends('legacy', [local.strangersTransfer(5n, its.address)]);
  await wallets.send((await wallets.signSetup(its)).bytes);
  local.ledger.advance(3);
  await local.strangerSends('legacy', [local.strangersTransfer(7n, its.address)]);
  local.ledger.advance(3);
  const { deposits } = await chain.deposits({ addresses: [its.address], after: cursor, limit: 10 });
  expect(deposits.map(({ to, amount }) => [to, amount])).toEqual([
    [its.address, '5'],
    [its.address, '7'],
  ]);
});

it('a payment is found by its on-chain id, and none of a stranger is taken for it', async () => {
  const its = await wallet();
  const onchainId = `0x${'cd'.repeat(32)}`;
  const authorization = payment(its, { onchainId });
  const asked = { chain: 'solana', onchainId, to: authorization.to, amount: '1', currency: 'USDC' } as const;
  const find = (by: WalletContract | null) => chain.earlierUse({ ...asked, areRecordsMissing: true, wallet: by });
  expect(await find(its)).toBeNull();
  const { hash } = await send([authorization]);
  expect(await find(its)).toMatchObject({
    state: 'final',
    hash,
    transfer: { from: its.address, to: authorization.to, amount: '12500000' },
  });
  expect(await find(null)).toBeNull();
  expect(await find(await wallet())).toBeNull();
  const { payouts } = await chain.history.payouts({ chain: 'solana', payers: [its.address], since: 0 });
  expect(payouts).toMatchObject([{ hash, from: its.address, to: authorization.to, onchainId }]);
});

it('a payment that is lost is signed again once it is dead, and made once', async () => {
  const its = await wallet();
  const authorization = payment(its);
  for (const front of local.fronts) front.isDropping = true;
  const first = await send([authorization]);
  for (const front of local.fronts) front.isDropping = false;
  local.ledger.pass(65_000);
  const second = await chain.replacement(first, [authorization], local.ledger.now());
  if (second === null) throw new Error('it is not signed again');
  await chain.broadcast(second);
  local.ledger.advance(3);
  await chain.broadcast(first);
  local.ledger.advance(3);
  expect(await observe(second, [authorization])).toMatchObject([{ state: 'final' }]);
  expect(held(authorization.to)).toBe(12_500_000n);
});

it('prechecks see what the issuer and the owners have done', async () => {
  const its = await wallet();
  const mint = local.ledger.mints.USDC;
  const account = local.accountOf(its.address, mint);
  const check = (given: Partial<Authorization> = {}) => chain.precheck(payment(its, given), local.ledger.now());
  expect(await check()).toBeNull();
  expect(await check({ amount: `${LIMIT + 1n}` })).toBe('spend_limit_onchain');
  expect(await check({ payer: { wallet: its, approval: [] } })).toBe('chain_unavailable');
  expect(await check({ payer: { wallet: { ...its, spender: newOwner() }, approval: null } })).toBe('chain_unavailable');
  local.ledger.setTokens(account, { mint, owner: its.address, amount: MONEY });
  local.ledger.advance(3);
  expect(await check()).toBe('spend_limit_onchain');
  local.ledger.setTokens(account, { mint, owner: its.address, amount: MONEY, isFrozen: true });
  local.ledger.advance(3);
  expect(await check()).toBe('wallet_blocklisted');
});

it('one endpoint alone decides nothing about a wallet', async () => {
  const its = await wallet();
  const [liar] = local.fronts;
  if (liar === undefined) throw new Error('there is no endpoint');
  liar.behind = 30;
  expect(await chain.precheck(payment(its), local.ledger.now())).toBeNull();
  expect((await wallets.state(its)).isDeployed).toBe(true);
  for (const front of local.fronts.slice(1)) front.isDead = true;
  await expect(wallets.state(its)).rejects.toThrow(/too few endpoints/);
  expect(await wallets.look([its])).toEqual([null]);
});

it('refuses wallets of another operator', async () => {
  const its = { ...contract(), address: newOwner() };
  await expect(wallets.state(its)).rejects.toThrow(/another SOLANA_APPROVAL_SIGNER/);
  expect(await chain.precheck(payment(its), local.ledger.now())).toBe('chain_unavailable');
});
