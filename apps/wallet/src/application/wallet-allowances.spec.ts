import type { ChainAllowances, WalletContract } from '@stablecoin/chains';
import { LocalSolana, newOwner } from '@stablecoin/chains/testing';
import type { Units } from '@stablecoin/contracts';
import { silentMeter } from '@stablecoin/event-sourcing/testing';
import { MemoryEventStore } from '@stablecoin/stores';
import { allowanceDecider } from '../domain/decide-allowance';
import { walletDecider } from '../domain/decide-wallet';
import type { WalletCommand } from '../domain/wallet-commands';
import { allowanceStreams, walletStreams } from '../domain/streams';
import { AllowanceHandler, WalletHandler } from './handlers';
import type { LiveWallet } from './live-wallet';
import { WalletAllowances } from './wallet-allowances';

const LIMIT = 100_000_000n;
const MONEY = 1_000_000_000n;
const HOUR = 3_600_000;

let local: LocalSolana;
let chain: Awaited<ReturnType<LocalSolana['open']>>;
let allowances: ChainAllowances;
let store: MemoryEventStore;
let books: WalletHandler;
let keeper: WalletAllowances;
let logged: string[];
let sent: string[];
let commands = 0;

beforeEach(async () => {
  local = new LocalSolana(3);
  chain = await local.open();
  if (chain.wallets === null) throw new Error('there are no wallets');
  allowances = chain.wallets;
  store = new MemoryEventStore();
  [logged, sent] = [[], []];
  start();
});

/** The service, begun again with what its store has. */
function start(): void {
  const clock = { now: () => local.ledger.now(), setTimer: () => () => undefined };
  const say = (_: object, message: string): void => void logged.push(message);
  const log = { debug: () => undefined, info: say, warn: say, error: say, fatal: say };
  const parts = { store, clock, log, meter: silentMeter };
  books = new WalletHandler({ ...parts, decider: walletDecider });
  const handler = new AllowanceHandler({ ...parts, decider: allowanceDecider });
  const watched: ChainAllowances = {
    look: (wallets) => allowances.look(wallets),
    full: (wallet) => allowances.full(wallet),
    signSetup: (wallet) => allowances.signSetup(wallet),
    signRenewal: (wallet, nonce) => allowances.signRenewal(wallet, nonce),
    outcome: (hash) => allowances.outcome(hash),
    send: (bytes) => {
      sent.push(bytes);
      return allowances.send(bytes);
    },
  };
  keeper = new WalletAllowances({ ...parts, chain: 'solana', allowances: watched, wallets: books, handler });
}

async function command<Type extends WalletCommand['type']>(
  walletId: string,
  type: Type,
  data: Extract<WalletCommand, { readonly type: Type }>['data'],
): Promise<void> {
  commands += 1;
  const envelope = { id: `cmd_${commands}`, at: local.ledger.now(), correlationId: 'req_1', account: 'acme' };
  const given = { ...envelope, livemode: true, type, data } as unknown as WalletCommand;
  await books.handle(walletStreams.stream(walletId), given);
}

async function create(walletId = 'wal_1'): Promise<LiveWallet & { readonly contract: WalletContract }> {
  const owners = [chain.wallets?.operator ?? ''];
  const policy = { walletId, owners, threshold: 1, spendLimit: `${LIMIT}` as Units };
  const contract = chain.wallets!.contractOf(policy);
  const { address } = contract;
  const order = {
    walletId,
    owner: 'agent:buyer',
    chain: 'solana',
    label: null,
    approvers: [],
    approvalThreshold: 1,
  } as const;
  const data = { ...order, spendLimit: policy.spendLimit, compliance: 'skip', address, contract } as const;
  await command(walletId, 'CreateWallet', data);
  return { walletId, account: 'acme', address, contract };
}

/** One look of the service; then the chain goes on. */
async function look(...wallets: readonly LiveWallet[]): Promise<void> {
  await keeper.keep(await keeper.look(wallets));
  local.ledger.advance(4);
}

/** Looks at intervals, as the service does. */
async function looks(wallet: LiveWallet, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await look(wallet);
    local.ledger.rest(61_000);
    local.ledger.advance(4);
  }
}

