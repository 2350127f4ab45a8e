import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Alarm, AuditLogQueries, Message, ServiceReport, SystemQueries } from '@stablecoin/contracts';
import { JobRunner, Projector, Publisher, TableJobQueue } from '@stablecoin/event-sourcing';
import type {
  Clock,
  Command,
  CommandHandler,
  CommandHandlerOptions,
  DomainEvent,
  EventStore,
  JobQueue,
  Meter,
  NewEvent,
  Projection,
  Tracer,
} from '@stablecoin/event-sourcing';
import { RethrowFilter } from '@stablecoin/messaging';
import type { Logger } from '../observability';
import type { Runtime } from '../runtime';
import type { Kysely } from 'kysely';
import { AuditLog, auditProjection } from '../audit';
import type { AuditDeclaration, AuditTables } from '../audit';
import { inGeneration } from './in-generation';
import { Report } from './report';
import { ServiceComponents } from './service-components';
import type { Component } from './service-components';
import type {
  CommandsOptions,
  DeclaredService,
  JobDeclaration,
  PublishOptions,
  ReadModel,
  ReadModelOptions,
  Service,
  ServiceDefinition,
  ServicePorts,
} from './service-declaration';
import { FLUSH_INTERVAL, Topology } from './topology';
import { attributesOf, tracedRun } from './traced-run';

@Module({})
class HostedService {}

interface Checked {
  check(): Promise<void>;
}

/** Builds and runs a service from its declaration, as the {@link Topology} requires. */
export class ServiceHost<DB> implements ServicePorts {
  readonly clock: Clock;
  readonly configuration: ServicePorts['configuration'];
  readonly generation: Runtime['generation'];
  readonly heldGrants: Runtime['heldGrants'];
  readonly liveChains: Runtime['liveChains'];
  readonly log: Logger;
  readonly meter: Meter;
  readonly tracer: Tracer;
  readonly queries: Runtime['queries'];
  readonly secrets: Runtime['secrets'];
  readonly store: ServicePorts['store'];
  /** The service's own database. */
  readonly db: Kysely<DB>;
  readonly #runtime: Runtime;
  readonly #name: string;
  readonly #topology: Topology;
  readonly #report: Report;
  #leads: () => boolean = () => false;
  readonly #everywhere: Component[] = [];
  readonly #inOneInstance: Component[] = [];
  readonly #flushed: { readonly projector: Projector<DB>; readonly on: NonNullable<ReadModelOptions['flushOn']> }[] =
    [];
  readonly #projectors: Checked[] = [];

  constructor(runtime: Runtime, name: string) {
    const { clock, configuration, generation, heldGrants, liveChains, log, meter, queries, secrets, store, tracing } =
      runtime;
    this.clock = clock;
    this.configuration = configuration;
    this.generation = generation;
    this.heldGrants = heldGrants;
    this.liveChains = liveChains;
    this.log = log;
    this.meter = meter;
    this.tracer = tracing;
    this.queries = queries;
    this.secrets = secrets;
    this.store = store;
    this.db = runtime.database<DB>(name);
    this.#runtime = runtime;
    this.#name = name;
    this.#topology = new Topology(runtime, name);
    this.#report = new Report(runtime, this.db);
  }

  /**
   * Creates the command handler of a decider.
   *
   * @param Handler - its class, which consumers inject
   */
  commands<State, C extends Command, E extends DomainEvent, H extends CommandHandler<State, C, E>>(
    Handler: new (options: CommandHandlerOptions<State, C, E>) => H,
    { durable = false, appended, ...options }: CommandsOptions<State, C, E>,
  ): H {
    const { store, clock, log, meter, tracing: tracer } = this.#runtime;
    const handler = new Handler({
      ...options,
      store,
      clock,
      log,
      meter,
      tracer,
      attributesOf,
      beforeFlush: this.#topology.beforeFlush && !durable,
      appended: (events, position) => {
        this.#flush(events, position);
        appended?.(events);
      },
    });
    this.onStop(() => handler.idle());
    return handler;
  }

  /** Runs a projection, and returns its read model. */
  readModel<E extends DomainEvent>(
    projection: Projection<DB, E>,
    { flushOn, isAwaited = false }: ReadModelOptions = {},
  ): ReadModel {
    const { store, clock, log, meter, tracing: tracer } = this.#runtime;
    const interval = isAwaited ? {} : this.#topology.flushInterval;
    const projector = new Projector({ store, db: this.db, projection, clock, log, meter, tracer, ...interval });
    if (!isAwaited && flushOn !== undefined) this.#flushed.push({ projector, on: flushOn });
    this.#report.readModels.push({ name: projection.name, position: () => projector.position() });
    this.#project(projector);
    return projector;
  }

