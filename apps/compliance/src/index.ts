export { complianceService } from './service';
export { complianceProjection } from './read-model/projection';
