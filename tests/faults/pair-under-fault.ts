import { eventually } from '@stablecoin/event-sourcing/testing';
import { Client } from 'pg';
import { Pair } from '../../infra/local/pair/pair';
import type { Program } from '../../infra/local/stack/program';
import type { StartedServer } from '../../infra/local/stack/servers';
import { SystemUnderFault } from './system-under-fault';

const TAKEN_OVER_WITHIN_MS = 30_000;

/** Two instances of the standalone service on one PostgreSQL. */
export class PairUnderFault extends SystemUnderFault {
  readonly #pair = new Pair({ instances: 2, folder: this.folder });

  get postgres(): StartedServer {
    const { postgres } = this.#pair;
    if (postgres === undefined) throw new Error('the pair has no database of its own');
    return postgres;
  }

  /** The instance that leads, or will. */
  leader(): Promise<Program> {
    return this.#pair.untilLed();
  }

  /** Resolves when another process leads than that one. */
  async takenOverFrom(former: Program, pid: number): Promise<void> {
    await eventually(
      () => {
        const { leader } = this.#pair;
        return leader !== undefined && (leader !== former || leader.pid !== pid);
      },
      { withinMs: TAKEN_OVER_WITHIN_MS },
    );
  }

  /** Ends the connection that holds the lease. */
  async cutLease(): Promise<void> {
    const client = new Client(this.postgres.url);
    await client.connect();
    try {
      await client.query(
        `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
          where locktype = 'advisory' and granted and application_name like '% lease'`,
      );
    } finally {
      await client.end();
    }
  }

  protected override start(environment: Readonly<Record<string, string | undefined>>): Promise<string> {
    return this.#pair.start(environment);
  }

  protected override stopServices(): Promise<void> {
    return this.#pair.stopInstances();
  }

  protected override get environment() {
    return this.#pair.environment;
  }

  protected override end(): Promise<void> {
    return this.#pair.stop();
  }
}
