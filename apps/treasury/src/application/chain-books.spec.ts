import { MemoryEventStore } from '@stablecoin/stores';
import type { Meter } from '@stablecoin/event-sourcing';
import { FaultyEventStore, ManualClock, RecordingLog, eventually, silentLog } from '@stablecoin/event-sourcing/testing';
import { pocketOf } from '@stablecoin/contracts';
import type { HeldDeposit } from '@stablecoin/funds/domain';
import { treasuryDecider } from '../domain/decide-treasury';
import type { TreasuryCommand } from '../domain/treasury-commands';
import { FakeChain } from '../testing/fake-chain';
import { ChainBooks } from './chain-books';
import { TreasuryHandler } from './handlers';

const STREAM = 'treasury-acme.live';
const BASE_USDC = pocketOf('base', 'USDC');
const HOUR_MS = 3_600_000;
const first = { reservationId: 'pay_1#1', paymentId: 'pay_1' };

let events: FaultyEventStore;
let clock: ManualClock;
let chain: FakeChain;
let log: RecordingLog;
let gauges: Map<string, () => number | Promise<number>>;
let sent = 0;

beforeEach(() => {
  events = new FaultyEventStore(new MemoryEventStore());
  clock = new ManualClock();
  chain = new FakeChain(clock.now());
  log = new RecordingLog();
  gauges = new Map();
  chain.receive(1_000n);
  pass(5);
});

/** A process: what it remembers is gone with it. */
function start(
  address = '0xtreasury',
  screens = false,
): { readonly books: ChainBooks; readonly handler: TreasuryHandler } {
  const meter: Meter = {
    count: () => undefined,
    observe: () => undefined,
    gauge: (name, labels, read) => void gauges.set(`${name}.${labels['currency'] ?? ''}`, read),
  };
  // A read model that knows nothing of what is older than the window: these commands do not rest on it.
  const history = { position: () => Infinity, appliedBefore: () => Promise.resolve(false) };
  const parts = { clock, log: silentLog, meter };
  const handler = new TreasuryHandler({ ...parts, store: events, decider: treasuryDecider, history });
  const tenant = { account: 'acme', livemode: true };
  const books = new ChainBooks({ ...parts, log, tenant, chain: 'base', address, adapter: chain, screens, handler });
  return { books, handler };
}

/** Both clocks go on together. */
function pass(blocks?: number): void {
  chain.pass(blocks);
  clock.advance(chain.now - clock.now());
}

async function command(handler: TreasuryHandler, type: TreasuryCommand['type'], data: object): Promise<void> {
  const id = `msg_${++sent}`;
  const envelope = { id, at: clock.now(), correlationId: id, account: 'acme', livemode: true };
  await handler.handle(STREAM, { ...envelope, type, data } as unknown as TreasuryCommand);
}
const reserve = (handler: TreasuryHandler, amount: string, ref = first) =>
  command(handler, 'ReserveFunds', { ...ref, amount, currency: 'USDC', candidates: ['base'], opening: '0' });
const post = (handler: TreasuryHandler, ref = first) => command(handler, 'PostReservation', ref);
const balance = (handler: TreasuryHandler) => handler.query(STREAM, ({ book }) => book.balance(BASE_USDC));
const types = async () => (await events.read(STREAM)).map(({ type }) => type);
const count = async (type: string) => (await types()).filter((each) => each === type).length;

describe('the books of a chain', () => {
  it('open with what is final there, once, and follow from there, over a restart', async () => {
    chain.receive(50n); // Not final yet.
    const { books, handler } = start();
    await books.look();
    await expect(balance(handler)).resolves.toBe(1_000n);
    pass();
    const again = start();
    await again.books.look();
    await expect(balance(again.handler)).resolves.toBe(1_050n);
    await expect(types()).resolves.toEqual(['TreasuryOpened', 'ChainOpened', 'TreasuryCredited', 'DepositsFollowed']);
  });

  it('credit each deposit once: of two at the same time, after lost answers and failures, page by page', async () => {
    const [one, other] = [start(), start()];
    await Promise.all([one.books.look(), other.books.look()]);
    for (let deposit = 0; deposit < 250; deposit++) chain.receive(1n);
    pass();
    events.appendFaults.push('answer lost', undefined, 'fails', 'answer lost');
    const looks = [one, other].map(({ books }) => books.look());
    let over = false;
    void Promise.all(looks).then(() => (over = true));
    await eventually(() => {
      clock.advance(100);
      return over;
    });
    // Whoever was late looks again.
    await eventually(() => other.books.look());
    await expect(balance(other.handler)).resolves.toBe(1_250n);
    await expect(balance(start().handler)).resolves.toBe(1_250n);
    await expect(count('TreasuryCredited')).resolves.toBe(250);
    await expect(count('ChainOpened')).resolves.toBe(1);
  });

  it('write nothing while nothing comes in, but where they are, once in an hour', async () => {
    const { books } = start();
    await books.look();
    const before = (await types()).length;
    for (let look = 0; look < 10; look++) {
      pass();
      await books.look();
    }
    expect((await types()).length).toBe(before);
    pass(HOUR_MS / 60_000);
    await books.look();
    await expect(count('DepositsFollowed')).resolves.toBe(1);
  });

  it('take nothing for nothing: an empty transfer is not even written down', async () => {
    const { books } = start();
    await books.look();
    const before = (await types()).length;
    chain.receive(0n);
    pass();
    await expect(books.look()).resolves.toBe(true);
    expect((await types()).length).toBe(before);
  });

  it('are of one address for ever', async () => {
    await start().books.look();
    await expect(start('0xother').books.look()).rejects.toThrow('are of 0xtreasury, and the treasury is 0xother now');
  });

  it('a look that fails changes nothing, and the next one goes on', async () => {
    const { books, handler } = start();
    await books.look();
    chain.receive(7n);
    pass();
    for (const failures of [1, 1]) {
      chain.failures = failures;
      await expect(books.look()).rejects.toThrow('no endpoint answers');
    }
    await books.look();
    await expect(balance(handler)).resolves.toBe(1_007n);
  });
});

