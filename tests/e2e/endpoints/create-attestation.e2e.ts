import { parseAddress } from '@stablecoin/contracts';
import { attestationBody, attestationOf } from '../support/attestations';
import { expectError } from '../support/payments';
import { useService } from '../support/service';

describe('POST /v1/compliance/attestations', () => {
  const service = useService();
  const api = () => service.api.as('create_attestation');
  const attest = (body: object) => api().post('/compliance/attestations', body);

  it('answers the attestation of an address, in the spelling of the address that is kept', async () => {
    const sent = attestationOf({ country_code: 'DE' });
    const { status, body } = await attest(sent);
    const parsed = parseAddress(String(sent['address']));
    const address = 'problem' in parsed ? null : parsed.address;
    expect({ status, body }).toEqual({ status: 200, body: attestationBody({ address, country_code: 'DE' }) });
  });

  it('answers the attestation of an owner', async () => {
    const { address: _, ...rest } = attestationOf({ owner: 'agent:procurement', checks: ['kyc'] });
    const { status, body } = await attest(rest);
    const expected = attestationBody({ owner: 'agent:procurement', checks: ['kyc'] });
    expect({ status, body }).toEqual({ status: 200, body: expected });
  });

  it('creates one attestation for one idempotency key', async () => {
    const body = attestationOf({ idempotency_key: 'attest-once' });
    const first = await attest(body);
    const again = await attest(body);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expectError(await attest({ ...body, reference: 'case 4712' }), 409, 'idempotency_conflict', {
      param: 'idempotency_key',
    });
  });

  it.each([
    ['address', { address: undefined }],
    ['address', { address: '0x12' }],
    ['owner', { owner: 'user:1' }],
    ['owner', { address: undefined, owner: 'somebody' }],
    ['checks', { checks: [] }],
    ['checks', { checks: undefined }],
    ['checks[0]', { checks: ['sanctions'] }],
    ['checks[1]', { checks: ['kyc', 'kyc'] }],
    ['country_code', { country_code: 'de' }],
    ['reference', { reference: '' }],
    ['reference', { reference: 'x'.repeat(256) }],
    ['expires_at', { expires_at: undefined }],
    ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
    ['expires_at', { expires_at: 'tomorrow' }],
  ])('answers 400 for %s in %j', async (param, fields) => {
    expectError(await attest(attestationOf(fields)), 400, 'invalid_request', { param });
  });

  it('needs the scope compliance:write', async () => {
    const reader = await api().post('/api_keys', { scopes: ['compliance:read'] });
    const { status } = await api()
      .withKey(String(reader.body['key']))
      .post('/compliance/attestations', attestationOf());
    expect(status).toBe(403);
  });
});
