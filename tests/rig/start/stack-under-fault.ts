import type { ServiceName } from '@stablecoin/contracts';
import { freePort } from '../../../infra/local/ports';
import type { Program } from '../../../infra/local/stack/program';
import type { StartedServer } from '../../../infra/local/stack/servers';
import { processCounts } from '../../../infra/local/stack/options';
import { Stack } from '../../../infra/local/stack/stack';
import { SystemUnderFault } from './system-under-fault';

/** Two of each that is said to take turns. */
const INSTANCES = processCounts({ gateway: 2, payment: 2, webhook: 2 });

export interface StackUnderFaultOptions {
  readonly eventStoreNodes: 1 | 3;
  /** Services that share a process. */
  readonly together: readonly ServiceName[];
  /** Is told of each step. */
  readonly say: (line: string) => void;
}

/** The distributed stack. */
export class StackUnderFault extends SystemUnderFault {
  readonly #stack: Stack;

  private constructor(
    { eventStoreNodes, together, say }: StackUnderFaultOptions,
    private readonly controlPort: number,
  ) {
    super();
    const { folder } = this;
    this.#stack = new Stack(
      { instances: INSTANCES, together, folder, eventStoreControlPort: controlPort, eventStoreNodes },
      say,
    );
  }

  static async make(options: StackUnderFaultOptions): Promise<StackUnderFault> {
    return new StackUnderFault(options, await freePort());
  }

  /** A process of a service, by name: `payment-1`, or `treasury` where there is one. */
  service(name: string): Program {
    const program = this.#stack.services.get(name);
    if (program === undefined) throw new Error(`there is no process ${name}`);
    return program;
  }

  /** The processes of a service, also those that it shares. */
  instancesOf(service: ServiceName): readonly string[] {
    return [...this.#stack.services.keys()].filter((name) => {
      const [services = ''] = name.split('-');
      return services.split('+').includes(service);
    });
  }

  /** A server, by the variable that tells where it is. */
  server(variable: string): StartedServer {
    const server = this.#stack.servers.get(variable);
    if (server === undefined) throw new Error(`the server of ${variable} is not ours`);
    return server;
  }

  /** Tells the event store to misbehave: see the stand-in. */
  async orderEventStore(method: 'PUT' | 'POST', path: string, body?: object): Promise<void> {
    const url = `http://127.0.0.1:${this.controlPort}${path}`;
    const { status } = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    if (status !== 204) throw new Error(`the event store answered ${status} to ${method} ${path}`);
  }

  protected override start(environment: Readonly<Record<string, string | undefined>>): Promise<string> {
    return this.#stack.start(environment);
  }

  protected override async stopServices(): Promise<void> {
    await this.#stack.stopServices();
    const codes = [...this.#stack.services.values()].map(({ name, exitCode }) => [name, exitCode]);
    expect(codes).toEqual(codes.map(([name]) => [name, 0]));
  }

  protected override get environment() {
    return this.#stack.environment;
  }

  protected override async end(): Promise<void> {
    // One that is paused would not hear that it is to stop.
    for (const program of this.#stack.services.values()) if (!program.hasEnded) program.resume();
    await this.#stack.stop();
  }
}