describe('a transaction that cannot be read', () => {
  it('is set aside: others are credited, and it is shown until it can be read, over a restart, and credited once', async () => {
    const { books, handler } = start();
    await books.look();
    const hash = chain.receive(20n);
    chain.unreadable.add(hash);
    chain.receive(3n);
    pass();
    await books.look();
    await expect(balance(handler)).resolves.toBe(1_003n);
    const reason = 'its version is above 1';
    expect(books.setAside).toEqual([{ txHash: hash, block: 15, reason }]);
    expect(gauges.get('treasury_set_aside.')?.()).toBe(1);
    expect(log.messages('error')).toEqual([
      'a transaction that may have paid the treasury cannot be read: it is set aside',
    ]);

    const again = [start(), start()];
    const [{ books: later, handler: follower }] = again as [(typeof again)[0], (typeof again)[0]];
    for (const { books: each } of again) await each.look();
    expect(later.setAside).toHaveLength(1);
    chain.unreadable.clear();
    pass(1);
    await later.look();
    await expect(balance(follower)).resolves.toBe(1_003n);
    pass(10);
    for (const { books: each } of again) await each.look();
    await expect(balance(follower)).resolves.toBe(1_023n);
    expect(later.setAside).toEqual([]);
    await expect(count('SetAsideRead')).resolves.toBe(1);
    await expect(later.look()).resolves.toBe(true);
  });

  it('that can no longer be had keeps nothing waiting', async () => {
    const { books } = start();
    await books.look();
    chain.unreadable.add(chain.receive(20n));
    pass();
    await books.look();
    chain.setAside = () => Promise.reject(new Error('its history has gone'));
    pass(10);
    await expect(books.look()).resolves.toBe(true);
    expect(log.messages('warn')).toEqual(['cannot read transactions that were set aside, retrying']);
  });

  it('deposits do not wait for balances', async () => {
    const { books, handler } = start();
    await books.look();
    chain.receive(7n);
    pass();
    chain.failures = 1;
    await expect(books.look()).rejects.toThrow('no endpoint answers');
    await expect(balance(handler)).resolves.toBe(1_007n);
  });
});

