import type { ReadOptions, RecordedEvent } from '@stablecoin/event-sourcing';
import { MemoryEventStore } from '@stablecoin/stores';
import { FaultyEventStore, ManualClock, eventually, silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import { pocketOf } from '@stablecoin/contracts';
import { TreasuryHandler } from './application/handlers';
import { treasuryDecider } from './domain/decide-treasury';
import { type TreasuryCommand } from './domain/treasury-commands';
import { treasurySnapshots } from './domain/treasury-snapshots';

const STREAM = 'treasury-acme.test';
/** Payments that are decided together. */
const AT_ONCE = 500;

/** Counts the events that are read of the store's streams. */
class CountingStore extends FaultyEventStore {
  eventsRead = 0;

  override async read(stream: string, options?: ReadOptions): Promise<readonly RecordedEvent[]> {
    const events = await super.read(stream, options);
    this.eventsRead += events.length;
    return events;
  }
}

let made = 0;

function command(clock: ManualClock, type: TreasuryCommand['type'], data: object): TreasuryCommand {
  const envelope = { id: `msg_${++made}`, at: clock.now(), correlationId: 'req_1', account: 'acme', livemode: false };
  return { ...envelope, type, data } as unknown as TreasuryCommand;
}

describe('the treasury of a busy account', () => {
  it('reads no more events after a restart, however long its history is', async () => {
    const clock = new ManualClock();
    const events = new MemoryEventStore();
    const service = (store: FaultyEventStore): TreasuryHandler => {
      // A read model that has seen everything knows what is older than the window, and nothing here is repeated.
      const history = { position: () => Infinity, appliedBefore: () => Promise.resolve(false) };
      return new TreasuryHandler({
        store,
        clock,
        decider: treasuryDecider,
        history,
        log: silentLog,
        meter: silentMeter,
      });
    };
    const busy = service(new FaultyEventStore(events));
    let payments = 0;
    const pay = async (): Promise<void> => {
      const refs = Array.from({ length: AT_ONCE }, () => {
        const paymentId = `pay_${++payments}`;
        return { paymentId, reservationId: `${paymentId}#1` };
      });
      const money = { amount: '1', currency: 'USDC', candidates: ['base'], opening: '1000000' };
      const all = (type: TreasuryCommand['type'], more: object = {}) =>
        Promise.all(refs.map((ref) => busy.handle(STREAM, command(clock, type, { ...ref, ...more }))));
      await all('ReserveFunds', money);
      await all('PostReservation');
      // Further than commands are remembered, so that a snapshot does not grow with the history either.
      clock.advance(60_000);
    };
    const afterRestart = async () => {
      await busy.idle();
      const store = new CountingStore(events);
      const left = await service(store).query(STREAM, ({ book }) => book.available(pocketOf('base', 'USDC')));
      return { eventsRead: store.eventsRead, left };
    };

    const lengths: number[] = [];
    for (const length of [11_000, 22_000]) {
      while (payments * 2 < length) await pay();
      await eventually(async () => expect(await events.loadSnapshot(STREAM)).toBeDefined());
      const { eventsRead, left } = await afterRestart();
      expect(left).toBe(1_000_000n - BigInt(payments));
      lengths.push(eventsRead);
    }

    expect((await events.read(STREAM)).length).toBeGreaterThan(22_000);
    for (const eventsRead of lengths) expect(eventsRead).toBeLessThanOrEqual(treasurySnapshots.every + 2 * AT_ONCE);
  });
});
