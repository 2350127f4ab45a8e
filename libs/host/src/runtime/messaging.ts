import { changeTables } from '@stablecoin/event-sourcing';
import type { EventStore, Meter } from '@stablecoin/event-sourcing';
import { durableDeadLetters, InProcessBus, KyselyDeadLetters, openKafkaBus } from '@stablecoin/messaging';
import type { DeadLetters, DeadLettersDatabase, KafkaConnection, ServiceBus } from '@stablecoin/messaging';
import { sql } from 'kysely';
import type { Configuration } from '../configuration';
import type { Health, Logger } from '../observability';
import type { Shutdown } from './shutdown';
import type { Databases } from './databases';

/** The bus and the dead letters. */
export interface Messaging {
  readonly bus: ServiceBus;
  readonly deadLetters: DeadLetters;
}

export interface MessagingParts {
  readonly log: Logger;
  readonly meter: Meter;
  readonly now: () => number;
  readonly health: Health;
  readonly shutdown: Shutdown;
  readonly shutdownMs: number;
}

/** The bus over Kafka, where the dead letters lie too. */
export function openKafkaMessaging(
  connection: KafkaConnection,
  generation: string | undefined,
  parts: MessagingParts,
): Messaging {
  const { health, shutdown, shutdownMs } = parts;
  const bus = openKafkaBus({ ...parts, connection, ...(generation === undefined ? {} : { generation }) });
  health.register('bus', () => bus.check());
  shutdown.register('bus', () => bus.stop(shutdownMs));
  return { bus, deadLetters: bus.deadLetters };
}

/**
 * The bus of this process, with the dead letters in its database. What the gateway is told of is on the disk. So is what a
 * dead letter follows from before it is added, and what it has led to before it is removed.
 */
export async function openInProcessMessaging(
  { database }: Configuration,
  store: EventStore,
  databases: Databases,
  consumers: readonly string[],
  parts: MessagingParts,
): Promise<Messaging> {
  const { meter, shutdown, shutdownMs } = parts;
  const durable = (): Promise<void> => store.durable();
  const deadLetters = durableDeadLetters(await openDeadLetters(database, databases), durable);
  meter.gauge('dead_letters', {}, () => deadLetters.count());
  const bus = new InProcessBus({ ...parts, deadLetters, consumers, outside: { consumers: ['gateway'], durable } });
  shutdown.register('bus', () => bus.stop(shutdownMs));
  return { bus, deadLetters };
}

async function openDeadLetters(database: Configuration['database'], databases: Databases): Promise<DeadLetters> {
  const db = databases.get<DeadLettersDatabase>('messaging');
  // Unlike a read model, a dead letter cannot be made again: it is on the disk before it counts as stored.
  if (typeof database === 'string') await sql`pragma synchronous = full`.execute(db);
  await changeTables(db, (trx) => KyselyDeadLetters.open(trx));
  return KyselyDeadLetters.open(db);
}