describe('the books and the chain', () => {
  it('differ for good reasons while payments are under way, and nothing is told of that', async () => {
    const { books, handler } = start();
    await books.look();
    for (let payment = 1; payment <= 20; payment++) {
      const ref = { reservationId: `pay_${payment}#1`, paymentId: `pay_${payment}` };
      await reserve(handler, '10', ref);
      chain.pay(10n);
      if (payment % 3 !== 0) await post(handler, ref);
      if (payment % 4 === 0) chain.receive(5n);
      pass(1);
      await books.look();
      if (payment % 3 === 0) await post(handler, ref);
    }
    for (let look = 0; look < 10; look++) {
      pass();
      await expect(books.look()).resolves.toBe(true);
    }
    const seen = await types();
    expect(seen.filter((type) => type.startsWith('Balance'))).toEqual([]);
    await expect(balance(handler)).resolves.toBe(825n);
  });

  it('tell of money that is missing, by an event, a metric and a log, and let the books be; and of its end', async () => {
    const { books, handler } = start();
    await books.look();
    chain.distort(-300n);
    for (const told of [0, 0, 1, 1, 1]) {
      pass();
      await books.look();
      await expect(count('BalanceDiffered')).resolves.toBe(told);
    }
    const differed = (await events.read(STREAM)).at(-1)?.data;
    expect(differed).toMatchObject({
      chain: 'base',
      currency: 'USDC',
      onChain: '700',
      least: '1000',
      difference: '-300',
    });
    expect(log.messages('error')).toEqual(['the balance on chain differs from the books']);
    expect(gauges.get('treasury_difference_units.USDC')?.()).toBe(-300);
    await expect(balance(handler)).resolves.toBe(1_000n);

    const again = start();
    await again.books.look();
    expect(gauges.get('treasury_difference_units.USDC')?.()).toBe(-300);
    chain.distort(300n);
    for (let look = 0; look < 3; look++) await again.books.look();
    await expect(count('BalanceReconciled')).resolves.toBe(1);
    expect(gauges.get('treasury_difference_units.USDC')?.()).toBe(0);
  });

  it('tell of a payment that never left, once the chain has finalized everything of its time', async () => {
    const { books, handler } = start();
    await books.look();
    await reserve(handler, '300');
    await post(handler);
    await books.look();
    await expect(count('BalanceDiffered')).resolves.toBe(0);
    for (let look = 0; look < 10; look++) {
      pass();
      await books.look();
    }
    await expect(count('BalanceDiffered')).resolves.toBe(1);
    expect((await events.read(STREAM)).at(-1)?.data).toMatchObject({ onChain: '1000', most: '700', difference: '300' });
  });

  it('do not differ because the chain’s clock is ahead: what is not final yet has not left there', async () => {
    const { books, handler } = start();
    chain.aheadMs = 600_000;
    await books.look();
    pass();
    await reserve(handler, '300');
    chain.pay(300n);
    await post(handler);
    for (let look = 0; look < 5; look++) await books.look();
    await expect(count('BalanceDiffered')).resolves.toBe(0);
    pass();
    for (let look = 0; look < 5; look++) await books.look();
    await expect(count('BalanceDiffered')).resolves.toBe(0);
  });

  it('one look with another result is no difference', async () => {
    const { books } = start();
    await books.look();
    for (let look = 0; look < 6; look++) {
      chain.distort(look % 2 === 0 ? 100n : -100n);
      pass();
      await books.look();
    }
    await expect(count('BalanceDiffered')).resolves.toBe(0);
  });
});

describe('where deposits are screened', () => {
  const held = async () =>
    (await events.read(STREAM)).filter(({ type }) => type === 'DepositHeld').map((event) => event.data as HeldDeposit);
  const totals = (handler: TreasuryHandler) =>
    handler.query(STREAM, ({ book }) => [book.available(BASE_USDC), book.held(BASE_USDC)]);

  it('they are held with the append that moves the cursor, each once, also over a restart', async () => {
    await start('0xtreasury', true).books.look();
    chain.receive(50n);
    chain.receive(7n);
    pass();
    const [one, other] = [start('0xtreasury', true), start('0xtreasury', true)];
    await Promise.all([one.books.look(), other.books.look()]);
    await start('0xtreasury', true).books.look();
    await expect(totals(other.handler)).resolves.toEqual([1_000n, 57n]);
    expect(await held()).toMatchObject([{ sender: '0xfrom' }, { sender: '0xfrom' }]);
    expect(new Set((await held()).map(({ depositId }) => depositId)).size).toBe(2);
    await expect(count('TreasuryCredited')).resolves.toBe(0);
  });

  it('what is held is on the chain, so that the books agree with it', async () => {
    const { books } = start('0xtreasury', true);
    await books.look();
    chain.receive(50n);
    for (let look = 0; look < 5; look++) {
      pass();
      await books.look();
    }
    expect(books.differs).toBe(false);
    expect(books.compared?.onChain.USDC).toBe('1050');
  });

  it('nobody screens what the treasury has sent to itself; what was made waits for a person', async () => {
    await start('0xtreasury', true).books.look();
    chain.sender = '0xtreasury';
    chain.receive(3n);
    chain.sender = null;
    chain.receive(4n);
    pass();
    const { books, handler } = start('0xtreasury', true);
    await books.look();
    await expect(totals(handler)).resolves.toEqual([1_003n, 4n]);
    await expect(types()).resolves.toEqual(
      expect.arrayContaining(['TreasuryCredited', 'DepositHeld', 'DepositFlagged']),
    );
  });

  it('one that was set aside is held as well when it can be read', async () => {
    const { books, handler } = start('0xtreasury', true);
    await books.look();
    chain.unreadable.add(chain.receive(5n));
    pass();
    await books.look();
    chain.unreadable.clear();
    pass(HOUR_MS / 60_000);
    await books.look();
    await expect(totals(handler)).resolves.toEqual([1_000n, 5n]);
  });
});
