import { CommandHandler } from '@stablecoin/event-sourcing';
import type { TreasuryCommand } from '../domain/treasury-commands';
import type { TreasuryEvent, TreasuryState } from '../domain/treasury';

// A class, so that Nest can name it.
export class TreasuryHandler extends CommandHandler<TreasuryState, TreasuryCommand, TreasuryEvent> {}
