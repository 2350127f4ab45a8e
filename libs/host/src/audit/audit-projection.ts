import { idFromEvent, type Actor, type AuditAction, type AuditedFields, type Id } from '@stablecoin/contracts';
import { rowWriter, rowsByKey } from '@stablecoin/event-sourcing';
import type { AnyKysely, Projection, RecordedEvent } from '@stablecoin/event-sourcing';
import { SchemaModule } from 'kysely';
import type { AuditDeclaration, AuditedEvent } from './audited-events';

export interface AuditTables {
  readonly audit_log: AuditRow;
  /** What is known of each stream whose events tell of changed fields. */
  readonly audited_streams: StreamRow;
}

export interface AuditRow {
  readonly id: Id<'aud'>;
  readonly account: string;
  /** 0 or 1. */
  readonly livemode: number;
  readonly actor_type: Actor['type'];
  readonly actor_id: string;
  readonly actor_name: string | null;
  readonly actor_ip: string | null;
  readonly action: AuditAction;
  readonly object_id: string;
  readonly request_id: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** JSON, or null. */
  readonly before: string | null;
  /** JSON, or null. */
  readonly after: string | null;
}

interface StreamRow {
  readonly stream: string;
  readonly object_id: string;
  /** JSON. */
  readonly fields: string;
}

/** What a stream's events have told of its object. */
interface Known {
  readonly id: string;
  readonly fields: AuditedFields;
}

type Audited = RecordedEvent & { readonly rule: AuditedEvent<unknown> };

const REQUEST = 'req_';

const WRITE_ENTRIES = rowWriter<AuditRow>({
  table: 'audit_log',
  columns: [
    ...(['id', 'account', 'livemode', 'actor_type', 'actor_id', 'actor_name', 'actor_ip'] as const),
    ...(['action', 'object_id', 'request_id', 'at', 'before', 'after'] as const),
  ],
});
const WRITE_STREAMS = rowWriter<StreamRow>({
  table: 'audited_streams',
  columns: ['stream', 'object_id', 'fields'],
  onConflict: { key: ['stream'], update: ['object_id', 'fields'] },
});
const STREAMS_BY_NAME = rowsByKey<StreamRow>('audited_streams', 'stream');

/** The audit log of one service: a row for each of its events that a request caused, and that its table names. */
export function auditProjection(
  service: string,
  { streams, events: rules }: AuditDeclaration,
): Projection<AuditTables> {
  return {
    name: `${service}_audit_log`,
    streams,
    version: 2,
    tables: ['audit_log', 'audited_streams'],
    createTables,
    async apply(events, trx) {
      const audited = events.flatMap((event) => auditedEvent(event, rules));
      const changing = new Set(audited.filter(({ rule }) => rule.fields !== undefined).map(partOf));
      const known = new Map<string, Known>();
      for (const { stream, object_id: id, fields } of await STREAMS_BY_NAME.run(trx, [...changing])) {
        known.set(stream, { id, fields: JSON.parse(fields) as AuditedFields });
      }
      await WRITE_ENTRIES.run(
        trx,
        audited.flatMap((event) => entryOf(event, known)),
      );
      const rows = [...known].map(([stream, { id, fields }]) => ({
        stream,
        object_id: id,
        fields: JSON.stringify(fields),
      }));
      await WRITE_STREAMS.run(trx, rows);
    },
  };
}

function auditedEvent(event: RecordedEvent, rules: AuditDeclaration['events']): readonly Audited[] {
  const rule = rules[event.type] as AuditedEvent<unknown> | null | undefined;
  if (rule === undefined || rule === null || rule.when?.(event.data) === false) return [];
  return [{ ...event, rule }];
}

