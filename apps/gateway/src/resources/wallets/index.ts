import type { Resource } from '../../openapi/resource';
import { CreateWalletController } from './create-wallet';
import { CreateWalletsController } from './create-wallets';
import { GetWalletController } from './get-wallet';
import { ListWalletLedgerController } from './list-wallet-ledger';
import { ListWalletsController } from './list-wallets';
import { walletSchemas } from './wallet.schema';

export const wallets: Resource = {
  tag: 'Wallets',
  controllers: [
    CreateWalletController,
    CreateWalletsController,
    ListWalletsController,
    GetWalletController,
    ListWalletLedgerController,
  ],
  schemas: walletSchemas,
};
