import { CommandHandler } from '@stablecoin/event-sourcing';
import type { Attestation, AttestationEvent } from '../domain/attestation';
import type { AttestationCommand } from '../domain/decide-attestation';

/** Brings commands to attestations. A class, so that Nest can name it. */
export class AttestationHandler extends CommandHandler<Attestation, AttestationCommand, AttestationEvent> {}
