import { StreamCategory } from '@stablecoin/event-sourcing';
import type { AttestationEvent } from './attestation';
import type { ScreeningEvent } from './screening';

/** Each request of an account and mode has one: see `screeningStream`. */
export const screeningStreams = new StreamCategory<ScreeningEvent>('screening');

/** Each attestation has one, by its id. */
export const attestationStreams = new StreamCategory<AttestationEvent>('attestation');

/** An event of this service. */
export type ComplianceServiceEvent = ScreeningEvent | AttestationEvent;
