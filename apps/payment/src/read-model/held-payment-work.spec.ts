import { MemoryEventStore, openDatabase, Projector } from '@stablecoin/event-sourcing';
import type { DomainEvent, OpenDatabase } from '@stablecoin/event-sourcing';
import { eventually, ManualClock, silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import { senderKey } from '../domain/streams';
import { authorized, T0 } from '../testing/payments';
import { assembled, carried, closed, final } from '../testing/submissions';
import { listedAuthorizations } from './authorization-list';
import { HeldPaymentWork } from './held-payment-work';
import { paymentWorkProjection } from './payment-work-projection';
import type { PaymentTables } from './tables';

const SENDER = senderKey(carried('pay_a').authorization);
const options = { screeningDeadlineMs: 60_000 };
const base = { clock: new ManualClock(T0), log: silentLog, meter: silentMeter };

describe('the authorizations of a sender that wait, in memory', () => {
  let store: MemoryEventStore;
  let database: OpenDatabase<PaymentTables>;
  let projector: Projector<PaymentTables>;
  let held: HeldPaymentWork;
  let appended = 0;

  beforeEach(async () => {
    store = new MemoryEventStore();
    database = openDatabase<PaymentTables>('sqlite::memory:');
    const parts = { ...base, store, db: database.db, projection: paymentWorkProjection(options) };
    projector = new Projector(parts);
    await projector.start();
    held = new HeldPaymentWork({ ...parts, projector, ...options });
  });

  afterEach(async () => {
    await held.stop();
    await projector.stop();
    await store.close();
    await database.close();
  });

  async function append(stream: string, { type, data }: DomainEvent): Promise<number> {
    const metadata = { commandId: `cmd-${++appended}`, at: T0, correlationId: 'cor', account: 'acme', livemode: false };
    const { position } = await store.append(stream, 'any', [{ id: `event-${appended}`, type, data, metadata }]);
    await projector.waitFor(position);
    return position;
  }

  const authorize = (id: string) => {
    const { type, data } = authorized();
    return append(`payment-${id}`, { type, data: { ...data, authorization: carried(id).authorization } });
  };
  const bySender = (event: DomainEvent) => append(`submission-${SENDER}`, event);

  it('are those of the table, up to the same revision, after every event', async () => {
    // What a sender did before it began is for the table to tell.
    await authorize('pay_0');
    await bySender(closed('pay_0'));
    held.start();
    await eventually(() => held.rows !== undefined);
    expect(held.listed(SENDER, 10)).toBeUndefined();

    const steps = [
      () => bySender(closed('pay_none')),
      () => authorize('pay_a'),
      () => authorize('pay_b'),
      () => authorize('pay_c'),
      () => bySender(assembled('0x1', 'pay_a', 'pay_b')),
      () => bySender(final('0x1', ['pay_a', 'pay_b'])),
      () => bySender(closed('pay_c')),
    ];
    const sizes: (number | undefined)[] = [];
    for (const step of steps) {
      await held.waitFor(await step());
      const inTable = await listedAuthorizations(database.db, SENDER, 2);
      // Of a sender for whom nothing waits the table says no revision, and nobody asks for one.
      expect(held.listed(SENDER, 2)).toEqual(
        inTable.listed.size > 0 ? inTable : expect.objectContaining({ listed: new Map() }),
      );
      sizes.push(held.listed(SENDER, 10)?.listed.size);
    }
    expect(sizes).toEqual([0, 1, 2, 3, 1, 1, 0]);
  });

  it('are not known while it does not hold them', () => {
    expect(held.listed(SENDER, 10)).toBeUndefined();
  });
});
