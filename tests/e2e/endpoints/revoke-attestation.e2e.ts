import { attestationOf, UNKNOWN_ATTESTATION } from '../support/attestations';
import { expectError, idOf, TIME } from '../support/payments';
import { useService } from '../support/service';

describe('DELETE /v1/compliance/attestations/:id', () => {
  const service = useService();
  const api = () => service.api.as('revoke_attestation');

  it('answers the revoked attestation, which stays readable', async () => {
    const { body: created } = await api().post('/compliance/attestations', attestationOf());
    const path = `/compliance/attestations/${String(created['id'])}`;
    const { status, body } = await api().delete(path);
    const revoked = { ...created, status: 'revoked', revoked_by: idOf('key'), revoked_at: TIME };
    expect({ status, body }).toEqual({ status: 200, body: revoked });
    expect((await api().get(path)).body).toEqual(body);
    expect((await api().delete(path)).body).toEqual(body);
  });

  it('answers 404 for an unknown one', async () => {
    expectError(await api().delete(UNKNOWN_ATTESTATION), 404, 'not_found');
  });
});
