import { idOf, TIME } from './payments';
import { newAddress } from './screenings';

/** What a client sends to attest an address that nobody has attested before. */
export function attestationOf(fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    address: newAddress('attested'),
    checks: ['kyc', 'travel_rule'],
    reference: 'case 4711',
    expires_at: '2100-01-31T12:00:00.000Z',
    ...fields,
  };
}

/** The whole body of an attestation. */
export function attestationBody(fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    id: idOf('att'),
    status: 'active',
    address: null,
    owner: null,
    checks: ['kyc', 'travel_rule'],
    country_code: null,
    reference: 'case 4711',
    livemode: false,
    expires_at: '2100-01-31T12:00:00.000Z',
    created_by: idOf('key'),
    created_at: TIME,
    revoked_by: null,
    revoked_at: null,
    ...fields,
  };
}

export const UNKNOWN_ATTESTATION = '/compliance/attestations/att_01JD8Z5M3V7T9G2K4XQW6N0B1C';
