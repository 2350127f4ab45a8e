import { checkAssumptions } from '../assumptions';
import { RpcEndpoint } from '../rpc/rpc-endpoint';
import { evmChecks } from './assumptions';
import { evmNetwork } from './network';

const NOW = Date.UTC(2026, 10, 27);
const HEAD = { number: 40_000_000, timestamp: NOW / 1_000 };

interface Public {
  readonly blockMs?: number;
  readonly finalBlocksBehind?: number;
  readonly next?: { readonly activationTime: number } | null;
  readonly refuses?: readonly string[];
  /** The code and words with which calls at the final block are refused. */
  readonly pruned?: boolean;
}

/** An endpoint of a chain that makes a block every `blockMs`, with timestamps in whole seconds. */
function endpointOf({
  blockMs = 200,
  finalBlocksBehind = 6_000,
  next = null,
  refuses = [],
  pruned = false,
}: Public = {}) {
  const numberOf = (tag: unknown): number => {
    if (tag === 'latest') return HEAD.number;
    return tag === 'finalized' ? HEAD.number - finalBlocksBehind : Number(tag);
  };
  const blockAt = (number: number): object => {
    const timestamp = Math.floor(HEAD.timestamp - ((HEAD.number - number) * blockMs) / 1_000);
    return { number: hexOf(number), hash: `0x${number.toString(16).padStart(64, '0')}`, timestamp: hexOf(timestamp) };
  };
  const answer = (method: string, params: readonly unknown[]): object => {
    if (refuses.includes(method)) return { error: { code: -32_601, message: 'the method does not exist' } };
    if (method === 'eth_config') return { result: { current: {}, next, last: null } };
    if (method === 'eth_getBlockByNumber') return { result: blockAt(numberOf(params[0])) };
    return pruned ? { error: { code: -32_000, message: 'missing trie node' } } : { result: '0x0' };
  };
  const transport = (body: string): Promise<string> => {
    const asked = JSON.parse(body) as { id: number; method: string; params: readonly unknown[] }[];
    return Promise.resolve(
      JSON.stringify(asked.map(({ id, method, params }) => ({ jsonrpc: '2.0', id, ...answer(method, params) }))),
    );
  };
  return new RpcEndpoint({ name: 'one', transport, deadlineMs: 60_000, now: () => NOW });
}

async function check(...endpoints: readonly Public[]) {
  const warned: string[] = [];
  const found = await checkAssumptions({
    chain: 'base',
    endpoints: endpoints.map(endpointOf),
    checks: evmChecks(evmNetwork('base', 'mainnet'), () => NOW),
    log: { warn: (_, message) => void warned.push(message), error: () => undefined },
  });
  return { warned, of: Object.fromEntries(found.map((each) => [each.name, each])) };
}

const hexOf = (value: number): string => `0x${value.toString(16)}`;

describe('what Base is expected to be', () => {
  it('holds on a chain that makes five blocks a second, is final after 20 minutes and has no fork before it', async () => {
    const { warned, of } = await check({});
    expect(warned).toEqual([]);
    expect(Object.values(of).map(({ name, holds }) => [name, holds])).toEqual([
      ['block_time', true],
      ['finality', true],
      ['state_history', true],
      ['rules', true],
    ]);
    expect(of['block_time']?.found).toBe('a block every 200 ms');
  });

  it.each([2_000, 20])('a block every %d ms is warned of by name', async (blockMs) => {
    const { warned, of } = await check({ blockMs, finalBlocksBehind: 1 });
    expect(of['block_time']).toMatchObject({ holds: false, found: `a block every ${blockMs} ms` });
    expect(warned).toEqual([expect.stringMatching(/^block_time: expected a block every 200 ms, found .*going-live/)]);
  });

  it('a final block of more than an hour ago is warned of', async () => {
    expect((await check({ finalBlocksBehind: 18_005 })).of['finality']).toMatchObject({ holds: false });
  });

  it('endpoints that have pruned the state of the final block are warned of', async () => {
    expect((await check({ pruned: true })).of['state_history']).toMatchObject({ holds: false });
  });

  it('a scheduled fork is warned of with its time, and one that is active is not', async () => {
    const week = 7 * 86_400;
    const { of, warned } = await check({ next: { activationTime: NOW / 1_000 + week } });
    expect(of['rules']).toMatchObject({ holds: false, found: 'a fork at 2026-12-04T00:00:00.000Z' });
    expect(warned).toHaveLength(1);
    expect((await check({ next: { activationTime: NOW / 1_000 - week } })).of['rules']).toMatchObject({ holds: true });
  });

  it('what no endpoint tells is unknown, and no warning', async () => {
    const { of, warned } = await check({ refuses: ['eth_config'] });
    expect(of['rules']).toEqual({ name: 'rules', expected: 'no fork that is scheduled', found: null, holds: null });
    expect(warned).toEqual([]);
  });

  it('one endpoint of three that tells something else changes nothing', async () => {
    expect((await check({}, { blockMs: 2_000 }, {})).warned).toEqual([]);
  });

  it('is not asked of a local chain', () => {
    const tokens = { USDC: '0x01', EURC: '0x02' };
    expect(evmChecks(evmNetwork('base', 'local', tokens), () => NOW)).toEqual([]);
  });
});
