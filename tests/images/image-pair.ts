import { eventually } from '@stablecoin/event-sourcing/testing';
import { freePorts } from '../../infra/local/ports';
import { ComposeFile } from '../../infra/docker/compose-file';
import type { Container } from './container';
import { PAIR_DATABASE, type ImageStack } from './image-stack';

const STOP_WITHIN_MS = 30_000;
const LEADS_WITHIN_MS = 60_000;

interface Instance {
  readonly container: Container;
  readonly url: string;
}

/** Two instances of `docker-compose.pair.yml`, started from the image. */
export class ImagePair {
  readonly #compose: ComposeFile;
  readonly #instances: Instance[] = [];

  /** @param stack - has built the image, and started PostgreSQL */
  constructor(private readonly stack: ImageStack) {
    this.#compose = new ComposeFile('docker-compose.pair.yml', stack.env);
  }

  async start(): Promise<void> {
    const [first = 0, second = 0, metrics = 0, others = 0] = await freePorts(4);
    const given = this.#compose.environmentOf('instance')['EVENT_STORE_URL'] ?? '';
    const url = given.replace(/\/\w+$/, `/${PAIR_DATABASE}`);
    for (const [port, metricsPort] of [
      [first, metrics],
      [second, others],
    ]) {
      const own = { PORT: String(port), METRICS_PORT: String(metricsPort), EVENT_STORE_URL: url };
      const container = this.stack.startAs(`instance-${port}`, this.#compose, 'instance', own);
      this.#instances.push({ container, url: `http://127.0.0.1:${port}` });
    }
  }

  /** @returns where the API of the instance is that leads, when one does and every other one stands by */
  async leader(): Promise<string> {
    const running = this.#instances.filter(({ container }) => !container.hasEnded);
    let leaders: readonly Instance[] = [];
    await eventually(
      async () => {
        const lives = await Promise.all(running.map(({ url }) => isOk(`${url}/health/live`)));
        const ready = await Promise.all(running.map(({ url }) => isOk(`${url}/health/ready`)));
        leaders = running.filter((_, index) => ready[index]);
        return lives.every((live) => live) && leaders.length === 1;
      },
      { withinMs: LEADS_WITHIN_MS },
    );
    return leaders[0]?.url ?? '';
  }

  /** Stops an instance as an engine does. @returns its exit code */
  async stop(address: string): Promise<number | null | undefined> {
    return this.#instances.find(({ url }) => url === address)?.container.stop(STOP_WITHIN_MS);
  }
}

async function isOk(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
