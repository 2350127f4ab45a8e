import { CommandHandler } from '@stablecoin/event-sourcing';
import type { FollowedDeposits, FollowedDepositsCommand, FollowedDepositsEvent } from '../domain/followed-deposits';

/** Brings commands to the cursors of chains. A class, so that Nest can name it. */
export class DepositsHandler extends CommandHandler<FollowedDeposits, FollowedDepositsCommand, FollowedDepositsEvent> {}
