import { openKafkaBus, redrive, type DeadLetters, type KafkaConnection } from '@stablecoin/messaging';
import { createLogger, readConfiguration } from '@stablecoin/host';
import { CONSUMERS } from '../all-services';
import { startServices } from '../standalone';
import { openData } from './open-data';

/** The dead letters of a bus, and how to redrive them. */
export interface OpenDeadLetters {
  readonly deadLetters: DeadLetters;
  /** The result of a redrive, as a word for the output. */
  readonly redriven: string;
  /** Starts the consumers if they run in this process. */
  startConsumers(): Promise<unknown>;
  /** @throws the error of the bus or of the handler; the dead letter is kept then */
  redrive(id: string): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Opens the dead letters of the bus that `BUS_URL` names.
 *
 * @param toRedrive - whether they will be redriven
 * @throws Error when the service is running on the data folder, or there is none
 */
export async function openDeadLetters(
  environment: Readonly<Record<string, string | undefined>>,
  toRedrive: boolean,
): Promise<OpenDeadLetters> {
  const { bus } = readConfiguration(environment);
  return bus === 'memory' ? await openInData(environment, toRedrive) : openInKafka(bus);
}

/** Opens a data folder: the services handle redriven messages in this process. */
async function openInData(
  environment: Readonly<Record<string, string | undefined>>,
  toRedrive: boolean,
): Promise<OpenDeadLetters> {
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

/** Opens Kafka: redriven messages go to the running services through their topic. */
function openInKafka(connection: KafkaConnection): OpenDeadLetters {
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
