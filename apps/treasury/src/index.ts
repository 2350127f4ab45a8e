export { treasuryService } from './service';
export { treasuryProjection } from './read-model/treasury-projection';
