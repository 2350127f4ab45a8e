export { adoptWallet, type LostWallet } from './application/adopt-wallet';
export { walletStreams } from './domain/streams';
export { walletService } from './service';
export { walletProjection } from './read-model/wallet-projection';
export { walletAudit } from './read-model/wallet-audit';
export { walletBooks } from './application/wallet-books';
