import { Module } from '@nestjs/common';
import type { DynamicModule, Provider, Type } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Message } from '@stablecoin/contracts';
import { Projector, Publisher, Worker } from '@stablecoin/event-sourcing';
import type {
  Clock,
  Command,
  CommandHandler,
  CommandHandlerOptions,
  DomainEvent,
  EventStore,
  Meter,
  NewEvent,
  Projection,
  PublisherOptions,
  ReadModelProgress,
  WorkerOptions,
} from '@stablecoin/event-sourcing';
import { RethrowFilter } from '@stablecoin/messaging';
import type { Kysely } from 'kysely';
import type { Logger } from '@stablecoin/observability';
import type { Runtime } from '@stablecoin/runtime';
import { whileLeading } from './leader-components';
import { ReadModelCache } from './read-model-cache';
import { ServiceComponents } from './service-components';
import type { Component } from './service-components';

/** What a service is given of the process that it runs in: nothing by which it could tell in which topology that is. */
export type ServicePorts = Pick<
  Runtime,
  'clock' | 'configuration' | 'liveChains' | 'log' | 'meter' | 'queries' | 'secrets' | 'store'
>;

/** What a service takes its messages in with, and what its consumers are given. */
export interface ServiceDefinition {
  readonly controllers: readonly Type[];
  readonly providers: readonly Provider[];
}

/** A service, ready to be put into any topology. */
export interface Service<Args extends readonly unknown[] = []> {
  /** @param args - in the place of what the service opens by itself: for tests */
  forRuntime(runtime: Runtime, ...args: Args): DynamicModule;
}

export interface ReadModelOptions {
  /**
   * Which of the service's own events add jobs that are due at once: the read model is written when one is appended,
   * and not at its next interval.
   */
  readonly flushOn?: (event: Pick<NewEvent, 'type' | 'data'>) => boolean;
  /** Payments wait for it: it is written with every batch of events, and not at intervals. */
  readonly isAwaited?: boolean;
}

/** The jobs of one kind, and what does them. */
export type JobDeclaration = Omit<WorkerOptions, 'db' | 'projector' | 'clock' | 'log' | 'meter'>;

interface IdleHandler {
  idle(): Promise<void>;
}

/** How often a read model is written that nobody waits for, in milliseconds. */
const FLUSH_INTERVAL_MS = 500;
/** Events in one transaction of such a read model: most of what a busy service appends within an interval. */
const INTERVAL_BATCH = 2_048;

@Module({})
class HostedService {}

/**
 * Puts a service together as its topology wants it: the service declares what it consists of, and the host alone decides
 * what goes on before the disk has it, how often read models are written, which instance works, and where jobs wait.
 */
export class ServiceHost<DB> implements ServicePorts {
  readonly clock: Clock;
  readonly configuration: Runtime['configuration'];
  readonly liveChains: Runtime['liveChains'];
  readonly log: Logger;
  readonly meter: Meter;
  readonly queries: Runtime['queries'];
  readonly secrets: Runtime['secrets'];
  readonly store: EventStore;
  /** The service's own database. */
  readonly db: Kysely<DB>;
  readonly #runtime: Runtime;
  readonly #name: string;
  /** Nobody but this process writes the read models. */
  readonly #isAlone: boolean;
  /**
   * What the services tell each other stays in this process: they may go on with what is not on the disk yet, because a
   * crash takes whatever follows from it as well (protocol rule 28).
   */
  readonly #staysInside: boolean;
  readonly #handlers: IdleHandler[] = [];
  readonly #everywhere: Component[] = [];
  readonly #leading: Component[] = [];
  readonly #flushed: { readonly projector: Projector<DB>; readonly on: NonNullable<ReadModelOptions['flushOn']> }[] =
    [];

  constructor(runtime: Runtime, name: string) {
    const { clock, configuration, liveChains, log, meter, queries, secrets, store } = runtime;
    this.clock = clock;
    this.configuration = configuration;
    this.liveChains = liveChains;
    this.log = log;
    this.meter = meter;
    this.queries = queries;
    this.secrets = secrets;
    this.store = store;
    this.db = runtime.database<DB>(name);
    this.#runtime = runtime;
    this.#name = name;
    this.#isAlone = runtime.lease(name) === null;
    this.#staysInside = configuration.bus === 'memory';
  }

  /**
   * Brings commands to a decider.
   *
   * @param Handler - its class, which consumers are injected with
   * @param options.acts - on the word of this handler alone something is done outside the process: it answers when its
   * events are on the disk, wherever it runs
   */
  commands<State, C extends Command, E extends DomainEvent, H extends CommandHandler<State, C, E>>(
    Handler: new (options: CommandHandlerOptions<State, C, E>) => H,
    {
      acts = false,
      ...options
    }: Pick<CommandHandlerOptions<State, C, E>, 'decider' | 'history'> & { readonly acts?: boolean },
  ): H {
    const { store, clock, log, meter } = this;
    const handler = new Handler({
      ...options,
      ...{ store, clock, log, meter },
      beforeFlush: this.#staysInside && !acts,
      appended: (events, position) => this.#flush(events, position),
    });
    this.#handlers.push(handler);
    return handler;
  }

