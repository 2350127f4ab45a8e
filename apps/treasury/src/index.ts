export { TreasuryModule } from './treasury.module';
export { treasuryProjection } from './read-model/treasury-projection';
