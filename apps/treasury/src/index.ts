export { TreasuryModule } from './treasury.module';
