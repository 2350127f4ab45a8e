import { setTimeout as pause } from 'node:timers/promises';
import type { QueryMap } from '@stablecoin/contracts';
import { describeError } from '@stablecoin/contracts';
import type { Log } from '@stablecoin/event-sourcing';
import { ConfigurationError } from '../configuration';
import type { Configuration } from '../configuration';
import type { Readiness } from '../observability';
import { QueryFailedError, QueryServer } from '@stablecoin/messaging';
import { openRuntime } from '../runtime';
import type { OpenRuntimeOptions, Runtime } from '../runtime';
import type { ServiceProfile } from '../service';

export interface ServiceProcessOptions {
  /** Those that share the process. */
  readonly services: readonly ServiceProfile[];
  readonly configuration: Configuration;
  /** Starts the services on the runtime of the process, and registers there what has to stop. */
  readonly start: (runtime: Runtime) => Promise<unknown>;
  /** The log until the runtime is open. */
  readonly log: Log;
  readonly runtimeOptions?: OpenRuntimeOptions;
}

const RETRY_MS = { first: 250, longest: 5_000 };
const LOG_INTERVAL_MS = 10_000;
const CANNOT_START = 'the service cannot start yet: see its log';
/** Errors that a retry cannot fix. */
const LASTING: ReadonlySet<unknown> = new Set(['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES', 'database_encoding']);

/**
 * One service in its own process, or several that share it. It answers liveness checks at once, waits for its dependencies
 * without a limit, and is ready when the services have started.
 */
export class ServiceProcess {
  readonly #options: ServiceProcessOptions;
  readonly #stopping = new AbortController();
  #server: QueryServer | undefined;
  #runtime: Runtime | undefined;
  #started = false;
  #starting: Promise<void> = Promise.resolve();
  #loggedAt = -Infinity;

  constructor(options: ServiceProcessOptions) {
    this.#options = options;
  }

  /** The port that answers health checks and queries. */
  get port(): number {
    return this.#server?.port ?? 0;
  }

  /**
   * Starts the service. Resolves when it has started, or was stopped before.
   *
   * @throws Error that a retry cannot fix
   */
  async start(): Promise<void> {
    const { configuration } = this.#options;
    this.#server = await QueryServer.listen({
      host: configuration.host,
      port: configuration.queryPort,
      token: configuration.serviceToken ?? '',
      health: { live: () => ({ live: true }), ready: () => this.#ready() },
      answer: (name, params, options) => {
        if (this.#runtime === undefined || !this.#started) {
          throw new QueryFailedError(name, `the ${this.#name} service is starting`, 'always');
        }
        return this.#runtime.queries.ask(name as keyof QueryMap, params as never, options);
      },
    });
    this.#starting = this.#startService();
    await this.#starting;
  }

  /** Takes no more work, lets work under way finish, and closes everything, within a limited time. Never rejects. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#runtime?.close();
    await this.#starting.catch(() => undefined);
    await this.#server?.close();
  }

  /** The services, for people. */
  get #name(): string {
    return this.#options.services.map(({ name }) => name).join(', ');
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #startService(): Promise<void> {
    const { signal } = this.#stopping;
    for (let waitMs = RETRY_MS.first; ; waitMs = Math.min(2 * waitMs, RETRY_MS.longest)) {
      try {
        await this.#tryToStart();
        return;
      } catch (error) {
        await this.#runtime?.close();
        this.#runtime = undefined;
        if (!this.#stopped && isLasting(error)) throw error;
        if (!this.#stopped) this.#say(error);
        await pause(waitMs, undefined, { signal }).catch(() => undefined);
        if (this.#stopped) return;
      }
    }
  }

  async #tryToStart(): Promise<void> {
    const { services, configuration, start, runtimeOptions } = this.#options;
    const consumers = services.map(({ name }) => name);
    const usesChains = services.some((service) => service.usesChains === true);
    const isStored = services.find((service) => service.isStored !== undefined)?.isStored;
    const runtime = await openRuntime(configuration, { consumers, usesChains, isStored, ...runtimeOptions });
    this.#runtime = runtime;
    if (this.#stopped) throw new Error('stopped before it had started');
    await start(runtime.forService(this.#name));
    this.#started = true;
    // The first to stop: other instances answer from now on.
    runtime.onStop('query server', () => this.#server?.close());
    runtime.log.info({ service: this.#name, queries: this.port }, 'service has started');
  }

  async #ready(): Promise<Readiness> {
    const readiness = (await this.#runtime?.health.ready()) ?? { ready: false, checks: {} };
    if (this.#started) return readiness;
    return { ready: false, checks: { ...readiness.checks, start: { status: 'down', reason: CANNOT_START } } };
  }

  /** Logs at most once per interval. */
  #say(error: unknown): void {
    const { log } = this.#options;
    const now = performance.now();
    if (now < this.#loggedAt + LOG_INTERVAL_MS) return;
    this.#loggedAt = now;
    log.warn({ service: this.#name, error: describeError(error) }, 'service cannot start yet, retrying');
  }
}

function isLasting(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ConfigurationError) return true;
  return typeof error === 'object' && error !== null && 'code' in error && LASTING.has(error.code);
}
