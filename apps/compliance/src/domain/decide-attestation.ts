import { refuse } from '@stablecoin/event-sourcing';
import type { CommandRefused, Decider } from '@stablecoin/event-sourcing';
import type { Attestation, AttestationEvent, AttestationCommand } from './attestation';
import { attestationStreams } from './streams';

/** An attestation from its creation to its end. It expires by its time alone. */
export const attestationDecider: Decider<Attestation, AttestationCommand, AttestationEvent> = {
  streams: attestationStreams,
  firstCommands: ['CreateAttestation'],
  initialState: () => ({ stage: 'none' }),
  decide,
  evolve(state, event) {
    switch (event.type) {
      case 'AttestationCreated':
        return { stage: 'active', account: event.data.account, livemode: event.data.livemode };
      case 'AttestationRevoked':
        return state.stage === 'none' ? state : { ...state, stage: 'revoked' };
      case 'AttestationApplied':
        return state;
    }
  },
};

type Decided = readonly (AttestationEvent | CommandRefused)[];

function decide(command: AttestationCommand, state: Attestation): Decided {
  const { type, data, at, account, livemode } = command;
  if (type === 'ApplyAttestation') return [{ type: 'AttestationApplied', data }];
  const tenant = { account, livemode };
  if (type === 'CreateAttestation') {
    return state.stage === 'none' ? [{ type: 'AttestationCreated', data: { ...data, ...tenant, createdAt: at } }] : [];
  }
  if (state.stage === 'none' || state.account !== account || state.livemode !== livemode) {
    return [refuse('not_found', 'This attestation does not exist.')];
  }
  return state.stage === 'revoked' ? [] : [{ type: 'AttestationRevoked', data: { ...data, ...tenant, revokedAt: at } }];
}
