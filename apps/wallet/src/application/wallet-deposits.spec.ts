import type { Chain, Deposit, Deposits, SetAside } from '@stablecoin/chains';
import { MemoryEventStore } from '@stablecoin/stores';
import { ManualClock, silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import type { InboundTransfer } from '@stablecoin/contracts';
import { followedDepositsDecider } from '../domain/decide-followed-deposits';
import type { LiveWallet } from './live-wallet';
import { DepositsHandler } from './handlers';
import { WalletDeposits } from './wallet-deposits';

const HOUR = 3_600_000;
const STREAM = 'wallet_deposits-base';
const wallet = (n: number): LiveWallet => ({ walletId: `wal_${n}`, account: 'acme', address: `0xwallet${n}` });

let store: MemoryEventStore;
let clock: ManualClock;
/** Every transfer there is, in order; the block of each is its place. */
let chain: Deposit[];
let final: number;
let asked: { readonly addresses: readonly string[]; readonly after: string }[];
let unreadable: SetAside[];
/** What transactions that were set aside bring when they are read again. */
let laterRead: () => Pick<Deposits, 'deposits' | 'setAside'>;
let logged: object[];
let wallets: LiveWallet[];
let credited: [string, InboundTransfer][];
/** Happens while a page is read. */
let meanwhile: () => void;

beforeEach(() => {
  store = new MemoryEventStore();
  clock = new ManualClock(Date.UTC(2026, 0, 1));
  [chain, asked, wallets, credited, unreadable, logged] = [[], [], [wallet(1)], [], [], []];
  final = 0;
  laterRead = () => ({ deposits: [] });
  meanwhile = () => undefined;
});

function receive(to: string, amount: Deposit['amount'] = '5', sender: string | null = '0xfrom'): void {
  const block = chain.length + 1;
  chain.push({
    ...{ id: `0x${block}:0`, hash: `0x${block}`, block, at: 0 },
    from: '0xfrom',
    to,
    sender: sender === null ? null : { address: sender, account: null },
    currency: 'USDC',
    amount,
  });
  final = block;
}

const adapter: Pick<Chain, 'balances' | 'deposits' | 'setAside'> = {
  setAside: () => Promise.resolve().then(() => laterRead()),
  balances: () => Promise.resolve({ cursor: `${final}`, at: 0, balances: [] }),
  deposits: ({ addresses, after, limit }): Promise<Deposits> => {
    asked.push({ addresses, after });
    const news = chain.filter(({ block, to }) => block > Number(after) && block <= final && addresses.includes(to));
    const page = news.slice(0, limit);
    const more = page.length < news.length;
    const cursor = more ? `${page.at(-1)?.block ?? 0}` : `${final}`;
    meanwhile();
    return Promise.resolve({ deposits: page, setAside: unreadable, cursor, more });
  },
};

function watch(boundary: number | null = null, screens = false): WalletDeposits {
  const log = { ...silentLog, error: (fields: object) => void logged.push(fields) };
  const parts = { clock, log, meter: silentMeter };
  const handler = new DepositsHandler({ ...parts, store, decider: followedDepositsDecider });
  const credits = {
    credit: (_: unknown, walletId: string, transfer: InboundTransfer) => {
      const isNew = !credited.some(([, each]) => each.transferId === transfer.transferId);
      if (isNew) credited.push([walletId, transfer]);
      return Promise.resolve(isNew);
    },
  };
  const live = () => Promise.resolve([...wallets]);
  return new WalletDeposits({
    ...parts,
    chain: 'base',
    adapter,
    treasury: '0xtreasury',
    screens,
    wallets: live,
    credits,
    handler,
    store,
    boundary,
  });
}

const cursors = async () => (await store.read(STREAM)).map(({ data }) => (data as { cursor: string }).cursor);
const transfers = () => credited.map(([walletId, { transferId }]) => [walletId, transferId]);

it('deposits count from the first look on', async () => {
  receive('0xwallet1');
  const deposits = watch();
  await expect(deposits.look()).resolves.toEqual(new Set());
  expect(credited).toEqual([]);
  expect(await cursors()).toEqual(['1']);
});

it('credits what comes in to any of its wallets, with one question for all of them', async () => {
  wallets = Array.from({ length: 2_000 }, (_, n) => wallet(n));
  const deposits = watch();
  await deposits.look();
  asked = [];
  receive('0xwallet7', '11');
  receive('0xsomebody');
  receive('0xwallet1999');
  await expect(deposits.look()).resolves.toEqual(new Set(['wal_7', 'wal_1999']));
  expect(asked).toHaveLength(1);
  expect(credited[0]).toEqual([
    'wal_7',
    {
      ...{ transferId: 'base:0x1:0', chain: 'base', currency: 'USDC', amount: '11' },
      ...{ from: '0xfrom', txHash: '0x1' },
    },
  ]);
  expect(transfers()).toEqual([
    ['wal_7', 'base:0x1:0'],
    ['wal_1999', 'base:0x3:0'],
  ]);
  expect(await cursors()).toEqual(['0', '3']);
});

it('a transfer of nothing is none', async () => {
  const deposits = watch();
  await deposits.look();
  receive('0xwallet1', '0');
  await deposits.look();
  expect(credited).toEqual([]);
});

it('a wallet that comes to be, and is paid, while a page is read misses nothing', async () => {
  const deposits = watch();
  await deposits.look();
  receive('0xwallet1');
  meanwhile = () => {
    if (wallets.length > 1) return;
    wallets.push(wallet(2));
    receive('0xwallet2');
  };
  await deposits.look();
  meanwhile = () => undefined;
  await deposits.look();
  expect(transfers()).toEqual([
    ['wal_1', 'base:0x1:0'],
    ['wal_2', 'base:0x2:0'],
  ]);
});

it('the first wallet misses nothing either', async () => {
  wallets = [];
  const deposits = watch();
  await deposits.look();
  wallets = [wallet(1)];
  receive('0xwallet1');
  await deposits.look();
  expect(transfers()).toEqual([['wal_1', 'base:0x1:0']]);
});

it('reads on page by page, each from where the one before ended', async () => {
  const deposits = watch();
  await deposits.look();
  for (let n = 0; n < 2_500; n++) receive('0xwallet1');
  await deposits.look();
  expect(credited).toHaveLength(2_500);
  expect(await cursors()).toEqual(['0', '1000', '2000', '2500']);
});

it('credits no deposit twice after a restart or by two instances at once', async () => {
  await watch().look();
  receive('0xwallet1');
  await Promise.all([watch().look(), watch().look()]);
  await watch().look();
  expect(transfers()).toEqual([['wal_1', 'base:0x1:0']]);
  expect(await cursors()).toEqual(['0', '1']);
});

it('writes a cursor down once an hour where nothing comes in, and reads on without', async () => {
  const deposits = watch();
  await deposits.look();
  final = 500;
  await deposits.look();
  expect(await cursors()).toEqual(['0']);
  await deposits.look();
  expect(asked.at(-1)?.after).toBe('500');
  clock.advance(HOUR);
  final = 900;
  await deposits.look();
  expect(await cursors()).toEqual(['0', '900']);
});

describe('a wallet that comes back after a restore', () => {
  /** As the backup has it: the cursor is at block 1, of a deposit to the first wallet. */
  async function restored(): Promise<number> {
    const former = watch();
    await former.look();
    receive('0xwallet1');
    await former.look();
    return store.head();
  }

  it('is credited with its deposits since the boundary, also behind the cursor', async () => {
    const boundary = await restored();
    receive('0xwallet2');
    receive('0xwallet2');
    const deposits = watch(boundary);
    receive('0xwallet1');
    await deposits.look();
    expect(await cursors()).toEqual(['0', '1', '4']);
    wallets.push(wallet(2));
    await expect(deposits.look()).resolves.toEqual(new Set(['wal_2']));
    expect(transfers()).toEqual([
      ['wal_1', 'base:0x1:0'],
      ['wal_1', 'base:0x4:0'],
      ['wal_2', 'base:0x2:0'],
      ['wal_2', 'base:0x3:0'],
    ]);
    // Once: the chain is asked from the cursor on again.
    asked = [];
    receive('0xwallet2');
    await deposits.look();
    expect(asked.map(({ after }) => after)).toEqual(['4']);
  });

  it('is credited when the service stopped between its return and the look', async () => {
    const boundary = await restored();
    receive('0xwallet2');
    await watch(boundary).look();
    wallets.push(wallet(2));
    // Another process of the same generation, far behind the boundary's event.
    for (let n = 0; n < 150; n++) {
      receive('0xwallet1');
      await watch().look();
    }
    await watch(boundary).look();
    expect(transfers().filter(([walletId]) => walletId === 'wal_2')).toEqual([['wal_2', 'base:0x2:0']]);
  });

  it('in a generation that has ended is a wallet as any other', async () => {
    await restored();
    receive('0xwallet2');
    const deposits = watch();
    await deposits.look();
    wallets.push(wallet(2));
    await deposits.look();
    expect(transfers().filter(([walletId]) => walletId === 'wal_2')).toEqual([]);
  });
});

describe('a transaction that cannot be read', () => {
  const odd = { hash: '0xodd', block: 1, reason: 'odd' };
  const setAside = async () => (await store.read(STREAM)).map(({ type }) => type);

  it('is set aside once, shown, and stops no other', async () => {
    const deposits = watch();
    await deposits.look();
    expect(deposits.alarms()).toEqual([]);
    receive('0xwallet1');
    unreadable = [odd];
    await expect(deposits.look()).resolves.toEqual(new Set(['wal_1']));
    await deposits.look();
    expect(logged).toMatchObject([{ chain: 'base', txHash: '0xodd', reason: 'odd' }]);
    expect(deposits.alarms()).toMatchObject([
      { name: 'transactions_set_aside', service: 'wallet', severity: 'warning', object: 'base' },
    ]);
    expect(deposits.alarms()[0]?.message).toContain('0xodd');
    expect(await setAside()).toEqual(['DepositsFollowed', 'TransactionSetAside', 'DepositsFollowed']);
  });

  it('is read again after a start and every ten minutes, and credited once when it can be', async () => {
    const deposits = watch();
    await deposits.look();
    unreadable = [odd];
    await deposits.look();
    unreadable = [];
    laterRead = () => ({ deposits: [], setAside: [odd] });
    const started = watch();
    await started.look();
    expect(started.alarms()).toHaveLength(1);
    receive('0xwallet1', '7');
    const [brought] = chain.splice(0);
    laterRead = () => ({ deposits: [{ ...brought!, id: '0xodd:3', hash: '0xodd' }] });
    clock.advance(599_999);
    await started.look();
    expect(credited).toEqual([]);
    clock.advance(1);
    await expect(started.look()).resolves.toEqual(new Set(['wal_1']));
    expect(transfers()).toEqual([['wal_1', 'base:0xodd:3']]);
    expect(started.alarms()).toEqual([]);
    await watch().look();
    expect(transfers()).toHaveLength(1);
    expect(await setAside()).toEqual(['DepositsFollowed', 'TransactionSetAside', 'SetAsideRead']);
  });

  it('that the chain does not show any more keeps no deposit waiting', async () => {
    await watch().look();
    unreadable = [odd];
    await watch().look();
    unreadable = [];
    laterRead = () => {
      throw new Error('no receipt');
    };
    receive('0xwallet1');
    const deposits = watch();
    await expect(deposits.look()).resolves.toEqual(new Set(['wal_1']));
    expect(deposits.alarms()).toHaveLength(1);
  });
});

it('tells who is screened, where deposits are: nobody for what the treasury pays, and another wallet like anybody', async () => {
  const deposits = watch(null, true);
  await deposits.look();
  for (const sender of ['0xfrom', '0xtreasury', '0xwallet2', null]) receive('0xwallet1', '5', sender);
  await deposits.look();
  expect(credited.map(([, { screening }]) => screening?.sender)).toEqual(['0xfrom', undefined, '0xwallet2', null]);
  const ids = credited.flatMap(([, { screening }]) => (screening === undefined ? [] : [screening.depositId]));
  expect(new Set(ids).size).toBe(3);
});