/** Money that the books know of. */
async function fund({ walletId, address }: LiveWallet): Promise<void> {
  await local.strangerSends('legacy', [local.strangersTransfer(MONEY, address)]);
  const transfer = {
    transferId: `${walletId} funded`,
    chain: 'solana',
    currency: 'USDC',
    from: newOwner(),
    txHash: 'x',
  } as const;
  await command(walletId, 'CreditWallet', { ...transfer, amount: `${MONEY}` });
  local.ledger.advance(4);
}

/** A payment on chain; in the books as well, unless somebody else makes it. */
async function spend(
  wallet: LiveWallet & { readonly contract: WalletContract },
  amount: bigint,
  isBooked = true,
): Promise<string | undefined> {
  const units: Units = `${amount}`;
  const given = { amount: units, payer: { wallet: wallet.contract, approval: null } };
  const authorization = local.authorization(chain, given);
  const ref = { reservationId: `${authorization.id}#1`, paymentId: authorization.id };
  if (isBooked) {
    const approval = { approvalId: 'apr_1', approvalExpiresAt: local.ledger.now() + HOUR };
    const asked = { ...ref, ...approval, amount: given.amount, currency: 'USDC', candidates: ['solana'] } as const;
    await command(wallet.walletId, 'ReserveFunds', asked);
  }
  const submission = await chain.assemble([authorization]);
  await chain.broadcast(submission);
  local.ledger.advance(4);
  const [seen] = await chain.observe(submission, [authorization], local.ledger.now());
  if (isBooked && seen?.state === 'final') await command(wallet.walletId, 'PostReservation', ref);
  keeper.note(wallet.walletId);
  return seen?.state;
}

/** What the spender may still take of USDC. */
async function left({ contract }: { readonly contract: WalletContract }): Promise<string | null | undefined> {
  return (await allowances.look([contract]))[0]?.tokens[0]?.left;
}

function pass(ms: number): void {
  local.ledger.rest(ms);
  local.ledger.advance(4);
}

const renewals = async (walletId = 'wal_1'): Promise<number> =>
  (await store.read(allowanceStreams.stream(walletId), { direction: 'forwards', limit: 100 })).filter(
    ({ type }) => type === 'RenewalSigned',
  ).length;

it('makes a wallet, and renews its allowance once in 24 hours', async () => {
  const wallet = await create();
  await looks(wallet, 3);
  await fund(wallet);
  expect(await left(wallet)).toBe(`${LIMIT}`);
  for (let day = 1; day <= 3; day++) {
    expect(await spend(wallet, LIMIT - 1n)).toBe('final');
    await looks(wallet, 3);
    pass(22 * HOUR);
    await looks(wallet, 3);
    expect([await left(wallet), await renewals()]).toEqual(['1', day - 1]);
    pass(3 * HOUR);
    await looks(wallet, 3);
    expect([await left(wallet), await renewals()]).toEqual([`${LIMIT}`, day]);
  }
  expect(logged).toEqual([]);
});

it('a full allowance is not renewed', async () => {
  const wallet = await create();
  await looks(wallet, 2);
  pass(100 * HOUR);
  await looks(wallet, 3);
  expect([await renewals(), sent.length]).toEqual([0, 1]);
});

it('makes a wallet whose first transaction is lost', async () => {
  const wallet = await create();
  for (const front of local.fronts) front.isDropping = true;
  await look(wallet);
  for (const front of local.fronts) front.isDropping = false;
  await look(wallet);
  expect(sent).toHaveLength(1);
  pass(61_000);
  await looks(wallet, 3);
  expect(sent).toHaveLength(2);
  expect(await left(wallet)).toBe(`${LIMIT}`);
});

it('a renewal that is lost is sent again as it was recorded, also after a restart, and lands once', async () => {
  const wallet = await create();
  await looks(wallet, 2);
  await fund(wallet);
  await spend(wallet, 60_000_000n);
  pass(25 * HOUR);
  for (const front of local.fronts) front.isDropping = true;
  await look(wallet);
  start();
  pass(HOUR);
  await look(wallet);
  for (const front of local.fronts) front.isDropping = false;
  start();
  await looks(wallet, 3);
  expect(new Set(sent).size).toBe(2);
  expect([await left(wallet), await renewals()]).toEqual([`${LIMIT}`, 1]);
  await spend(wallet, 60_000_000n);
  for (const bytes of sent) await allowances.send(bytes);
  local.ledger.advance(4);
  await looks(wallet, 2);
  expect([await left(wallet), await renewals()]).toEqual(['40000000', 1]);
});

