import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { standaloneProgram, untilReady } from '../../../infra/local/standalone';
import type { Program } from '../../../infra/local/stack/program';
import { sharedSecrets } from '../../../infra/local/stack/secrets';
import { REAL_FLUSH_MS, SERVERS, type StartedServer } from '../../../infra/local/stack/servers';
import { SystemUnderFault } from './system-under-fault';

const STOP_WITHIN_MS = 30_000;

/** One process of the standalone service, with its events on the stand-in for EventStoreDB. */
export class ProcessUnderFault extends SystemUnderFault {
  #eventStore: StartedServer | undefined;
  #service: Program | undefined;
  #environment: Readonly<Record<string, string | undefined>> = {};

  get eventStore(): StartedServer {
    if (this.#eventStore === undefined) throw new Error('the event store is not started');
    return this.#eventStore;
  }

  protected override async start(environment: Readonly<Record<string, string | undefined>>): Promise<string> {
    const server = SERVERS.find(({ variable }) => variable === 'EVENT_STORE_URL');
    if (server === undefined) throw new Error('there is no event store');
    const [events, data] = [join(this.folder, 'events'), join(this.folder, 'data')];
    for (const folder of [events, data]) mkdirSync(folder);
    this.#eventStore = await server.start(events, { eventStoreFlushMs: REAL_FLUSH_MS });
    const { variables } = sharedSecrets(this.folder, environment);
    this.#environment = { ...environment, ...variables, EVENT_STORE_URL: this.#eventStore.url, DATA_DIR: data };
    this.#service = standaloneProgram('service', this.folder, this.#environment);
    return untilReady(this.#service, environment['PORT'] ?? '');
  }

  protected override async stopServices(): Promise<void> {
    await this.#service?.stop(STOP_WITHIN_MS);
    expect(this.#service?.exitCode).toBe(0);
  }

  protected override get environment() {
    return this.#environment;
  }

  protected override async end(): Promise<void> {
    await this.#service?.stop(STOP_WITHIN_MS);
    await this.#eventStore?.stop();
  }
}
