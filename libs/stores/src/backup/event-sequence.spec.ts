import { MemoryEventStore } from '../memory/memory-event-store';
import type { NewEvent } from '@stablecoin/event-sourcing';
import { offsetAt, sequenceOf } from './event-sequence';
import { beginGeneration } from './generations';

const NOW = Date.UTC(2026, 10, 27);

describe('the number of an event within its object', () => {
  it('is its revision in a store that was never restored', () => {
    expect(sequenceOf({ position: 70, revision: 7 }, null)).toBe(7);
  });

  it('is above every number of the lost interval after a restore, and stays for what was inherited', () => {
    const restored = {
      offsets: [
        { boundary: 60, offset: 28_000_000_000_000 },
        { boundary: 90, offset: 28_000_060_000_000 },
      ],
    };
    expect(sequenceOf({ position: 60, revision: 6 }, restored)).toBe(6);
    expect(sequenceOf({ position: 61, revision: 7 }, restored)).toBe(28_000_000_000_007);
    expect(sequenceOf({ position: 91, revision: 9 }, restored)).toBe(28_000_060_000_009);
  });

  it('grows from generation to generation, also where a clock is behind', () => {
    const first = offsetAt(NOW, 0);
    expect(offsetAt(NOW - 86_400_000, first)).toBeGreaterThan(first + 1_000_000);
    expect(offsetAt(0, 0)).toBeGreaterThan(1_000_000);
    expect(Number.isSafeInteger(offsetAt(Date.UTC(2300, 0, 1), 0))).toBe(true);
  });

  it('is higher in a second restore of one backup than in the first, although neither knows of the other', async () => {
    const numberOf = async (restoredAt: number, events: number): Promise<number> => {
      const store = new MemoryEventStore();
      const metadata = { commandId: 'c', at: NOW, correlationId: 'c', account: 'acme', livemode: true };
      const event = (id: number): NewEvent => ({ id: `e-${id}`, type: 'Happened', data: {}, metadata });
      await store.append('payment-pay_1', 'none', [event(0)]);
      const generation = await beginGeneration(store, { since: NOW }, restoredAt);
      expect(generation.number).toBe(1);
      const after = Array.from({ length: events }, (_, index) => event(index + 1));
      await store.append('payment-pay_1', 0, after);
      const last = (await store.read('payment-pay_1')).at(-1)!;
      await store.close();
      return sequenceOf(last, generation);
    };
    // A consumer has seen a thousand events of the first, which lived for a minute, and skips lower numbers.
    expect(await numberOf(NOW + 60_000, 1)).toBeGreaterThan(await numberOf(NOW, 1_000));
  });
});
