export { treasuryService } from './service';
export { treasuryProjection } from './read-model/treasury-projection';
export { treasuryAudit } from './read-model/treasury-audit';
export { LOW_GAS_TRANSFERS } from './application/chain-watch';
export { treasuryBooks } from './application/treasury-books';
