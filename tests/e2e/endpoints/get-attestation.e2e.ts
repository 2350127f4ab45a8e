import { attestationOf, UNKNOWN_ATTESTATION } from '../support/attestations';
import { expectError } from '../support/payments';
import { useService } from '../support/service';

describe('GET /v1/compliance/attestations/:id', () => {
  const service = useService();
  const api = () => service.api.as('get_attestation');
  const create = async () => (await api().post('/compliance/attestations', attestationOf())).body;

  it('answers the attestation', async () => {
    const created = await create();
    const { status, body } = await api().get(`/compliance/attestations/${String(created['id'])}`);
    expect({ status, body }).toEqual({ status: 200, body: created });
  });

  it('answers 404 for an unknown one, and for that of another account', async () => {
    expectError(await api().get(UNKNOWN_ATTESTATION), 404, 'not_found');
    const created = await create();
    const others = service.api.as('get_attestation_other');
    expectError(await others.get(`/compliance/attestations/${String(created['id'])}`), 404, 'not_found');
  });
});
