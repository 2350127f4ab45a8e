import type { Worker } from 'node:worker_threads';
import type { Listening } from '@stablecoin/gateway';
import { endAtOnce, secretsOf, serveRuntime, ThreadRpc, type ThreadSettings, type Runtime } from '@stablecoin/host';

/** The gateway in its own thread. */
export class GatewayThread {
  #ending = false;

  private constructor(
    private readonly worker: Worker,
    private readonly rpc: ThreadRpc,
    log: Runtime['log'],
  ) {
    // As for errors in this thread: the state is unknown.
    worker.on('error', (error) => endAtOnce(new Error('the thread of the gateway has failed', { cause: error }), log));
    worker.on('exit', (code) => {
      rpc.end(new Error('the thread of the gateway has ended'));
      if (!this.#ending) endAtOnce(new Error(`the thread of the gateway has ended, with code ${code}`), log);
    });
  }

  /**
   * Takes a thread that has been loaded, on the ports of this thread's runtime.
   *
   * @param env - what the runtime was opened with
   */
  static open(worker: Worker, runtime: Runtime, env: NodeJS.ProcessEnv): GatewayThread {
    const { configuration, generation, heldGrants, term } = runtime;
    const settings: ThreadSettings = {
      configuration,
      generation,
      heldGrants,
      secrets: secretsOf(configuration, env),
      ...(term === undefined ? {} : { term: { lengthMs: term.lengthMs, memory: term.memory } }),
    };
    worker.postMessage(settings);
    const rpc = new ThreadRpc(worker);
    serveRuntime(rpc, runtime);
    return new GatewayThread(worker, rpc, runtime.log);
  }

  /** Starts it: it consumes from the bus, and serves no HTTP yet. */
  start(): Promise<void> {
    return this.rpc.call('start', []);
  }

  /** Serves HTTP; and makes the API keys of a first start. */
  listen(): Promise<Listening> {
    return this.rpc.call('listen', []);
  }

  /** Takes no more requests, and resolves when those under way are answered. */
  drain(): Promise<void> {
    return this.rpc.call('drain', []);
  }

  /** Stops the gateway after its requests in progress. */
  stop(): Promise<void> {
    return this.rpc.call('stop', []);
  }

  /** Terminates the thread. */
  async end(): Promise<void> {
    this.#ending = true;
    await this.worker.terminate();
  }
}
