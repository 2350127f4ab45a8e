import { CommandHandler } from '@stablecoin/event-sourcing';
import type { WalletCommand } from '../domain/decide-wallet';
import type { WalletState } from '../domain/wallet';
import type { WalletEvent } from '../domain/wallet-events';

/** Brings commands to wallets. A class, so that Nest can name it. */
export class WalletHandler extends CommandHandler<WalletState, WalletCommand, WalletEvent> {}
