import type { DynamicModule, Provider, Type } from '@nestjs/common';
import type { Message } from '@stablecoin/contracts';
import type {
  Command,
  CommandHandlerOptions,
  CommandRefused,
  DomainEvent,
  EventStore,
  JobRunnerOptions,
  NewEvent,
  Projector,
  PublisherOptions,
  Tracer,
} from '@stablecoin/event-sourcing';
import type { AuditDeclaration } from '../audit';
import type { Configuration } from '../configuration';
import type { IsStored, Runtime } from '../runtime';

/** Settings of the deployment, which services must not see. */
type DeploymentSetting = Extract<
  keyof Configuration,
  | (
      | 'bus'
      | 'eventStore'
      | 'leaderSilenceMs'
      | 'dataDir'
      | 'database'
      | 'databaseConnectionsMax'
      | 'rateLimit'
      | 'replication'
      | 'restoredFrom'
      | 'secretsKey'
    )
  | 'otlpEndpoint'
  | 'otlpProtocol'
  | 'otlpHeaders'
  | 'tracesSampler'
  | 'tracesSamplerArg'
  | 'otelServiceName'
  | ('host' | 'port' | 'metricsPort' | 'trustProxy' | 'gatewayThread' | 'shutdownMs')
  | ('services' | 'queryPort' | 'queryUrls' | 'serviceToken')
>;

/** The ports that a service gets. None of them reveals the topology. */
export interface ServicePorts extends Pick<
  Runtime,
  'clock' | 'generation' | 'heldGrants' | 'liveChains' | 'log' | 'meter' | 'queries' | 'secrets'
> {
  readonly tracer: Tracer;
  readonly configuration: Omit<Configuration, DeploymentSetting>;
  readonly store: Pick<EventStore, 'read' | 'durable' | 'lastAwayAt'>;
  /**
   * Whether this instance certainly still runs the service's jobs. One that stood still does not know at once that
   * another has taken over: ask directly before an act that must not come late.
   */
  leads(): boolean;
}

/** The Nest controllers that consume a service's messages, and their providers. */
export interface ServiceDefinition {
  readonly controllers: readonly Type[];
  readonly providers: readonly Provider[];
}

/** Describes a service before it starts. */
export interface ServiceProfile {
  /** Names its consumer group, its database and its checkpoints. */
  readonly name: string;
  /** The services that it queries. In its own process it needs their URLs. */
  readonly asks?: readonly (keyof Configuration['queryUrls'])[];
  /** It reads or writes the chains of live mode. */
  readonly usesChains?: boolean;
  /** It sends transactions, and says which of them are stored. */
  readonly isStored?: IsStored;
}

/** A service behind the gateway, before it starts. */
export interface DeclaredService extends ServiceProfile {
  /** What its events add to the audit log. */
  readonly audit?: AuditDeclaration;
}

/** A service that runs in any topology. */
export interface Service<Args extends readonly unknown[] = []> extends ServiceProfile {
  /** @param args - replace parts that the service opens: for tests */
  forRuntime(runtime: Runtime, ...args: Args): DynamicModule;
}

/** The progress of a service's own read model, and ways to wait for it. */
export type ReadModel = Pick<Projector<never>, 'position' | 'waitFor' | 'waitForAll' | 'onProjected'>;

export interface ReadModelOptions {
  /** Which of the service's own events add jobs that are due at once: each flushes the read model. */
  readonly flushOn?: (event: DomainEvent) => boolean;
  /** Payments wait for it, so it is flushed with every batch of events and not at intervals. Default: false. */
  readonly isAwaited?: boolean;
}

export type CommandsOptions<State, C extends Command, E extends DomainEvent> = Pick<
  CommandHandlerOptions<State, C, E>,
  'decider' | 'history'
> & {
  /** Something outside the process follows from its answers, so it answers when its events are flushed. Default: false. */
  readonly durable?: boolean;
  /** Is given what each append has added, maybe before it is flushed: for what is counted only. */
  readonly appended?: (events: readonly NewEvent<E | CommandRefused>[]) => void;
};

/** Publishes messages in the order given, at least once. */
export type Publish = PublisherOptions<Message>['publish'];

export interface PublishOptions<E extends DomainEvent> extends Pick<
  PublisherOptions<Message, E>,
  'streams' | 'map' | 'topicOf'
> {
  /** The messages leave the process, so they are published when their events are flushed. Default: false. */
  readonly durable?: boolean;
  /** Wraps the publication. */
  readonly through?: (publish: Publish) => Publish;
}

/** The jobs of one kind, and what runs them. */
export type JobDeclaration = Omit<JobRunnerOptions, 'queue' | 'clock' | 'log' | 'meter'>;
