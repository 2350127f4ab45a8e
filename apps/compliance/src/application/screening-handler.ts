import { CommandHandler } from '@stablecoin/event-sourcing';
import type { ScreeningCommand } from '../domain/decide-screening';
import type { Screening, ScreeningEvent } from '../domain/screening';

/** Brings commands to screenings. A class, so that Nest can name it. */
export class ScreeningHandler extends CommandHandler<Screening, ScreeningCommand, ScreeningEvent> {}
