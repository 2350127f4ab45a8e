import { ManualClock, RecordingLog, RecordingMeter, eventually } from '@stablecoin/event-sourcing/testing';
import { ChainWatch } from './chain-watch';

const EVERY_MS = 10_000;

/** Books that were compared, or whose chain gave no answer. */
function watch({ gas = [1_000] }: { readonly gas?: readonly number[] } = {}) {
  const clock = new ManualClock();
  const log = new RecordingLog();
  const meter = new RecordingMeter();
  let looks = 0;
  const state = { fails: false };
  const books = {
    look: (): Promise<boolean> => {
      looks += 1;
      return state.fails ? Promise.reject(new Error('no endpoint answers')) : Promise.resolve(true);
    },
  };
  const costs = {
    gas: () => Promise.resolve([{ sender: '0xsender', transfers: gas[Math.min(looks, gas.length) - 1] ?? 0 }]),
    fees: () => Promise.resolve([]),
  };
  const adapter = { costs };
  const watched = new ChainWatch({ chain: 'base', books, adapter, clock, log, meter, everyMs: EVERY_MS });
  /** Until so many looks were made in all. */
  const until = (most: number) =>
    eventually(() => {
      if (looks >= most) return true;
      clock.advance(EVERY_MS);
      return false;
    });
  return { watched, clock, log, meter, state, until, looks: () => looks };
}

describe('the watch over a chain', () => {
  it('has looked once when it has started, and looks again and again until it stops', async () => {
    const { watched, clock, until, looks } = watch();
    await watched.start();
    expect(looks()).toBe(1);
    await until(3);
    await watched.stop();
    clock.advance(10 * EVERY_MS);
    expect([looks(), clock.timers]).toEqual([3, 0]);
  });

  it('starts although the chain gives no answer, tells of it, and counts how long the books were not compared', async () => {
    const { watched, log, meter, state, until } = watch();
    state.fails = true;
    await watched.start();
    await until(3);
    expect(log.messages('warn')).toHaveLength(3);
    expect(meter.counted('treasury_look_failures_total')).toBe(3);
    expect(meter.read('treasury_compared_seconds')).toBe(20);
    state.fails = false;
    await until(4);
    await eventually(() => expect(meter.read('treasury_compared_seconds')).toBe(0));
    await watched.stop();
  });

  it('raises an alarm while transactions are set aside', () => {
    const setAside = [{ txHash: 'abc', block: 7, reason: 'its version is above 1' }];
    const books = { look: () => Promise.resolve(true), setAside };
    const parts = { clock: new ManualClock(), log: new RecordingLog(), meter: new RecordingMeter(), everyMs: EVERY_MS };
    const watched = new ChainWatch({ chain: 'solana', books, adapter: { costs: null }, ...parts });
    expect(watched.alarms()).toMatchObject(
      [
        {
          name: 'transactions_set_aside',
          severity: 'warning',
          object: 'solana',
          message: /^1 transactions on solana .* abc/,
        },
      ].map((each) => ({ ...each, message: expect.stringMatching(each.message) as string })),
    );
    setAside.pop();
    expect(watched.alarms()).toEqual([]);
  });

  it('warns of a sender that has little left for fees: once, and again only after it was filled up', async () => {
    const { watched, log, meter, until } = watch({ gas: [1_000, 199, 150, 210, 190, 400, 100] });
    await watched.start();
    await until(7);
    await watched.stop();
    const warned = log.lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields);
    expect(warned).toEqual([
      { chain: 'base', sender: '0xsender', transfers: 199 },
      { chain: 'base', sender: '0xsender', transfers: 100 },
    ]);
    expect(meter.read('sender_gas_transfers')).toBe(100);
  });

  it('starts again after it has stopped', async () => {
    const { watched, until, looks } = watch();
    await watched.start();
    await watched.stop();
    await watched.start();
    await until(4);
    await watched.stop();
    expect(looks()).toBe(4);
  });
});
