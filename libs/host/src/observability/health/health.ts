import { setTimeout as pause } from 'node:timers/promises';
import { describeError, ServiceError } from '@stablecoin/contracts';
import type { Log, Meter } from '@stablecoin/event-sourcing';
import { silentMeter } from '../metrics/silent-meter';

/** Looks at one part the service cannot work without. Rejects with the reason when the part is missing. */
export type HealthCheck = () => Promise<unknown>;

export type HealthResult = { readonly status: 'up' } | { readonly status: 'down'; readonly reason: string };

/** What `GET /health/ready` answers: 200 when ready, 503 otherwise. */
export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, HealthResult>>;
}

interface Registered {
  readonly check: HealthCheck;
  readonly timeoutMs: number;
  /** The result under way: a check that hangs is not started a second time. */
  running: Promise<HealthResult> | undefined;
  /** What was logged last; undefined: the part has worked since. */
  said: string | undefined;
}

/** Public, because load balancers read it without a key: what a driver says names hosts, files and users. */
const SEE_LOG = 'it does not work: see the log of the service';

/** Named checks of the parts that a service depends on. */
export class Health {
  readonly #checks = new Map<string, Registered>();
  #elsewhere: () => Promise<Readiness> = () => Promise.resolve({ ready: true, checks: {} });
  #stopping = false;

  /**
   * @param meter - is told of each part whenever metrics are collected
   * @param log - is told once why a part does not work
   */
  constructor(
    private readonly meter: Pick<Meter, 'gauge'> = silentMeter,
    private readonly log: Pick<Log, 'warn'> = { warn: () => undefined },
  ) {}

  /** Adds a check; one of the same name is replaced. */
  register(name: string, check: HealthCheck, { timeoutMs = 2_000 }: { readonly timeoutMs?: number } = {}): void {
    const registered: Registered = { check, timeoutMs, running: undefined, said: undefined };
    this.#checks.set(name, registered);
    this.meter.gauge('part_up', { part: name }, async () =>
      (await this.#run(name, registered)).status === 'up' ? 1 : 0,
    );
  }

  /** Adds what another thread of the process says of its parts. */
  include(elsewhere: () => Promise<Readiness>): void {
    this.#elsewhere = elsewhere;
  }

  /** Reports not ready, so that no new requests arrive during the shutdown. */
  stopping(): void {
    this.#stopping = true;
  }

  /** The process answers: nothing else is asked. A part that is down is no reason to restart it. */
  live(): { readonly live: true } {
    return { live: true };
  }

  /** Runs all checks side by side and tells which part is missing. */
  async ready(): Promise<Readiness> {
    const results = await Promise.all(
      [...this.#checks].map(async ([name, registered]) => [name, await this.#run(name, registered)] as const),
    );
    const checks: Record<string, HealthResult> = {
      ...(await this.#elsewhere()).checks,
      ...Object.fromEntries(results),
    };
    if (this.#stopping) checks['shutdown'] = { status: 'down', reason: 'the service is stopping' };
    return { ready: Object.values(checks).every(({ status }) => status === 'up'), checks };
  }

  async #run(name: string, registered: Registered): Promise<HealthResult> {
    registered.running ??= this.#outcomeOf(name, registered).finally(() => (registered.running = undefined));
    const { timeoutMs } = registered;
    const late: HealthResult = { status: 'down', reason: `no answer within ${timeoutMs} ms` };
    const answered = new AbortController();
    try {
      return await Promise.race([registered.running, pause(timeoutMs, late, { signal: answered.signal })]);
    } finally {
      answered.abort();
    }
  }

  async #outcomeOf(name: string, registered: Registered): Promise<HealthResult> {
    try {
      await registered.check();
      registered.said = undefined;
      return { status: 'up' };
    } catch (error) {
      const said = describeError(error);
      if (registered.said !== said) this.log.warn({ part: name, error: said }, 'a part of the service does not work');
      registered.said = said;
      return { status: 'down', reason: error instanceof ServiceError ? error.message : SEE_LOG };
    }
  }
}
