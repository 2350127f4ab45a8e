import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithAnvil } from '../testing/describe-with-anvil';
import { toQuantity } from '../rpc/values';
import { LocalEvm } from './local-evm';
import type { LocalEvmOptions } from './local-evm';
import { TOKEN_ADMIN } from './token';

/** The timestamps of a chain's blocks from a number on, in seconds since the epoch. */
async function timesOf({ anvil }: LocalEvm, from: number): Promise<readonly number[]> {
  const latest = Number(await anvil.rpc('eth_blockNumber'));
  const times: number[] = [];
  for (let number = from; number <= latest; number++) {
    const found = (await anvil.rpc('eth_getBlockByNumber', toQuantity(number), false)) as { timestamp: string };
    times.push(Number(found.timestamp));
  }
  return times;
}

describeWithAnvil('a local EVM chain', () => {
  let local: LocalEvm | undefined;
  afterEach(() => local?.stop());

  async function start(options: LocalEvmOptions): Promise<LocalEvm> {
    local = await LocalEvm.start('base', options);
    return local;
  }

  it('has five blocks in a second of 200 ms each, which share the timestamp of the second', async () => {
    const chain = await start({ blockMs: 200 });
    const first = Number(await chain.anvil.rpc('eth_blockNumber')) + 1;
    const second = chain.now() / 1_000;
    await chain.pass(3_000);
    expect(chain.now() / 1_000).toBe(second + 3);
    expect((await timesOf(chain, first)).map((at) => at - second)).toEqual([
      ...[0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3],
    ]);
    await chain.pass(1);
    expect((await timesOf(chain, first + 15)).map((at) => at - second)).toEqual([3]);
    expect(chain.now() / 1_000).toBe(second + 3.2);
  });

  it('has a block every two seconds at this pace, and none for the first part of a long time', async () => {
    const chain = await start({ blockMs: 2_000 });
    const first = Number(await chain.anvil.rpc('eth_blockNumber')) + 1;
    const second = chain.now() / 1_000;
    await chain.pass(5_000);
    expect((await timesOf(chain, first)).map((at) => at - second)).toEqual([2, 4, 6]);
    await chain.pass(3_600_000);
    expect(chain.now() / 1_000).toBe(second + 3_606);
    const times = await timesOf(chain, first + 3);
    expect([times.length, times[0], times.at(-1)]).toEqual([300, second + 3_008, second + 3_606]);
  });

  it('makes blocks by itself that are not ahead of the clock of this machine', async () => {
    const chain = await start({ blockMs: 200, isRealTime: true });
    const first = Number(await chain.anvil.rpc('eth_blockNumber')) + 1;
    let times: readonly number[] = [];
    while (times.length < 11) times = await timesOf(chain, first);
    const now = Date.now() / 1_000;
    expect(times.filter((time) => time > now)).toEqual([]);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(new Set(times).size).toBeLessThan(times.length);
  });

  it('keeps few states on disk, and leaves nothing there when it ends', async () => {
    const chain = await start({ blockMs: 20, isRealTime: true });
    const { anvil } = chain;
    await anvil.rpc('anvil_mine', toQuantity(900));
    expect(readdirSync(anvil.states).flatMap((name) => readdirSync(join(anvil.states, name))).length).toBeLessThan(70);
    await chain.stop();
    expect(existsSync(anvil.states)).toBe(false);
  });

  it('refuses a transaction of more gas than a public chain takes', async () => {
    const { anvil } = await start({});
    const send = (gas: number) =>
      anvil.rpc('eth_sendTransaction', { from: TOKEN_ADMIN, to: TOKEN_ADMIN, gas: toQuantity(gas) });
    await expect(send(2 ** 24 + 1)).rejects.toThrow('gas_limit_cap');
    expect(await send(2 ** 24)).toMatch(/^0x/);
  });
});
