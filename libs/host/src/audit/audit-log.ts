import {
  pageFrom,
  derivedId,
  type AuditLogEntry,
  type AuditLogRequest,
  type AuditedFields,
  type Page,
} from '@stablecoin/contracts';
import type { Kysely } from 'kysely';
import type { AuditRow, AuditTables } from './audit-projection';

/** `aud_` and the ten digits of the time: what all ids of one millisecond begin with. */
const TIME_LENGTH = 14;

/** Reads the audit log of one service. */
export class AuditLog {
  constructor(private readonly db: Kysely<AuditTables>) {}

  /** A page of the entries of a tenant, the newest first. Ids are in the order of time, so the id is the cursor. */
  async list({ account, livemode, limit, ...request }: AuditLogRequest): Promise<Page<AuditLogEntry>> {
    const { startingAfter, createdAfter, createdBefore, actor, action, object } = request;
    let query = this.db
      .selectFrom('audit_log')
      .selectAll()
      .where('account', '=', account)
      .where('livemode', '=', livemode ? 1 : 0);
    if (startingAfter !== null) query = query.where('id', '<', startingAfter as AuditRow['id']);
    // By id, of which every index has a range.
    if (createdAfter !== null) query = query.where('id', '>=', firstIdAt(createdAfter + 1));
    if (createdBefore !== null) query = query.where('id', '<', firstIdAt(createdBefore));
    if (actor !== null) query = query.where('actor_id', '=', actor);
    if (action !== null) query = query.where('action', '=', action);
    if (object !== null) query = query.where('object_id', '=', object);
    const rows = await query
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return pageFrom(rows, limit, entryOf);
  }
}

/** Sorts before every id of that millisecond, and behind every earlier one. */
function firstIdAt(time: number): AuditRow['id'] {
  return derivedId('aud', Math.max(0, time), '').slice(0, TIME_LENGTH) as AuditRow['id'];
}

function entryOf(row: AuditRow): AuditLogEntry {
  const { action } = row;
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name, ip: row.actor_ip },
    action,
    object: { type: action.slice(0, action.indexOf('.')), id: row.object_id },
    request_id: row.request_id,
    before: fieldsOrNull(row.before),
    after: fieldsOrNull(row.after),
  };
}

function fieldsOrNull(json: string | null): AuditedFields | null {
  return json === null ? null : (JSON.parse(json) as AuditedFields);
}