/** @param known - what is known of the streams; it takes what the event tells */
function entryOf(event: Audited, known: Map<string, Known>): readonly AuditRow[] {
  const { rule, stream, data, metadata } = event;
  // Of other events it depends on the batch whether their stream was looked up.
  const part = partOf(event);
  const before = rule.fields === undefined ? undefined : known.get(part);
  const id = rule.id?.(data) ?? before?.id ?? stream.slice(stream.indexOf('-') + 1);
  const fields = rule.fields?.(data);
  if (fields !== undefined) known.set(part, { id, fields: { ...before?.fields, ...fields } });
  const actor = actorOf(event);
  if (actor.type === 'system' && metadata.actor === undefined && rule.bySystem !== true) return [];
  const details = rule.details?.(data) ?? null;
  const changes = fields === undefined ? { before: null, after: null } : changed(before, fields);
  const after = changes.after === null ? details : { ...details, ...changes.after };
  return [
    {
      id: idFromEvent('aud', metadata.at, event.id, 'audit'),
      account: metadata.account,
      livemode: metadata.livemode ? 1 : 0,
      actor_type: actor.type,
      actor_id: actor.id,
      actor_name: actor.name,
      actor_ip: actor.ip,
      action: actor.type === 'user' ? (rule.byPerson ?? rule.action) : rule.action,
      object_id: id,
      request_id: metadata.correlationId.startsWith(REQUEST) ? metadata.correlationId : null,
      at: metadata.at,
      before: textOrNull(changes.before),
      after: textOrNull(after),
    },
  ];
}

/** What the fields of an event are of: its stream, or a part of it. */
function partOf({ rule, stream, data }: Audited): string {
  const part = rule.part?.(data);
  return part === undefined ? stream : `${stream} ${part}`;
}

/** A request's own command has the id of the request, also where the event is from before actors were recorded. */
function actorOf({ metadata: { actor, commandId, correlationId } }: RecordedEvent): Actor {
  if (actor !== undefined) return actor;
  const type = commandId === correlationId && commandId.startsWith(REQUEST) ? 'unknown' : 'system';
  return { type, id: type, name: null, ip: null };
}

function changed(
  before: Known | undefined,
  fields: AuditedFields,
): { readonly before: AuditedFields | null; readonly after: AuditedFields | null } {
  if (before === undefined) return { before: null, after: fields };
  const names = Object.keys(fields).filter((name) => !isSame(before.fields[name], fields[name]));
  if (names.length === 0) return { before: null, after: null };
  return {
    before: Object.fromEntries(names.map((name) => [name, before.fields[name] ?? null])),
    after: Object.fromEntries(names.map((name) => [name, fields[name] ?? null])),
  };
}

/** A field that was never told of was null. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

function textOrNull(fields: AuditedFields | null): string | null {
  return fields === null ? null : JSON.stringify(fields);
}

async function createTables(db: AnyKysely): Promise<void> {
  const schema = new SchemaModule(db.getExecutor());
  await schema
    .createTable('audit_log')
    .ifNotExists()
    .addColumn('id', 'varchar(64)', (column) => column.notNull())
    .addColumn('account', 'varchar(64)', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('actor_type', 'varchar(8)', (column) => column.notNull())
    .addColumn('actor_id', 'varchar(255)', (column) => column.notNull())
    .addColumn('actor_name', 'text')
    .addColumn('actor_ip', 'varchar(64)')
    .addColumn('action', 'varchar(64)', (column) => column.notNull())
    .addColumn('object_id', 'varchar(255)', (column) => column.notNull())
    .addColumn('request_id', 'varchar(64)')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addPrimaryKeyConstraint('audit_log_pkey', ['account', 'livemode', 'id'])
    .execute();
  // Every filter finds its entries in the order of the list.
  for (const column of ['actor_id', 'action', 'object_id']) {
    await schema
      .createIndex(`audit_log_${column}`)
      .ifNotExists()
      .on('audit_log')
      .columns(['account', 'livemode', column, 'id'])
      .execute();
  }
  await schema
    .createTable('audited_streams')
    .ifNotExists()
    .addColumn('stream', 'varchar(255)', (column) => column.primaryKey())
    .addColumn('object_id', 'varchar(255)', (column) => column.notNull())
    .addColumn('fields', 'text', (column) => column.notNull())
    .execute();
}
