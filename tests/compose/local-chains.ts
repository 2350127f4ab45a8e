import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentOf, readLocalChains, type LocalChainsDescription } from '@stablecoin/chains/testing';
import type { ChainName } from '@stablecoin/contracts';
import { ROOT } from '../../infra/docker/compose-file';
import { Program } from '../../infra/local/stack/program';
import { Relay } from './relay';

const READY_WITHIN_MS = 180_000;
const STOP_WITHIN_MS = 30_000;

/** The local chains of `npm run chains` on this machine, where containers reach them. */
export class ReachableChains {
  readonly #relays: Relay[] = [];

  private constructor(
    private readonly folder: string,
    private readonly program: Program,
    /** As this machine reaches them. */
    readonly description: LocalChainsDescription,
  ) {}

  /** @param host - the address by which containers reach this machine */
  static async start(host: string): Promise<ReachableChains> {
    const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-compose-chains-'));
    const main = join(ROOT, 'libs', 'chains', 'dist', 'local', 'main.js');
    const log = join(folder, 'chains.log');
    const program = new Program({
      name: 'the local chains',
      command: process.execPath,
      args: [main, folder, '--keep'],
      log,
    });
    await program.until(async () => (await readLocalChains(folder)) !== null, READY_WITHIN_MS);
    const description = await readLocalChains(folder);
    if (description === null) throw program.failure('wrote no description');
    const chains = new ReachableChains(folder, program, description);
    for (const chain of ['base', 'ethereum', 'solana'] as const) {
      const port = Number(new URL(description[chain].rpc_url).port);
      chains.#relays.push(await Relay.open(host, () => connect(port, '127.0.0.1')));
    }
    return chains;
  }

  /** The lines of `live.env`. */
  get variables(): string {
    const [base = '', ethereum = '', solana = ''] = this.#relays.map(({ url }) => url);
    const urls: Readonly<Record<ChainName, string>> = { base, ethereum, solana };
    const environment = environmentOf({
      base: { ...this.description.base, rpc_url: urls.base },
      ethereum: { ...this.description.ethereum, rpc_url: urls.ethereum },
      solana: { ...this.description.solana, rpc_url: urls.solana },
    });
    return Object.entries({ ...environment, LIVE_ACCOUNT: 'acme' })
      .map(([name, value]) => `${name}=${value}\n`)
      .join('');
  }

  async stop(): Promise<void> {
    for (const relay of this.#relays) await relay.close();
    await this.program.stop(STOP_WITHIN_MS);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
