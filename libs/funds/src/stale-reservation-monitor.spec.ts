import { newId } from '@stablecoin/contracts';
import type { OpenDatabase, RecordedEvent } from '@stablecoin/event-sourcing';
import { ManualClock, eventually, silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import { forEachDatabase } from '@stablecoin/stores/testing';
import { StaleReservationMonitor, type MarkOverdue } from './stale-reservation-monitor';
import {
  createReservationTable,
  findReservation,
  projectReservations,
  type ReservationTables,
} from './read-model/reservations';

const OVERDUE_MS = 60_000;
const STREAM = 'treasury-acme.test';

let database: OpenDatabase<ReservationTables>;
let clock: ManualClock;
let position: number;
let listeners: (() => void)[];
let marked: MarkOverdue[];
let watch: StaleReservationMonitor;
/** What happens when a payment is asked: by default its event is projected, as the service does. */
let onMark: (command: MarkOverdue) => Promise<void>;

afterEach(() => watch.stop());

const describeEach = forEachDatabase<ReservationTables>(async (opened) => {
  database = opened;
  await createReservationTable(database.db);
  clock = new ManualClock();
  position = 0;
  listeners = [];
  marked = [];
  onMark = (command) => project('ReservationOverdue', command.data.reservationId, command.at);
  watch = new StaleReservationMonitor({
    db: database.db,
    projector: {
      waitFor: async () => undefined,
      onProjected: (listener) => {
        listeners.push(listener);
        return () => void listeners.splice(listeners.indexOf(listener), 1);
      },
    },
    handler: {
      handle: async (stream, command) => {
        expect(stream).toBe(STREAM);
        marked.push(command);
        await onMark(command);
        return { position };
      },
    },
    clock,
    log: silentLog,
    meter: silentMeter,
    overdueMs: OVERDUE_MS,
  });
});

function event(type: string, reservationId: string, at: number): RecordedEvent {
  const metadata = { commandId: `c${position}`, at, correlationId: 'req_1', account: 'acme', livemode: false };
  const data = { reservationId, paymentId: reservationId.split('#')[0]! };
  return { id: `e${position}`, type, data, stream: STREAM, revision: position, position: position++, metadata };
}

async function project(type: string, reservationId: string, at = clock.now()): Promise<void> {
  await projectReservations(database.db, [event(type, reservationId, at)], OVERDUE_MS);
  for (const listener of listeners) listener();
}

const ids = () => marked.map(({ data }) => data.reservationId);

describeEach('protocol rule 12: reservations that are overdue', () => {
  it('are asked about when they are due, again every time, and not any more once they are closed', async () => {
    watch.start();
    await project('FundsReserved', 'pay_1#1');
    clock.advance(OVERDUE_MS - 1);
    await project('FundsReserved', 'pay_2#1');
    expect(ids()).toEqual([]);
    clock.advance(1);
    await eventually(() => expect(ids()).toEqual(['pay_1#1']));
    await project('ReservationPosted', 'pay_2#1');
    await eventually(() => clock.timers === 1);
    clock.advance(OVERDUE_MS);
    await eventually(() => expect(ids()).toEqual(['pay_1#1', 'pay_1#1']));
    expect(marked[0]).toMatchObject({ account: 'acme', livemode: false, data: { paymentId: 'pay_1' } });
    expect(marked[0]!.id).not.toBe(marked[1]!.id);
  });

  it('are asked about less and less often, and every hour at least: each time is an event', async () => {
    const id = `${newId('pay', clock.now())}#1`;
    const since = clock.now();
    watch.start();
    await project('FundsReserved', id);
    for (let minute = 0; minute < 24 * 60; minute++) {
      clock.advance(60_000);
      await eventually(() => clock.timers === 1);
    }
    const minutes = marked.map(({ at }) => (at - since) / 60_000);
    expect(minutes.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 64, 124]);
    expect(minutes).toHaveLength(29);
  });

  it('are each asked about at their own time', async () => {
    watch.start();
    await project('FundsReserved', 'pay_1#1');
    clock.advance(30_000);
    await project('FundsReserved', 'pay_2#1');
    clock.advance(30_000);
    await eventually(() => expect(ids()).toEqual(['pay_1#1']));
    // The look has ended when the watch waits for the reservation that is due next.
    await eventually(() => clock.timers === 1);
    await eventually(() => {
      clock.advance(1_000);
      return ids().includes('pay_2#1');
    });
    expect(marked[1]!.at).toBeLessThan(Date.UTC(2026, 0, 1) + 2 * OVERDUE_MS);
  });

  it('are found after a restart', async () => {
    await project('FundsReserved', 'pay_1#1');
    clock.advance(OVERDUE_MS);
    watch.start();
    await eventually(() => expect(ids()).toEqual(['pay_1#1']));
  });

  it('are asked about under the same command while nothing came of it', async () => {
    onMark = () => Promise.reject(new Error('the store is away'));
    await project('FundsReserved', 'pay_1#1');
    clock.advance(OVERDUE_MS);
    watch.start();
    await eventually(() => marked.length === 1);
    await eventually(() => clock.timers === 1);
    clock.advance(OVERDUE_MS);
    await eventually(() => marked.length === 2);
    expect(marked[1]!.id).toBe(marked[0]!.id);
  });

  it('leaves no timer when nothing is open: it sleeps until the read model moves', async () => {
    watch.start();
    await project('FundsReserved', 'pay_1#1');
    await project('ReservationVoided', 'pay_1#1');
    clock.advance(OVERDUE_MS);
    await watch.stop();
    expect(clock.timers).toBe(0);
    expect(marked).toEqual([]);
  });
});

describeEach('the table of reservations', () => {
  it('knows what was opened, closed, refused or voided before it came, of its own stream only', async () => {
    await projectReservations(
      database.db,
      [
        event('FundsReserved', 'pay_1#1', 5),
        event('FundsReserved', 'pay_2#1', 5),
        event('ReservationPosted', 'pay_2#1', 6),
        event('VoidRemembered', 'pay_3#1', 7),
        event('ReservationRefused', 'pay_4#1', 8),
        event('TreasuryCredited', 'pay_5#1', 9),
      ],
      OVERDUE_MS,
    );
    const dueAt = async (id: string, stream = STREAM) => (await findReservation(database.db, stream, id))?.dueAt;
    await expect(dueAt('pay_1#1')).resolves.toBe(5 + OVERDUE_MS);
    for (const closed of ['pay_2#1', 'pay_3#1', 'pay_4#1']) await expect(dueAt(closed)).resolves.toBeNull();
    await expect(dueAt('pay_5#1')).resolves.toBeUndefined();
    await expect(dueAt('pay_1#1', 'treasury-other.test')).resolves.toBeUndefined();
  });
});
