export { WalletModule } from './wallet.module';
export { walletProjection } from './read-model/wallet-projection';
