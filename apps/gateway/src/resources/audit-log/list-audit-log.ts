import { Controller, Get, Query, Req } from '@nestjs/common';
import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditLogEntry,
  type AuditLogFilter,
  type PageRequest,
} from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { AuditTrail } from './audit-trail';
import { csvTable } from '../../http/csv/csv-table';
import { Endpoint } from '../../http/endpoint';
import { Optional, Says } from '../../http/fields';
import { CreatedPageQuery, pageOf, spanOf } from '../../http/inputs';
import { Lists, type ListAnswer } from '../../http/lists';
import { callerOf } from '../../http/request-context';
import { IsOneOf, IsText } from '../../http/validators';
import { EXAMPLE } from '../../http/examples';

/** Query of `GET /audit_log`. */
export class ListAuditLogQuery extends CreatedPageQuery {
  @Optional()
  @IsText(1, 255)
  @Says('Only of this actor: the id of an API key or user, `system` or `unknown`.', EXAMPLE.key)
  actor?: string;

  @Optional()
  @IsOneOf(AUDIT_ACTIONS)
  @Says('Only this action.', 'api_key.created')
  action?: AuditAction;

  @Optional()
  @IsText(1, 255)
  @Says('Only of the object with this id.', EXAMPLE.endpoint)
  object?: string;
}

/** A row for each entry. */
export const AUDIT_LOG_TABLE = csvTable<AuditLogEntry, AuditLogEntry>(
  'audit_log',
  {
    id: ({ id }) => id,
    at: ({ at }) => at,
    actor_type: ({ actor }) => actor.type,
    actor_id: ({ actor }) => actor.id,
    actor_name: ({ actor }) => actor.name,
    actor_ip: ({ actor }) => actor.ip,
    action: ({ action }) => action,
    object_type: ({ object }) => object.type,
    object_id: ({ object }) => object.id,
    request_id: ({ request_id }) => request_id,
    before: ({ before }) => (before === null ? null : JSON.stringify(before)),
    after: ({ after }) => (after === null ? null : JSON.stringify(after)),
  },
  (entry) => [entry],
);

/** `GET /audit_log` */
@Controller('v1/audit_log')
export class ListAuditLogController {
  constructor(
    private readonly trail: AuditTrail,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Endpoint({ scope: 'audit:read', limit: 'reads', query: true })
  listAuditLog(@Query() query: ListAuditLogQuery, @Req() request: FastifyRequest): Promise<ListAnswer<AuditLogEntry>> {
    const page = {
      ...pageOf('aud', callerOf(request), query),
      ...spanOf(query),
      actor: query.actor ?? null,
      action: query.action ?? null,
      object: query.object ?? null,
    };
    const ask = (params: PageRequest & AuditLogFilter) => this.trail.list(params);
    return this.lists.answer(request, { query, page, ask, table: AUDIT_LOG_TABLE });
  }
}
