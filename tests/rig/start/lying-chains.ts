import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  LIES,
  LyingProxy,
  planLies,
  readLocalChains,
  writeLocalChains,
  type Lie,
  type LocalChainsDescription,
} from '@stablecoin/chains/testing';
import { Random } from '@stablecoin/event-sourcing/testing';
import { CHAIN_NAMES } from '@stablecoin/contracts';

const MAIN = join(__dirname, '..', '..', '..', 'libs', 'chains', 'dist', 'local', 'main.js');
const ENDPOINTS = 3;

/** Local chains in a process of their own, each behind three endpoints of which one lies by a seed. */
export class LyingChains {
  private constructor(
    /** Of the chains themselves. */
    readonly description: LocalChainsDescription,
    private readonly parts: {
      readonly folder: string;
      readonly child: ChildProcess;
      readonly proxies: readonly LyingProxy[];
      readonly liars: readonly LyingProxy[];
      readonly random: Random;
    },
  ) {}

  /** Starts them from the build, and describes them in a data folder, in which a service with `CHAINS=local` finds them. */
  static async start(dataFolder: string, seed: number): Promise<LyingChains> {
    const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-chains-'));
    const child = spawn(process.execPath, [MAIN, folder, '--keep'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const proxies: LyingProxy[] = [];
    try {
      const ended = once(child, 'exit').then(() => Promise.reject(new Error('the local chains ended at their start')));
      await Promise.race([once(child, 'message'), ended]);
      const description = await readLocalChains(folder);
      if (description === null) throw new Error('the local chains have not started');
      const random = new Random(seed);
      const liars: LyingProxy[] = [];
      const described = { ...description };
      for (const chain of CHAIN_NAMES) {
        const family = chain === 'solana' ? 'solana' : 'evm';
        const { rpc_url: url } = description[chain];
        const own: LyingProxy[] = [];
        for (let made = 0; made < ENDPOINTS; made++) own.push(await LyingProxy.before(family, url, new Random(seed)));
        proxies.push(...own);
        liars.push(...random.shuffled(own).slice(0, 1));
        const seen = { rpc_urls: own.map((each) => each.url) };
        if (chain === 'solana') described.solana = { ...description.solana, ...seen };
        else described[chain] = { ...description[chain], ...seen };
      }
      await writeLocalChains(dataFolder, described);
      return new LyingChains(description, { folder, child, proxies, liars, random });
    } catch (error) {
      await Promise.all(proxies.map((proxy) => proxy.close()));
      child.kill();
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Has one endpoint of each chain tell other lies from now on. */
  lie(): void {
    for (const { endpoint } of this.parts.liars) endpoint.tell(planLies(this.parts.random));
  }

  /** Answers that were lies so far, by lie. */
  told(): string {
    const sums = new Map<Lie, number>();
    for (const { endpoint } of this.parts.liars) {
      for (const [lie, times] of endpoint.told) sums.set(lie, (sums.get(lie) ?? 0) + times);
    }
    return [...sums].map(([lie, times]) => `${LIES[lie]}: ${times}`).join('; ');
  }

  async stop(): Promise<void> {
    const { child, proxies, folder } = this.parts;
    await Promise.all(proxies.map((proxy) => proxy.close()));
    const ended = child.exitCode === null ? once(child, 'exit') : Promise.resolve();
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
