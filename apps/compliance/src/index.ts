export { fixedSources } from './application/screening-sources';
export { complianceService } from './service';
export { complianceProjection } from './read-model/compliance-projection';
export { inspectList } from './adapters/sanctions-list/inspect-list';
export { complianceAudit } from './read-model/compliance-audit';
