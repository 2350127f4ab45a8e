import type { LiveChains } from '@stablecoin/chains';
import type { QueryMap } from '@stablecoin/contracts';
import type { Clock, EventStore, Lease, LeaseTerm, Meter } from '@stablecoin/event-sourcing';
import type { Generation } from '@stablecoin/stores';
import type { DeadLetters, ServiceBus, Queries, QueryHandlers } from '@stablecoin/messaging';
import type { Kysely } from 'kysely';
import type { Configuration } from '../configuration';
import type { Health, Logger, Tracing } from '../observability';
import type { SecretBox } from '@stablecoin/security';
import type { StopHook } from './shutdown';

/** What a service is given: every port with the adapter that the configuration chose. */
export interface Runtime {
  readonly configuration: Configuration;
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: Meter;
  readonly tracing: Tracing;
  readonly store: EventStore;
  /** What the store has recorded since it was last restored; null when it never was. Services run on no `closed` one. */
  readonly generation: Generation | null;
  /** Ids of API keys, sessions, members and attestations of a backup that give nothing until an operator confirms them. */
  readonly heldGrants: ReadonlySet<string>;
  readonly bus: ServiceBus;
  readonly deadLetters: DeadLetters;
  readonly queries: Queries<QueryMap> & QueryHandlers<QueryMap>;
  readonly health: Health;
  readonly secrets: SecretBox;

  /** The live chains; undefined when none is configured. */
  readonly liveChains: LiveChains | undefined;

  /** The service's own database: the same one however often it is asked for. Closed when the runtime is. */
  database<DB>(service: string): Kysely<DB>;

  /**
   * Looks at the event store again, as the start of the process did: before a service takes over from another instance.
   *
   * @throws where a start would; where the store was restored since
   */
  lookAgain(): Promise<void>;

  /** Until when what this process knows is certainly current. Undefined: no other process can take over from it. */
  readonly term: LeaseTerm | undefined;

  /** What one instance of a service has at a time; null where there can only be one. */
  readonly lease: (service: string) => Lease | null;

  /** Has the hook called when the process stops: before those registered earlier, and before any port closes. */
  onStop(name: string, hook: StopHook): void;

  /** The same runtime, with a log and traces that name the service on every line and span. */
  forService(service: string): Runtime;

  /** Stops everything in reverse order, within a limited time. Never rejects. */
  close(): Promise<void>;
}
