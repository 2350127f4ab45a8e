import { Controller, Get, Query, Req } from '@nestjs/common';
import { AUDIT_ACTIONS, type AuditAction, type AuditLogEntry, type Page } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { AuditTrail } from '../../application/audit-trail';
import { Endpoint } from '../../http/endpoint';
import { Optional, Says } from '../../http/fields';
import { CreatedPageQuery, pageOf, spanOf } from '../../http/inputs';
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

/** `GET /audit_log` */
@Controller('v1/audit_log')
export class ListAuditLogController {
  constructor(private readonly trail: AuditTrail) {}

  @Get()
  @Endpoint({ scope: 'audit:read', limit: 'reads', query: true })
  listAuditLog(@Query() query: ListAuditLogQuery, @Req() request: FastifyRequest): Promise<Page<AuditLogEntry>> {
    return this.trail.list({
      ...pageOf('aud', callerOf(request), query),
      ...spanOf(query),
      actor: query.actor ?? null,
      action: query.action ?? null,
      object: query.object ?? null,
    });
  }
}