  /** Keeps the service's part of the audit log. */
  audit(declaration: AuditDeclaration): AuditLog {
    const { store, clock, log, meter } = this.#runtime;
    const db = this.#runtime.database<AuditTables>(this.#name);
    const projection = auditProjection(this.#name, declaration);
    // Nobody waits for it, so that it rests in every topology.
    this.#project(new Projector({ store, db, projection, clock, log, meter, ...FLUSH_INTERVAL }));
    return new AuditLog(db);
  }

  #project(projector: Component & Checked): void {
    this.#projectors.push(projector);
    this.#runtime.health.register(`read models ${this.#name}`, () =>
      Promise.all(this.#projectors.map((each) => each.check())),
    );
    this.run(projector);
  }

  /** Opens the queue of jobs in the table of a read model. */
  jobQueue(readModel: ReadModel): JobQueue {
    return new TableJobQueue(this.db, readModel);
  }

  /**
   * Keeps jobs in memory, in front of the table: they start before the table is written. It runs in the instance that
   * writes the table and runs the jobs; the others have no jobs in memory.
   *
   * @param queue - creates the queue on a store
   */
  memoryQueue<Queue extends JobQueue & Component>(queue: (store: EventStore) => Queue): Queue {
    const inMemory = queue(this.#runtime.store);
    this.run(inMemory);
    return inMemory;
  }

  /** Runs the jobs of one kind. */
  job(queue: JobQueue, declaration: JobDeclaration): void {
    const { clock, log, meter, tracer } = this;
    const { kind, run } = declaration;
    const { writing } = this.#runtime.store;
    this.#report.jobs.push(kind);
    this.run(new JobRunner({ ...declaration, run: tracedRun(tracer, kind, run), queue, clock, log, meter, writing }));
  }

  /** Publishes the messages that follow from the service's events. */
  publish<E extends DomainEvent>({
    durable = false,
    through = (publish) => publish,
    map,
    ...options
  }: PublishOptions<E>): void {
    const { generation } = this;
    const { store, clock, log, meter, bus } = this.#runtime;
    const publisher = new Publisher<Message, E>({
      ...options,
      map: generation === null ? map : inGeneration(map, generation),
      generation: this.#topology.generation,
      store,
      clock,
      log,
      meter,
      db: this.db,
      name: this.#name,
      beforeFlush: this.#topology.beforeFlush && !durable,
      publish: through((messages) => bus.publish(messages)),
    });
    this.#report.outbox = () => publisher.position();
    this.run(publisher);
  }

  /** Runs components in one instance of the service at a time. */
  run(...components: readonly Component[]): void {
    this.#inOneInstance.push(...components);
  }

  /** Runs a component in every instance of the service. It starts before those that run in one instance. */
  runEverywhere(component: Component): void {
    this.#everywhere.push(component);
  }

  /** Registers a hook for the stop of the service, after its components. It runs in every instance. */
  onStop(hook: () => Promise<void> | void): void {
    this.runEverywhere({ start: () => undefined, stop: hook });
  }

  /** Adds alarms to what the service says of itself. */
  alarms(raised: () => readonly Alarm[]): void {
    this.#report.alarms.push(raised);
  }

  /** What the service says of itself. */
  report(): Promise<ServiceReport> {
    return this.#report.read();
  }

  /** The components in the order in which they start; they stop in reverse order. */
  components(): readonly Component[] {
    const { components, leads } = this.#topology.inOneInstance(this.#inOneInstance);
    this.#leads = leads;
    return [...this.#everywhere, ...components];
  }

  leads(): boolean {
    return this.#leads();
  }

  /** The Nest module of the service. */
  module({ controllers, providers }: ServiceDefinition): DynamicModule {
    return {
      module: HostedService,
      controllers: [...controllers],
      providers: [
        { provide: APP_FILTER, useClass: RethrowFilter },
        { provide: ServiceComponents, useValue: new ServiceComponents(this.components()) },
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
 * @param declare - creates its parts on the host
 */
export function defineService<DB, Args extends readonly unknown[]>(
  { audit, ...profile }: DeclaredService,
  declare: (host: ServiceHost<DB>, ...args: Args) => ServiceDefinition,
): Service<Args> {
  return {
    ...profile,
    forRuntime: (runtime, ...args) => {
      const host = new ServiceHost<DB>(runtime, profile.name);
      const definition = declare(host, ...args);
      if (audit !== undefined) {
        const log = host.audit(audit);
        host.queries.register(`${profile.name}.audit_log` as keyof AuditLogQueries, (request) => log.list(request));
      }
      host.queries.register(`${profile.name}.system` as keyof SystemQueries, () => host.report());
      return host.module(definition);
    },
  };
}
