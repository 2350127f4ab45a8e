import fc from 'fast-check';
import { RpcEndpoint } from '../../rpc/rpc-endpoint';
import { MentionWalks } from './mention-walks';
import type { Mention } from './foreign-transactions';

const PAGE = 1_000;
const ADDRESS = 'address';

interface Listed extends Mention {
  readonly err: unknown;
}

/** An endpoint that lists a history, which is written the oldest first. */
class Lister {
  readonly history: Listed[] = [];
  pages = 0;
  forgetsBefore = false;

  readonly endpoint = new RpcEndpoint({
    name: 'lister',
    deadlineMs: 60_000,
    now: () => 0,
    transport: (body) => {
      const [{ id, params }] = JSON.parse(body) as [{ id: number; params: [string, { before?: string }] }];
      const { before } = params[1];
      this.pages += 1;
      if (this.forgetsBefore && before !== undefined) {
        return Promise.resolve(JSON.stringify([{ jsonrpc: '2.0', id, error: { code: -32_020, message: 'unknown' } }]));
      }
      const end = before === undefined ? this.history.length : Number(before);
      const result = this.history.slice(Math.max(0, end - PAGE), end).toReversed();
      return Promise.resolve(JSON.stringify([{ jsonrpc: '2.0', id, result }]));
    },
  });

  /** Signatures are places in the history. */
  add(slot: number, count: number, err: unknown = null): void {
    for (let i = 0; i < count; i++) this.history.push({ signature: String(this.history.length), slot, err });
  }

  successful(from: number): readonly string[] {
    return this.history.filter(({ slot, err }) => slot >= from && err === null).map(({ signature }) => signature);
  }
}

/** All that is found, in looks that each read few pages. */
async function readAll(
  lister: Lister,
  { walks, from, until }: { readonly walks: MentionWalks; readonly from: number; readonly until: number },
  between: (look: number) => void = () => undefined,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (let [next, look] = [from, 0]; next <= until; look++) {
    if (look > 1_000) throw new Error('it makes no progress');
    const before = lister.pages;
    const { mentions, upTo } = await walks.read(lister.endpoint, ADDRESS, { from: next, until });
    expect(lister.pages - before).toBeLessThanOrEqual(40);
    const inOrder = mentions.toSorted((one, other) => Number(one.signature) - Number(other.signature));
    expect(inOrder.every(({ slot }) => slot >= next && slot <= upTo)).toBe(true);
    found.push(...inOrder.map(({ signature }) => signature));
    next = Math.max(next, upTo + 1);
    between(look);
  }
  return found;
}

it('a short history is read in one look', async () => {
  const lister = new Lister();
  for (let slot = 1; slot <= 30; slot++) lister.add(slot, 100, slot % 2 === 0 ? 'failed' : null);
  const { mentions, upTo } = await new MentionWalks().read(lister.endpoint, ADDRESS, { from: 5, until: 20 });
  expect(upTo).toBe(20);
  expect(mentions.map(({ slot }) => slot)).toEqual(
    lister.history.flatMap(({ slot, err }) => (slot >= 5 && slot <= 20 && err === null ? [slot] : [])).toReversed(),
  );
});

it('a history of 250,000 transactions is read to its end, though more are made all the time', async () => {
  const lister = new Lister();
  lister.add(1, 1);
  for (let slot = 2; slot <= 1_001; slot++) lister.add(slot, 250, slot % 10 === 0 ? null : 'failed');
  const expected = lister.successful(1);
  const found = await readAll(lister, { walks: new MentionWalks(40), from: 1, until: 1_001 }, (look) =>
    lister.add(2_000 + look, 300, 'failed'),
  );
  expect(found).toEqual(expected);
});

it('any history is read whole and once, page ends within slots included', async () => {
  const slots = fc.array(fc.record({ count: fc.integer({ min: 1, max: 3_000 }), hasFailed: fc.boolean() }), {
    minLength: 1,
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(slots, fc.integer({ min: 0, max: 40 }), async (made, from) => {
      const lister = new Lister();
      for (const [slot, { count, hasFailed }] of made.entries()) lister.add(slot, count, hasFailed ? 'failed' : null);
      const found = await readAll(lister, { walks: new MentionWalks(40), from, until: made.length });
      expect(found).toEqual(lister.successful(from));
    }),
    { numRuns: 40, seed: 43 },
  );
});

it('a walk is begun again when the endpoint does not know any more where it has stopped', async () => {
  const lister = new Lister();
  for (let slot = 1; slot <= 200; slot++) lister.add(slot, 400);
  const walks = new MentionWalks(40);
  const slots = { from: 1, until: 200 };
  await expect(walks.read(lister.endpoint, ADDRESS, slots)).resolves.toEqual({ mentions: [], upTo: 0 });
  lister.forgetsBefore = true;
  await expect(walks.read(lister.endpoint, ADDRESS, slots)).rejects.toThrow('unknown');
  lister.forgetsBefore = false;
  expect(await readAll(lister, { walks, ...slots })).toEqual(lister.successful(1));
});
