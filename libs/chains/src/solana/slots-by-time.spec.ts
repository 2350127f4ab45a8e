import { RpcEndpoint } from '../rpc/rpc-endpoint';
import { firstSlotSince } from './slots-by-time';

const GENESIS = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

interface Question {
  readonly id: number;
  readonly params: readonly [number];
}

/** A cluster whose slots take so long, of which some have no block. */
function cluster({ slotMs, firstSlot = 0 }: { readonly slotMs: number; readonly firstSlot?: number }) {
  const head = Math.round((300 * DAY_MS) / slotMs);
  const timeOf = (slot: number) => Math.floor((GENESIS + slot * slotMs) / 1_000) * 1_000;
  const hasBlock = (slot: number) => slot === head || (slot % 7 !== 3 && (slot % 1_000 < 400 || slot % 1_000 > 440));
  let calls = 0;
  const answer = (slot: number): object => {
    calls += 1;
    if (slot < firstSlot) return { error: { code: -32_001, message: `Block ${slot} cleaned up` } };
    if (hasBlock(slot)) return { result: timeOf(slot) / 1_000 };
    return { error: { code: -32_009, message: `Slot ${slot} was skipped, or missing in long-term storage` } };
  };
  const transport = (body: string): Promise<string> => {
    const asked = JSON.parse(body) as readonly Question[];
    return Promise.resolve(JSON.stringify(asked.map(({ id, params: [slot] }) => ({ id, ...answer(slot) }))));
  };
  const endpoint = new RpcEndpoint({ name: 'one', transport, deadlineMs: 30_000, now: () => 0 });
  return { endpoint, head, timeOf, hasBlock, calls: () => calls };
}

describe('firstSlotSince', () => {
  it.each([20, 200, 214, 400, 4_000])('finds all blocks since a time, with slots of %i ms', async (slotMs) => {
    for (const ago of [1_000, 60_000, 80_000, 3_600_000, DAY_MS, 90 * DAY_MS]) {
      const { endpoint, head, timeOf, hasBlock, calls } = cluster({ slotMs });
      const since = timeOf(head) - ago;
      const { slot, isFirst } = await firstSlotSince(endpoint, since, head);
      expect(isFirst).toBe(true);
      let before = slot - 1;
      while (!hasBlock(before)) before -= 1;
      expect(timeOf(before)).toBeLessThan(since);
      let first = slot;
      while (!hasBlock(first)) first += 1;
      expect(timeOf(first)).toBeGreaterThanOrEqual(since);
      expect(calls()).toBeLessThan(1_500);
    }
  });

  it('says that blocks are gone', async () => {
    const firstSlot = Math.round((299 * DAY_MS) / 200);
    const { endpoint, head, timeOf } = cluster({ slotMs: 200, firstSlot });
    expect(await firstSlotSince(endpoint, timeOf(head) - 2 * DAY_MS, head)).toMatchObject({ isFirst: false });
    expect(await firstSlotSince(endpoint, timeOf(head) - 3_600_000, head)).toMatchObject({ isFirst: true });
  });
});
