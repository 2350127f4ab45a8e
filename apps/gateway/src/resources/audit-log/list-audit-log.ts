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
import { csvExample, pageExample } from '../../openapi/examples';
import { auditLogEntry } from './audit-log.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

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

const document: OperationDocument = {
  summary: 'List the audit log',
  description:
    'Who did what, with which key and from which address: every request that changed something, the requests that a key ' +
    'was refused, and the addresses that it was used from for the first time. The newest first. Entries are never ' +
    'changed or removed. A new one may take a second to appear.',
  lists: 'aud',
  answer: {
    description: 'A page of entries.',
    schema: 'AuditLogEntryList',
    csv: csvExample(AUDIT_LOG_TABLE, auditLogEntry),
    examples: pageExample(auditLogEntry),
  },
};

/** `GET /audit_log` */
@Controller('v1/audit_log')
export class ListAuditLogController {
  constructor(
    private readonly trail: AuditTrail,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Endpoint({ scope: 'audit:read', limit: 'reads' })
  @ApiOperation(document)
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