  /** Keeps a read model up to date. */
  readModel(projection: Projection<DB>, { flushOn, isAwaited = false }: ReadModelOptions = {}): Projector<DB> {
    const { store, db, clock, log, meter } = this;
    // Other processes could not wake it.
    const hasInterval = this.#isAlone && !isAwaited;
    const interval = hasInterval ? { flushIntervalMs: FLUSH_INTERVAL_MS, batchSize: INTERVAL_BATCH } : {};
    const projector = new Projector({ store, db, projection, clock, log, meter, ...interval });
    if (hasInterval && flushOn !== undefined) this.#flushed.push({ projector, on: flushOn });
    this.#leading.push(projector);
    return projector;
  }

  /** A cache of answers that a read model's projection has forgotten: see {@link ReadModelCache}. */
  cache<Answer>(options: { readonly max: number }): ReadModelCache<Answer> {
    return new ReadModelCache({ ...options, keeps: this.#isAlone });
  }

  /**
   * Where jobs wait: in the table of a read model, or in memory as well, so that most of them are done before the table
   * is written.
   */
  jobs<Jobs extends ReadModelProgress>(inTable: Jobs, inMemory: () => Jobs & Component): Jobs {
    // Elsewhere another process may write to the table at any time.
    if (!this.#isAlone) return inTable;
    const jobs = inMemory();
    this.#leading.push(jobs);
    return jobs;
  }

  /**
   * Does the jobs of one kind.
   *
   * @param waiting - where they wait: a read model, or {@link jobs}
   */
  job(waiting: ReadModelProgress, declaration: JobDeclaration): void {
    const { db, clock, log, meter } = this;
    const ports = { db: db as WorkerOptions['db'], projector: waiting, clock, log, meter };
    this.#leading.push(new Worker({ ...declaration, ...ports }));
  }

  /**
   * Publishes what follows from the service's events.
   *
   * @param options.acts - what is published leaves the process: it waits for the disk, wherever the service runs
   * @param options.through - stands between what follows and the bus
   */
  publish({
    acts = false,
    through = (publish) => publish,
    ...options
  }: Pick<PublisherOptions<Message>, 'prefixes' | 'map' | 'topicOf'> & {
    readonly acts?: boolean;
    readonly through?: (publish: PublisherOptions<Message>['publish']) => PublisherOptions<Message>['publish'];
  }): void {
    const { store, clock, log, meter, db } = this;
    const { bus } = this.#runtime;
    const publisher = new Publisher<Message>({
      ...options,
      ...{ store, clock, log, meter, db: db },
      name: this.#name,
      beforeFlush: this.#staysInside && !acts,
      publish: through((messages) => bus.publish(messages)),
    });
    this.#leading.push(publisher);
  }

  /** Runs in the one instance that works. */
  runs(...components: readonly Component[]): void {
    this.#leading.push(...components);
  }

  /** Is closed when the service stops, in every instance. */
  closes(resource: { close(): Promise<void> | void }): void {
    this.#everywhere.push({ start: () => undefined, stop: () => resource.close() });
  }

  /** The service as Nest runs it. */
  module({ controllers, providers }: ServiceDefinition): DynamicModule {
    const idle = (handler: IdleHandler): Component => ({ start: () => undefined, stop: () => handler.idle() });
    const components = new ServiceComponents([
      ...this.#handlers.map(idle),
      ...this.#everywhere,
      ...whileLeading(this.#runtime, this.#name, this.#leading),
    ]);
    return {
      module: HostedService,
      controllers: [...controllers],
      providers: [
        { provide: APP_FILTER, useClass: RethrowFilter },
        { provide: ServiceComponents, useValue: components },
        ...providers,
      ],
    };
  }

  #flush(events: readonly NewEvent[], position: number): void {
    for (const { projector, on } of this.#flushed) if (events.some(on)) projector.flush(position);
  }
}

/**
 * Declares a service.
 *
 * @param name - of its consumer group, its database and its checkpoints
 * @param declare - says what it consists of
 */
export function defineService<DB, Args extends readonly unknown[]>(
  name: string,
  declare: (host: ServiceHost<DB>, ...args: Args) => ServiceDefinition,
): Service<Args> {
  return {
    forRuntime: (runtime, ...args) => {
      const host = new ServiceHost<DB>(runtime, name);
      return host.module(declare(host, ...args));
    },
  };
}
