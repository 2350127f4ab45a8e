import { Pair } from '../../../infra/local/pair/pair';
import type { Program } from '../../../infra/local/stack/program';
import type { StartedServer } from '../../../infra/local/stack/servers';
import { SystemUnderFault } from './system-under-fault';

/** Two instances of the standalone service on one PostgreSQL. */
export class PairUnderFault extends SystemUnderFault {
  readonly #pair = new Pair({ instances: 2, folder: this.folder });

  get postgres(): StartedServer {
    const { postgres } = this.#pair;
    if (postgres === undefined) throw new Error('the pair has no database of its own');
    return postgres;
  }

  /**
   * The instance that leads, or will.
   *
   * @param otherThan - id of a process that may still seem to lead
   */
  leader(otherThan?: number): Promise<Program> {
    return this.#pair.untilLed({ otherThan });
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
