import { openKafkaBus, redrive, type DeadLetters, type KafkaConnection } from '@stablecoin/messaging';
import { createLogger } from '@stablecoin/observability';
import { readConfiguration } from '@stablecoin/configuration';
import { CONSUMERS, startServices } from '../standalone';
import { openData } from './open-data';

/** The dead letters, wherever they lie, and the way back to their consumers. */
export interface Letters {
  readonly deadLetters: DeadLetters;
  /** What has become of a letter that was driven again. */
  readonly redriven: string;
  /** Starts the consumers where they are started by this process. */
  startConsumers(): Promise<unknown>;
  /** @throws what keeps the letter from its consumer, and there what its handler throws; it stays then */
  redrive(id: string): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Opens the dead letters of the bus that `BUS_URL` names.
 *
 * @param toRedrive - whether they may be driven again
 * @throws Error saying so when the service is running on the data, or there is none
 */
export async function openLetters(
  environment: Readonly<Record<string, string | undefined>>,
  toRedrive: boolean,
): Promise<Letters> {
  const { bus } = readConfiguration(environment);
  return bus === 'memory' ? await lettersInData(environment, toRedrive) : lettersInKafka(bus);
}

/** In a data folder: what handles them are the services, in this process. */
async function lettersInData(
  environment: Readonly<Record<string, string | undefined>>,
  toRedrive: boolean,
): Promise<Letters> {
  const runtime = await openData(environment, toRedrive ? { consumers: CONSUMERS, usesChains: true } : {});
  const { deadLetters, bus } = runtime;
  return {
    deadLetters,
    redriven: 'handled',
    startConsumers: () => startServices(runtime),
    redrive: (id) => redrive(deadLetters, bus, id),
    close: () => runtime.close(),
  };
}

/** In Kafka: they go back to the services that run, by way of their topic. */
function lettersInKafka(connection: KafkaConnection): Letters {
  const log = createLogger({ level: 'warn', secrets: [], destination: process.stderr });
  const bus = openKafkaBus({ connection, log });
  return {
    deadLetters: bus.deadLetters,
    redriven: 'sent to its consumer again',
    startConsumers: () => Promise.resolve(),
    redrive: (id) => redrive(bus.deadLetters, bus, id),
    close: () => bus.stop(),
  };
}
