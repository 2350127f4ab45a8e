import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/platform';
import { WalletModule } from './wallet.module';

runMicroservice('wallet', WalletModule);
