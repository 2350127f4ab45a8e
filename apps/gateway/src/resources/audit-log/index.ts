import type { Resource } from '../../openapi/resource';
import { ListAuditLogController } from './list-audit-log';
import { auditLogSchemas } from './audit-log.schema';

export const auditLog: Resource = {
  tag: 'Audit log',
  controllers: [ListAuditLogController],
  schemas: auditLogSchemas,
};
