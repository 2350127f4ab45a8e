import { EndpointsDisagreeError } from '@stablecoin/chains';
import type { LastSent, LiveChains, SentTransaction } from '@stablecoin/chains';
import { generationOf, generationsOf, MemoryEventStore } from '@stablecoin/stores';
import { StoreBehindError } from './generation';
import { noteSent, requireSentStored, transactionsAhead } from './last-sent';

const NOW = 1_770_000_000_000;

/** A transaction with a nonce: later ones account for it. */
const nonce = (value: number): SentTransaction => ({
  mark: { nonce: value },
  name: `the transaction with nonce ${value}`,
  isIn: (stored) => 'nonce' in stored && (stored.nonce ?? -1) >= value,
});
const signed = (hash: string): SentTransaction => ({
  mark: { hash },
  name: `transaction ${hash}`,
  isIn: (stored) => 'hash' in stored && stored.hash === hash,
});

describe('protocol rule 38: a store that lacks what was sent', () => {
  let store: MemoryEventStore;
  /** The highest nonce that is stored. */
  let stored: number;
  let said: LastSent['said'];
  beforeEach(() => {
    [store, stored, said] = [new MemoryEventStore(), -1, [null, null, null]];
  });

  function compared() {
    const lastSent = () => Promise.resolve([{ sender: '0xA', said, endpoints: 3 }]);
    return {
      store,
      liveChains: {
        treasuries: new Map([['base', 'treasury']]),
        router: { on: () => ({ history: { lastSent } }) },
      } as unknown as LiveChains,
      isStored: (_: unknown, __: unknown, { isIn }: Pick<SentTransaction, 'isIn'>) =>
        Promise.resolve(isIn({ nonce: stored })),
    };
  }
  const start = (): Promise<void> => requireSentStored(compared(), NOW);
  const shows = (...nonces: readonly number[]): void => {
    said = nonces.map((each) => (each < 0 ? null : nonce(each)));
  };

  it.each([
    ['nothing', -1],
    ['what somebody else sent', 41],
  ])('notes at the first start that a sender has sent %s', async (_, before) => {
    shows(before, before, before);
    await start();
    await start();
    stored = before + 1;
    shows(stored, stored, stored);
    await start();
    expect(await generationOf(store)).toBeNull();
    expect(await store.head()).toBe(1);
  });

  it('lets several instances start at the same time', async () => {
    shows(41, 41, 41);
    await Promise.all([start(), start()]);
    expect(await generationOf(store)).toBeNull();
  });

  it('stays open when more is stored than was sent: it is stored first', async () => {
    await start();
    stored = 8;
    shows(7, 7, 6);
    await start();
    expect(await generationOf(store)).toBeNull();
  });

  it('is closed when a nonce was used that is not stored, until it is accepted', async () => {
    await start();
    stored = 7;
    shows(8, 8, 7);
    await expect(start()).rejects.toThrow(
      '0xA has sent the transaction with nonce 8 on base, which the event store does not have. It may be older',
    );
    await expect(start()).rejects.toThrow(StoreBehindError);
    expect((await generationsOf(store))[0]).toMatchObject({ stage: 'closed' });
    expect(await transactionsAhead(compared())).toMatchObject([{ name: '8' }]);
    const { length } = await generationsOf(store);
    await noteSent(compared(), NOW);
    expect(await transactionsAhead(compared())).toEqual([]);
    await start();
    expect(await generationsOf(store)).toHaveLength(length);
    shows(9, 9, 9);
    await expect(start()).rejects.toThrow('nonce 9');
  });

  it('is not closed by one endpoint that lies', async () => {
    shows(7, 1_000_000, 7);
    await start();
    stored = 7;
    shows(7, 1_000_000, 7);
    await start();
    shows(8, 8, -1);
    await expect(start()).rejects.toThrow(StoreBehindError);
  });

  it('does not start while silent endpoints would decide', async () => {
    await start();
    shows(8);
    await expect(start()).rejects.toMatchObject({ code: 'chain_silent' });
    expect(await generationOf(store)).toBeNull();
    stored = 8;
    await start();
  });

  it('tells transactions without nonces by their hashes', async () => {
    await start();
    said = [signed('s2'), signed('s2'), signed('s1')];
    await expect(start()).rejects.toThrow('0xA has sent transaction s2 on base');
    await noteSent(compared(), NOW);
    await start();
    said = [signed('s3'), signed('s4'), signed('s5')];
    await expect(noteSent(compared(), NOW)).rejects.toThrow(EndpointsDisagreeError);
    await expect(start()).rejects.toThrow(StoreBehindError);
  });
});
