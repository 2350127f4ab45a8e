import type { AuditAction, AuditedFields } from '@stablecoin/contracts';
import type { DomainEvent, StreamCategory } from '@stablecoin/event-sourcing';

/** How one type of events appears in the audit log. Nothing here may return a secret. */
export interface AuditedEvent<Data = never> {
  readonly action: AuditAction;
  /** The action where a person has done it, and no API key. Default: the same. */
  readonly byPerson?: AuditAction;
  /**
   * The object's id. Default: the name of the stream without its category; of an event with `fields`, the id that an earlier
   * one of the stream gave.
   */
  readonly id?: (data: Data) => string;
  /** Which events of the type appear. Default: all. */
  readonly when?: (data: Data) => boolean;
  /** Fields of the object from now on. The log shows those that changed, with what they were before. */
  readonly fields?: (data: Data) => AuditedFields;
  /** Which part of the object the fields are of, where it has several. Default: the object itself. */
  readonly part?: (data: Data) => string;
  /** What was asked for, where it is no lasting field of the object. */
  readonly details?: (data: Data) => AuditedFields;
  /** It also appears when no request led to it. Default: false. */
  readonly bySystem?: true;
}

/**
 * Says of every type of events how it appears in the audit log; null: it does not, because no request causes it, or another
 * event of the same command tells of it.
 */
export type AuditTable<Event extends DomainEvent> = {
  readonly [Type in Event['type']]: AuditedEvent<Extract<Event, { readonly type: Type }>['data']> | null;
};

/** What a service's events add to the audit log. */
export interface AuditDeclaration {
  readonly streams: readonly StreamCategory<DomainEvent>[];
  readonly events: Readonly<Record<string, AuditedEvent | null>>;
}
