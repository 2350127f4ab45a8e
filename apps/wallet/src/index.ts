export { walletService } from './service';
export { walletProjection } from './read-model/wallet-projection';