it('a record that was lost counts as a renewal now', async () => {
  const wallet = await create();
  await looks(wallet, 2);
  await fund(wallet);
  await spend(wallet, LIMIT - 1n);
  pass(25 * HOUR);
  await looks(wallet, 2);
  expect(await left(wallet)).toBe(`${LIMIT}`);
  // A backup from before the renewal: the books have what a restore has found on the chain.
  const events = await store.read(allowanceStreams.stream('wal_1'), { direction: 'forwards', limit: 1 });
  expect(events.map(({ type }) => type)).toEqual(['AllowanceCounted']);
  const wallets = await store.read(walletStreams.stream('wal_1'), { direction: 'forwards', limit: 100 });
  store = new MemoryEventStore();
  for (const [stream, kept] of [
    [allowanceStreams.stream('wal_1'), events],
    [walletStreams.stream('wal_1'), wallets],
  ] as const) {
    await store.append(
      stream,
      'none',
      kept.map(({ id, type, data, metadata }) => ({ id, type, data, metadata })),
    );
  }
  start();
  await spend(wallet, LIMIT - 1n);
  await looks(wallet, 3);
  expect([await left(wallet), await renewals()]).toEqual(['1', 0]);
  pass(23 * HOUR);
  await looks(wallet, 2);
  expect(await left(wallet)).toBe('1');
  pass(HOUR);
  await looks(wallet, 3);
  expect([await left(wallet), await renewals()]).toEqual([`${LIMIT}`, 1]);
});

it('a stolen spender takes at most what is left, and gets no renewal', async () => {
  const wallet = await create();
  await looks(wallet, 2);
  await fund(wallet);
  await spend(wallet, 70_000_000n);
  expect(await spend(wallet, 40_000_000n, false)).toBe('reverted');
  expect(await spend(wallet, 30_000_000n, false)).toBe('final');
  await looks(wallet, 2);
  expect(keeper.alarms()).toMatchObject([{ name: 'wallet_allowances', object: 'solana', severity: 'critical' }]);
  for (let day = 0; day < 3; day++) {
    pass(25 * HOUR);
    await looks(wallet, 2);
    expect(await spend(wallet, 1n, false)).toBe('reverted');
  }
  expect(await renewals()).toBe(0);
  expect(MONEY - local.held(wallet.address)).toBe(LIMIT);
  expect(logged.filter((line) => line.startsWith('more has left'))).toHaveLength(1);
});

it('a frozen account is said, and renewed after its thaw', async () => {
  const wallet = await create();
  await looks(wallet, 2);
  await fund(wallet);
  await spend(wallet, 10n);
  const mint = local.ledger.mints.USDC;
  const frozen = { mint, owner: wallet.address, amount: MONEY - 10n };
  local.ledger.setTokens(local.accountOf(wallet.address, mint), { ...frozen, isFrozen: true });
  pass(25 * HOUR);
  await looks(wallet, 2);
  expect(keeper.alarms()).toHaveLength(1);
  expect(await renewals()).toBe(0);
  local.ledger.setTokens(local.accountOf(wallet.address, mint), frozen);
  local.ledger.advance(4);
  await looks(wallet, 3);
  expect([keeper.alarms(), await renewals(), await left(wallet)]).toEqual([[], 1, `${LIMIT}`]);
});

it('one wallet that cannot be kept keeps no other waiting', async () => {
  const [one, other] = [await create('wal_1'), await create('wal_2')];
  const { wallets } = chain;
  if (wallets === null) throw new Error('there are no wallets');
  jest
    .spyOn(wallets, 'signSetup')
    .mockImplementationOnce(() => Promise.reject(new Error('the key service does not answer')));
  await look(one, other);
  expect(await left(other)).toBe(`${LIMIT}`);
  expect(logged).toEqual(['cannot keep the allowances of a wallet, retrying']);
});
