import { setTimeout as pause } from 'node:timers/promises';
import {
  SERVICES,
  type Alarm,
  type ChainReport,
  type QueryMap,
  type ServiceName,
  type ServiceReport,
  type System,
  type SystemService,
} from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import type { DeadLetters, Queries } from '@stablecoin/messaging';

/** How long a service may take to answer, in milliseconds. */
const ANSWER_MS = 2_000;
/** How long an answer is given again, in milliseconds: it costs a question to every service. */
const FRESH_MS = 1_000;

interface Answered {
  readonly name: ServiceName;
  /** Null: it did not answer in time. */
  readonly report: ServiceReport | null;
}

/** The state of every service as one. */
export class SystemReport {
  #last: { readonly at: number; readonly report: Promise<System> } | undefined;

  constructor(
    private readonly own: () => Promise<ServiceReport>,
    private readonly queries: Queries<QueryMap>,
    private readonly letters: Pick<DeadLetters, 'count'>,
    private readonly clock: Clock,
    private readonly version: string,
  ) {}

  /** The state, at most a second old. */
  read(): Promise<System> {
    const at = this.clock.now();
    if (this.#last === undefined || at >= this.#last.at + FRESH_MS) this.#last = { at, report: this.#read() };
    return this.#last.report;
  }

  async #read(): Promise<System> {
    const [answered, deadLetters] = await Promise.all([
      Promise.all(SERVICES.map(async (name): Promise<Answered> => ({ name, report: await inTime(this.#ask(name)) }))),
      inTime(this.letters.count()),
    ]);
    const now = this.clock.now();
    const chains = chainsOf(answered);
    const alarms = [...answered.flatMap(alarmsOf), ...chains.flatMap(alarmsOfChain), ...alarmsOfLetters(deadLetters)];
    return {
      as_of: new Date(now).toISOString(),
      version: this.version,
      status: alarms.length === 0 ? 'up' : 'degraded',
      services: answered.map((each) => serviceOf(each, now)),
      chains,
      dead_letters: deadLetters,
      alarms,
    };
  }

  #ask(name: ServiceName): Promise<ServiceReport> {
    return name === 'gateway' ? this.own() : this.queries.ask(`${name}.system`, {});
  }
}

/** Null when there is no answer in time, or an error instead. */
async function inTime<T>(asked: Promise<T>): Promise<T | null> {
  const answered = new AbortController();
  const late = pause(ANSWER_MS, null, { signal: answered.signal });
  try {
    return await Promise.race([asked, late]);
  } catch {
    return null;
  } finally {
    answered.abort();
    late.catch(() => undefined);
  }
}

function serviceOf({ name, report }: Answered, now: number): SystemService {
  if (report === null) {
    return {
      name,
      status: 'unreachable',
      version: null,
      started_at: null,
      uptime_seconds: null,
      checks: [],
      read_models: [],
      outbox: null,
      jobs: [],
    };
  }
  const { version, started_at, checks, read_models, outbox, jobs } = report;
  return {
    name,
    status: checks.every(({ status }) => status === 'up') ? 'up' : 'degraded',
    version,
    started_at,
    uptime_seconds: Math.max(0, Math.floor((now - Date.parse(started_at)) / 1_000)),
    checks,
    read_models,
    outbox,
    jobs,
  };
}

/** Several services watch the same chains: the first one that answered tells of each. */
function chainsOf(answered: readonly Answered[]): readonly ChainReport[] {
  const chains = new Map<string, ChainReport>();
  for (const each of answered.flatMap(({ report }) => report?.chains ?? [])) {
    if (!chains.has(each.chain)) chains.set(each.chain, each);
  }
  return [...chains.values()];
}

function alarmsOf({ name, report }: Answered): readonly Alarm[] {
  if (report === null) {
    const message = `The ${name} service does not answer. See its log, and restart it if it does not run.`;
    return [{ name: 'service_unreachable', service: name, severity: 'critical', message, object: null }];
  }
  const down = report.checks.filter(({ status }) => status === 'down');
  const parts = down.map(({ name: part }): Alarm => {
    const message = `The ${name} service does not reach a part that it needs: ${part}.`;
    return { name: 'part_down', service: name, severity: 'critical', message, object: part };
  });
  return [...parts, ...report.alarms];
}

function alarmsOfChain({ chain, needed, agreeing, endpoints }: ChainReport): readonly Alarm[] {
  if (agreeing >= needed || endpoints.every(({ status }) => status === 'unknown')) return [];
  const message = `${agreeing} of ${endpoints.length} endpoints of ${chain} agree, and ${needed} have to: nothing settles there. Check the endpoints.`;
  return [{ name: 'chain_endpoints_disagree', service: 'payment', severity: 'critical', message, object: chain }];
}

function alarmsOfLetters(count: number | null): readonly Alarm[] {
  if (count === null || count === 0) return [];
  const message = `${count} messages could not be handled. Find the cause, and redrive them.`;
  return [{ name: 'dead_letters', service: 'gateway', severity: 'critical', message, object: null }];
}
