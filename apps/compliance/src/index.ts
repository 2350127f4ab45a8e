export { ComplianceModule } from './compliance.module';
export { complianceProjection } from './read-model/projection';
