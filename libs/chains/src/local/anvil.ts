import { spawn } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const PACKAGED = 'node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil';
const START_MS_MAX = 20_000;
/** Room for some ten thousand payments a second, so that it is not the local chain that they wait for. */
const GAS_OF_SECOND = 600_000_000;
/**
 * A transaction has at most 2^24 gas, as Base and Ethereum have it (EIP-7825): without this anvil takes more. Calls and
 * estimates have no such limit, here or there.
 */
const GAS_LIMIT = '--enable-tx-gas-limit';

/**
 * States that it keeps on disk, besides some in memory. It would keep that of every block, and each contains the hashes of
 * all blocks before it: some 20 GB after an hour of blocks of 200 ms.
 */
const STATES_ON_DISK_MAX = 64;

/** What to do where {@link findAnvil} finds none. */
export const NO_ANVIL = 'there is no anvil: install @foundry-rs/anvil-linux-amd64, or set ANVIL_BIN';

/** The program: what `ANVIL_BIN` names, the one that npm brings, or the one on the PATH. */
export function findAnvil(env: Readonly<Record<string, string | undefined>> = process.env): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter);
  const places = [
    ...(env['ANVIL_BIN'] === undefined ? [] : [env['ANVIL_BIN']]),
    join(__dirname, '../../../..', PACKAGED),
    ...folders.map((folder) => join(folder, 'anvil')),
  ];
  return places.find((place) => existsSync(place));
}

/** A local chain. Its time is what it is told, and so are its blocks, unless it makes them by itself. */
export class Anvil {
  readonly url: string;
  readonly #process: ChildProcess;

  /** @param states - its folder */
  private constructor(
    process: ChildProcess,
    url: string,
    readonly states: string,
  ) {
    this.#process = process;
    this.url = url;
  }

  /**
   * @param genesisAt - the time of the first block, in seconds since the epoch
   * @param blockMs - makes a block so often, at the time of this machine in whole seconds, so that blocks of one second
   *   share it; left out: only when it is told to
   * @param epoch - so many blocks behind the latest one is the safe one, and twice as many the final one
   */
  static async start({
    chainId,
    genesisAt,
    blockMs,
    epoch,
  }: {
    readonly chainId: number;
    readonly genesisAt: number;
    readonly blockMs?: number;
    readonly epoch: number;
  }): Promise<Anvil> {
    const program = findAnvil();
    if (program === undefined) throw new Error(NO_ANVIL);
    const options = { port: 0, 'chain-id': chainId, timestamp: genesisAt, 'slots-in-an-epoch': epoch, order: 'fifo' };
    const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const mining =
      blockMs === undefined
        ? ['--no-mining']
        : [
            '--block-time',
            String(blockMs / 1_000),
            '--gas-limit',
            String((GAS_OF_SECOND * blockMs) / 1_000),
            '--max-persisted-states',
            String(STATES_ON_DISK_MAX),
          ];
    return Anvil.#spawn(program, [GAS_LIMIT, ...mining, ...given]);
  }

  /**
   * A chain that begins as another one is now, and goes its own way from there: what happens on it happens nowhere else.
   * It makes a block when it is told to.
   *
   * @param url - an endpoint of the other one
   */
  static async fork(url: string, { epoch }: { readonly epoch: number }): Promise<Anvil> {
    const program = findAnvil();
    if (program === undefined) throw new Error(NO_ANVIL);
    const args = [GAS_LIMIT, '--no-mining', '--port', '0', '--slots-in-an-epoch', String(epoch), '--order', 'fifo'];
    // What it prints may quote the URL, which may carry a key.
    return Anvil.#spawn(program, [...args, '--fork-url', url], { isSecret: true });
  }

  static async #spawn(program: string, args: readonly string[], { isSecret = false } = {}): Promise<Anvil> {
    // It leaves its folder behind, however it ends.
    const states = await mkdtemp(join(tmpdir(), 'stablecoin-payments-anvil-'));
    const stdio: StdioOptions = ['ignore', 'pipe', isSecret ? 'ignore' : 'inherit'];
    const child = spawn(program, [...args, '--cache-path', states], { stdio });
    try {
      return new Anvil(child, `http://${await addressOf(child, isSecret)}`, states);
    } catch (error) {
      await rm(states, { recursive: true, force: true });
      throw error;
    }
  }

  async rpc(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(this.url, { method: 'POST', headers, body });
    const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /** Ends the process, and waits until it has. Nothing of it stays on disk. */
  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const ended = new Promise((resolve) => this.#process.once('exit', resolve));
      this.#process.kill('SIGKILL');
      await ended;
    }
    await rm(this.states, { recursive: true, force: true });
  }
}

/** @param isSecret - what it has printed is not for errors */
function addressOf(child: ChildProcess, isSecret: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => fail(`does not listen after ${START_MS_MAX} ms`), START_MS_MAX);
    const fail = (reason: string): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`anvil ${reason}${isSecret ? '' : `: ${output.slice(-500)}`}`));
    };
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(`ended with ${code ?? 'a signal'}`));
    const listen = (chunk: Buffer): void => {
      output += chunk.toString();
      const [, address] = /Listening on ([\d.]+:\d+)/.exec(output) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      child.removeAllListeners('exit');
      // What it says from now on is of no interest, but has to be taken off the pipe.
      child.stdout?.off('data', listen).resume();
      resolve(address);
    };
    child.stdout?.on('data', listen);
  });
}
