import { CommandHandler } from '@stablecoin/event-sourcing';
import type { Attestation, AttestationEvent, AttestationCommand } from '../domain/attestation';
import type { ScreeningCommand } from '../domain/screening-commands';
import type { Screening, ScreeningEvent } from '../domain/screening';

// Classes, so that Nest can name them.
export class ScreeningHandler extends CommandHandler<Screening, ScreeningCommand, ScreeningEvent> {}
export class AttestationHandler extends CommandHandler<Attestation, AttestationCommand, AttestationEvent> {}
