import { CommandHandler } from '@stablecoin/event-sourcing';
import type { Allowance, AllowanceCommand, AllowanceEvent } from '../domain/allowance';
import type { WalletCommand } from '../domain/wallet-commands';
import type { FollowedDeposits, FollowedDepositsCommand, FollowedDepositsEvent } from '../domain/followed-deposits';
import type { WalletState } from '../domain/wallet';
import type { WalletEvent } from '../domain/wallet-events';

// Classes, so that Nest can name them.
export class WalletHandler extends CommandHandler<WalletState, WalletCommand, WalletEvent> {}
export class DepositsHandler extends CommandHandler<FollowedDeposits, FollowedDepositsCommand, FollowedDepositsEvent> {}
export class AllowanceHandler extends CommandHandler<Allowance, AllowanceCommand, AllowanceEvent> {}
