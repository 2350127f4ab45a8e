import type { Alarm, ServiceReport } from '@stablecoin/contracts';
import { countDueJobs } from '@stablecoin/event-sourcing';
import type { AnyKysely } from '@stablecoin/event-sourcing';
import type { Runtime } from '../runtime';
import { version } from '../../package.json';

/** Collects what a service says of itself. */
export class Report {
  readonly readModels: { readonly name: string; readonly position: () => number }[] = [];
  /** Kinds. */
  readonly jobs: string[] = [];
  readonly alarms: (() => readonly Alarm[])[] = [];
  outbox: (() => number) | undefined;
  readonly #startedAt: number;

  constructor(
    private readonly runtime: Pick<Runtime, 'clock' | 'health' | 'liveChains' | 'store'>,
    private readonly db: AnyKysely,
  ) {
    this.#startedAt = runtime.clock.now();
  }

  async read(): Promise<ServiceReport> {
    const { clock, health, liveChains, store } = this.runtime;
    const now = clock.now();
    const [head, { checks }, jobs] = await Promise.all([
      // A store that is away is among the checks.
      store.head().catch(() => null),
      health.ready(),
      Promise.all(this.jobs.map((kind) => this.#jobsOf(kind, now))),
    ]);
    const behind = (position: number): number => (head === null ? 0 : Math.max(0, head - position));
    const sent = this.outbox?.() ?? 0;
    return {
      version,
      started_at: new Date(this.#startedAt).toISOString(),
      // Reasons name hosts, which are nobody else's business.
      checks: Object.entries(checks).map(([name, { status }]) => ({ name, status })),
      read_models: this.readModels.map(({ name, position }) => {
        return { name, position: position(), behind: behind(position()) };
      }),
      // One that another instance runs has no position here.
      outbox: sent === 0 ? null : { position: sent, behind: behind(sent) },
      jobs,
      chains: liveChains?.reports?.() ?? [],
      alarms: this.alarms.flatMap((raised) => raised()),
    };
  }

  async #jobsOf(kind: string, now: number): Promise<ServiceReport['jobs'][number]> {
    const { waiting, oldestDueAt } = await countDueJobs(this.db, kind, now);
    return { kind, waiting, oldest_due_at: oldestDueAt === null ? null : new Date(oldestDueAt).toISOString() };
  }
}
