export type { AuditTables } from './audit-projection';
export { AuditLog } from './audit-log';
export { auditProjection } from './audit-projection';
export type { AuditDeclaration, AuditTable } from './audited-events';
