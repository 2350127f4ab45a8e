import { AUDIT_LOG_TABLE, ListAuditLogQuery } from '../../resources/audit-log/list-audit-log';
import { auditLogEntry } from '../schemas/audit-log';
import { csvExample, pageExample, type Endpoint } from './endpoint';

export const auditLogEndpoints: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/audit_log',
    operationId: 'listAuditLog',
    tag: 'Audit log',
    summary: 'List the audit log',
    description:
      'Who did what, with which key and from which address: every request that changed something, the requests that a key ' +
      'was refused, and the addresses that it was used from for the first time. The newest first. Entries are never ' +
      'changed or removed. A new one may take a second to appear.',
    scope: 'audit:read',
    limit: 'reads',
    query: { type: ListAuditLogQuery, of: 'aud' },
    answers: {
      200: {
        description: 'A page of entries.',
        schema: 'AuditLogEntryList',
        csv: csvExample(AUDIT_LOG_TABLE, auditLogEntry),
        examples: pageExample(auditLogEntry),
      },
    },
  },
];
