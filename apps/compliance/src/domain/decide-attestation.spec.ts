import { given } from '@stablecoin/event-sourcing/testing';
import type { Attested, AttestationCommand } from './attestation';
import { attestationDecider } from './decide-attestation';

const T0 = 1_000_000;
const TENANT = { account: 'acme', livemode: true };
const attested: Omit<Attested, 'createdAt'> = {
  attestationId: 'att_1',
  subject: { kind: 'address', value: '0xabc' },
  checks: ['kyc', 'travel_rule'],
  country: 'DE',
  reference: 'case 7',
  expiresAt: T0 + 1_000,
  createdBy: 'key_1',
};
const created = { type: 'AttestationCreated' as const, data: { ...attested, ...TENANT, createdAt: T0 } };
const revoked = {
  type: 'AttestationRevoked' as const,
  data: { attestationId: 'att_1', revokedBy: 'key_2', ...TENANT, revokedAt: T0 },
};
const create: AttestationCommand = { ...command(), type: 'CreateAttestation', data: attested };
const revoke = (account = 'acme'): AttestationCommand => ({
  ...command(account),
  type: 'RevokeAttestation',
  data: { attestationId: 'att_1', revokedBy: 'key_2' },
});

function command(account = 'acme') {
  return { id: 'c', correlationId: 'r', account, livemode: true, at: T0 };
}

describe('an attestation', () => {
  it('is created', () => {
    given(attestationDecider).when(create).then(created);
  });

  it('is created once', () => {
    given(attestationDecider, created).when(create).then();
  });

  it('is revoked by its account', () => {
    given(attestationDecider, created).when(revoke()).then(revoked);
  });

  it('is revoked once', () => {
    given(attestationDecider, created, revoked).when(revoke()).then();
  });

  it('does not exist for another account', () => {
    given(attestationDecider, created).when(revoke('other')).thenRefused('not_found');
  });

  it('cannot be revoked before it was created', () => {
    given(attestationDecider).when(revoke()).thenRefused('not_found');
  });
});
